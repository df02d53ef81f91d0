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

test('a server of another protocol version ends the link, and its messages are not read', () => {
  const { last, states, messages } = linked();
  last().open();
  last().tell({ t: 'hello', protocol: facts.protocol });
  expect(states.at(-1)).toEqual(['open', '']);
  last().tell({ t: 'hello', protocol: facts.protocol + 1 });
  expect(states.at(-1)).toEqual(['ended', 'protocol']);
  expect(messages).toEqual([]);
});

test('a server that refuses this protocol version is not tried again', () => {
  const { last, states, sockets } = linked();
  last().open();
  last().drop(4426);
  expect(states.at(-1)).toEqual(['ended', 'protocol']);
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});

test('a request is repeated with the same id until it is answered', async () => {
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

test('what is asked before the socket is open is sent when it is', () => {
  const { link, last } = linked();
  void link.ask({ t: 'sync' });
  expect(last().sent).toEqual([]);
  last().open();
  expect(last().sent.map((request) => request.t)).toEqual(['sync']);
});

test('pauses grow and are never longer than ten seconds', () => {
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

test('a server that goes down is waited for', () => {
  const { sockets, states, last } = linked();
  last().open();
  last().tell({ t: 'closed', code: 'stopping' });
  last().drop(1012);
  expect(states.at(-1)).toEqual(['lost', '']);
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
});

test('being opened elsewhere is final', () => {
  const { states, last } = linked();
  last().open();
  last().tell({ t: 'closed', code: 'elsewhere' });
  expect(states.at(-1)).toEqual(['ended', 'elsewhere']);
});

test('an unknown browser makes itself known, then comes back', async () => {
  const { sockets, identify, last } = linked();
  last().drop(4401);
  await vi.advanceTimersByTimeAsync(1000);
  expect(identify).toHaveBeenCalledOnce();
  expect(sockets).toHaveLength(2);
});

test('a socket that says nothing is given up, whether it opens or not', () => {
  const { sockets, states, last } = linked();
  vi.advanceTimersByTime(15_000);
  expect(sockets).toHaveLength(2);
  last().open();
  vi.advanceTimersByTime(25_000);
  expect(sockets).toHaveLength(3);
  expect(states.at(-1)).toEqual(['lost', '']);
});

test('whoever asks soon learns that the socket is dead; whoever is answered keeps it', () => {
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

test('a socket that looks open is asked when the page is seen again', () => {
  const { link, sockets, last } = linked();
  last().open();
  last().tell({ t: 'table' });
  link.wake();
  expect(last().sent.map((request) => request.t)).toEqual(['ping']);
  vi.advanceTimersByTime(10_000);
  expect(sockets).toHaveLength(2);
});

test('waking connects at once', () => {
  const { link, sockets, last } = linked();
  last().drop();
  link.wake();
  expect(sockets).toHaveLength(2);
  last().open();
  link.wake();
  expect(sockets).toHaveLength(2);
});

test('after the end nothing happens', () => {
  const { link, sockets, states } = linked();
  link.end();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
  expect(states.at(-1)).toEqual(['ended', 'left']);
});
