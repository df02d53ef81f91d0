import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TableSocket, type Socket, type Status } from './tableSocket';
import { facts, type ServerMessage } from './types';

class FakeSocket implements Socket {
  readyState = 0;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readonly sent: { t: string; id: string }[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { t: string; id: string });
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.({} as Event);
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent<string>);
  }
  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code } as CloseEvent);
  }
}

function linked() {
  const sockets: FakeSocket[] = [];
  const states: [Status, string][] = [];
  const messages: ServerMessage[] = [];
  const identify = vi.fn(() => Promise.resolve());
  const link = new TableSocket({
    connect: () => sockets[sockets.push(new FakeSocket()) - 1]!,
    onmessage: (message) => messages.push(message),
    onstatus: (status, why) => states.push([status, why]),
    identify,
  });
  return { link, sockets, states, messages, identify, last: () => sockets.at(-1)! };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a server with another protocol version ends the connection, and its messages are ignored', () => {
  const { last, states, messages } = linked();
  last().open();
  last().tell({ t: 'hello', protocol: facts.protocol });
  expect(states.at(-1)).toEqual(['open', '']);
  last().tell({ t: 'hello', protocol: facts.protocol + 1 });
  expect(states.at(-1)).toEqual(['ended', 'protocol']);
  expect(messages).toEqual([]);
});

test('the client does not reconnect to a server that refuses its protocol version', () => {
  const { last, states, sockets } = linked();
  last().open();
  last().drop(4426);
  expect(states.at(-1)).toEqual(['ended', 'protocol']);
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});

test('a request is resent with the same id until it is answered', async () => {
  const { link, last, sockets } = linked();
  last().open();
  const answer = link.ask({ t: 'auto', on: true });
  const { id } = last().sent[0]!;
  last().drop();
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
  last().open();
  expect(last().sent).toEqual([{ t: 'auto', on: true, id }]);
  last().tell({ t: 'ack', id, v: 4 });
  await expect(answer).resolves.toEqual({ t: 'ack', id, v: 4 });
  last().drop();
  vi.advanceTimersByTime(1000);
  last().open();
  expect(last().sent).toEqual([]);
});

test('a request made before the socket opens is sent when it does', () => {
  const { link, last } = linked();
  void link.ask({ t: 'sync' });
  expect(last().sent).toEqual([]);
  last().open();
  expect(last().sent.map((request) => request.t)).toEqual(['sync']);
});

test('pauses between attempts grow to at most ten seconds', () => {
  const { sockets, last } = linked();
  for (let round = 0; round < 12; round += 1) {
    const before = sockets.length;
    last().drop();
    vi.advanceTimersByTime(10_000);
    expect(sockets.length).toBe(before + 1);
  }
});

test.each([
  [4404, 'no_table'],
  [4410, 'aside'],
  [1008, 'abuse'],
])('close code %i is final', (code, why) => {
  const { sockets, states, last } = linked();
  last().open();
  last().drop(code);
  vi.advanceTimersByTime(60_000);
  expect(states.at(-1)).toEqual(['ended', why]);
  expect(sockets).toHaveLength(1);
});

test('the client waits for a server that goes down', () => {
  const { sockets, states, last } = linked();
  last().open();
  last().tell({ t: 'closed', code: 'stopping' });
  last().drop(1012);
  expect(states.at(-1)).toEqual(['lost', '']);
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
});

test('it is final when the table is opened elsewhere', () => {
  const { states, last } = linked();
  last().open();
  last().tell({ t: 'closed', code: 'elsewhere' });
  expect(states.at(-1)).toEqual(['ended', 'elsewhere']);
});

test('an unknown browser identifies itself and reconnects', async () => {
  const { sockets, identify, last } = linked();
  last().drop(4401);
  await vi.advanceTimersByTimeAsync(1000);
  expect(identify).toHaveBeenCalledOnce();
  expect(sockets).toHaveLength(2);
});

test('a silent connection is given up, whether it opened or not', () => {
  const { sockets, states, last } = linked();
  vi.advanceTimersByTime(15_000);
  expect(sockets).toHaveLength(2);
  last().open();
  vi.advanceTimersByTime(25_000);
  expect(sockets).toHaveLength(3);
  expect(states.at(-1)).toEqual(['lost', '']);
});

test('a request detects a dead connection; an answered one keeps it', () => {
  const { link, sockets, last } = linked();
  const table = { t: 'table' };
  last().open();
  last().tell(table);
  void link.ask({ t: 'advise' });
  vi.advanceTimersByTime(8_000);
  last().tell(table);
  vi.advanceTimersByTime(8_000);
  expect(sockets).toHaveLength(1);
  void link.ask({ t: 'advise' });
  vi.advanceTimersByTime(10_000);
  expect(sockets).toHaveLength(2);
});

test('an apparently open connection is checked when the page becomes visible', () => {
  const { link, sockets, last } = linked();
  last().open();
  last().tell({ t: 'table' });
  link.wake();
  expect(last().sent.map((request) => request.t)).toEqual(['ping']);
  vi.advanceTimersByTime(10_000);
  expect(sockets).toHaveLength(2);
});

test('waking reconnects at once', () => {
  const { link, sockets, last } = linked();
  last().drop();
  link.wake();
  expect(sockets).toHaveLength(2);
  last().open();
  link.wake();
  expect(sockets).toHaveLength(2);
});

test('nothing happens after the end', () => {
  const { link, sockets, states } = linked();
  link.end();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
  expect(states.at(-1)).toEqual(['ended', 'left']);
});
