/** The WebSocket of a table. It reconnects by itself, and then repeats the requests that were not answered. */

import { facts, type Ack, type Readings, type Refused, type ServerMessage } from './types';

export type Answer = Ack | Refused | Readings;
type Request = { readonly t: string } & Record<string, unknown>;

/** The part of WebSocket that is used here. Tests supply their own. */
export interface Socket {
  readyState: number;
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent<string>) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
  send(text: string): void;
  close(): void;
}

export type Status = 'connecting' | 'open' | 'lost' | 'ended';

export interface Handlers {
  readonly connect: () => Socket;
  readonly onmessage: (message: ServerMessage) => void;
  readonly onstatus: (status: Status, why: string) => void;
  /** Called if the server does not know this browser. When it has resolved, the socket reconnects. */
  readonly identify: () => Promise<void>;
}

const OPEN = 1;
const NO_SESSION = 4401;
/** The close codes after which reconnecting is useless, with their names. */
const FINAL: Readonly<Record<number, string>> = {
  1000: 'left',
  1008: 'abuse',
  4403: 'origin',
  4404: 'no_table',
  4405: 'banned',
  4410: 'aside',
  4426: 'protocol',
};
/** The reasons that the server sends before it closes the connection for good. */
const FINAL_WORDS = new Set(['left', 'removed', 'elsewhere', 'abuse', 'table_closed', 'logged_out', 'banned']);
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
const PING_EVERY = 20_000;
/**
 * How long to wait for any message, in ms. The time becomes longer with each attempt, because the network may be slow.
 */
const PATIENCE = 10_000;

export class TableSocket {
  private socket: Socket | null = null;
  private readonly waiting = new Map<string, { request: Request; resolve: (answer: Answer) => void }>();
  private readonly name = Math.random().toString(36).slice(2, 10);
  private sent = 0;
  private tries = 0;
  private ended = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private readonly beat: ReturnType<typeof setInterval>;

  constructor(private readonly on: Handlers) {
    this.beat = setInterval(() => this.pingIfOpen(), PING_EVERY);
    this.connect();
  }

  /** Sends a request. Resolves with the answer, even if the connection breaks before the answer arrives. */
  ask(request: Request): Promise<Answer> {
    this.sent += 1;
    const id = `${this.name}-${this.sent}`;
    const whole = { ...request, id };
    return new Promise((resolve) => {
      this.waiting.set(id, { request: whole, resolve });
      this.write(whole);
    });
  }

  /**
   * Checks the connection, and reconnects without waiting for the pause to end. To be called when the network is back
   * or the page is visible again.
   */
  wake(): void {
    if (this.ended || this.pingIfOpen()) return;
    this.tries = 0;
    this.connect();
  }

  end(): void {
    this.finish('left');
    this.socket?.close();
  }

  private connect(): void {
    clearTimeout(this.retry);
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
    this.on.onstatus(this.tries === 0 ? 'connecting' : 'lost', '');
    const socket = this.on.connect();
    this.socket = socket;
    this.expectMessage();
    socket.onopen = () => this.onOpen();
    socket.onmessage = (event) => this.onMessage(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => this.onClose(event.code);
  }

  private onOpen(): void {
    this.on.onstatus('open', '');
    for (const { request } of this.waiting.values()) this.write(request);
  }

  private write(request: Request): void {
    if (this.socket?.readyState !== OPEN) return;
    this.socket.send(JSON.stringify(request));
    if (this.patience === undefined) this.expectMessage();
  }

  private onMessage(message: ServerMessage): void {
    this.clearPatience();
    this.tries = 0;
    if (message.t === 'hello') {
      if (message.protocol !== facts.protocol) this.finish('protocol');
      return;
    }
    if (message.t === 'closed' && FINAL_WORDS.has(message.code)) this.finish(message.code);
    if ('id' in message && message.id !== null) this.answer(message.id, message);
    this.on.onmessage(message);
  }

  private answer(id: string, answer: Answer): void {
    const pending = this.waiting.get(id);
    this.waiting.delete(id);
    pending?.resolve(answer);
  }

  private onClose(code: number): void {
    if (this.ended) return;
    const why = FINAL[code];
    if (why !== undefined) this.finish(why);
    else if (code === NO_SESSION) void this.on.identify().then(() => this.reconnectLater());
    else this.reconnectLater();
  }

  private reconnectLater(): void {
    if (this.ended) return;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.on.onstatus('lost', '');
    clearTimeout(this.retry);
    this.clearPatience();
    this.retry = setTimeout(() => this.connect(), pause);
  }

  /**
   * Pings the server if the socket looks open, and returns whether it does. A dead connection can look open; without an
   * answer the socket reconnects.
   */
  private pingIfOpen(): boolean {
    const open = this.socket?.readyState === OPEN;
    if (open) void this.ask({ t: 'ping' });
    return open;
  }

  /** Reconnects if no message arrives in time. */
  private expectMessage(): void {
    this.clearPatience();
    this.patience = setTimeout(
      () => {
        this.tries += 1;
        this.connect();
      },
      PATIENCE * Math.min(3, 1 + this.tries),
    );
  }

  private clearPatience(): void {
    clearTimeout(this.patience);
    this.patience = undefined;
  }

  private finish(why: string): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.beat);
    clearTimeout(this.retry);
    this.clearPatience();
    this.on.onstatus('ended', why);
  }
}
