/** One table's socket: it reconnects by itself, and repeats every request until it is answered. */

import type { Ack, Readings, Refused, ServerMessage } from './types';

export type Answer = Ack | Refused | Readings;
type Request = { readonly t: string } & Record<string, unknown>;

/** What is needed of a WebSocket; tests bring their own. */
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
  /** Called where the server does not know this browser; when it resolves the link tries again. */
  readonly identify: () => Promise<void>;
}

const OPEN = 1;
const NO_SESSION = 4401;
/** Close codes after which trying again is of no use, and what they are called. */
const FINAL: Readonly<Record<number, string>> = { 1000: 'left', 1008: 'abuse', 4403: 'origin', 4404: 'no_table' };
/** What the server says before it closes for good. */
const FINAL_WORDS = new Set(['left', 'removed', 'elsewhere', 'abuse', 'table_closed', 'logged_out']);
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
const PING_EVERY = 20_000;
const SILENCE = 32_000;

export class Link {
  private socket: Socket | null = null;
  private readonly waiting = new Map<string, { request: Request; resolve: (answer: Answer) => void }>();
  private readonly name = Math.random().toString(36).slice(2, 10);
  private sent = 0;
  private tries = 0;
  private heard = 0;
  private ended = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly beat: ReturnType<typeof setInterval>;

  constructor(private readonly on: Handlers) {
    this.beat = setInterval(() => this.check(), PING_EVERY);
    this.connect();
  }

  /** Resolves with the answer, however often the connection breaks before it comes. */
  ask(request: Request): Promise<Answer> {
    this.sent += 1;
    const id = `${this.name}-${this.sent}`;
    const whole = { ...request, id };
    return new Promise((resolve) => {
      this.waiting.set(id, { request: whole, resolve });
      this.write(whole);
    });
  }

  /** The network is back, or the page is seen again: do not wait for the pause to end. */
  wake(): void {
    if (this.ended || this.socket?.readyState === OPEN) return;
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
    this.heard = Date.now();
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.hear(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => this.closed(event.code);
  }

  private opened(): void {
    this.on.onstatus('open', '');
    for (const { request } of this.waiting.values()) this.write(request);
  }

  private write(request: Request): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(request));
  }

  private hear(message: ServerMessage): void {
    this.heard = Date.now();
    this.tries = 0;
    if (message.t === 'closed' && FINAL_WORDS.has(message.code)) this.finish(message.code);
    if ('id' in message && message.id !== null) this.answer(message.id, message);
    this.on.onmessage(message);
  }

  private answer(id: string, answer: Answer): void {
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    asked?.resolve(answer);
  }

  private closed(code: number): void {
    if (this.ended) return;
    const why = FINAL[code];
    if (why !== undefined) this.finish(why);
    else if (code === NO_SESSION) void this.on.identify().then(() => this.again());
    else this.again();
  }

  private again(): void {
    if (this.ended) return;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.on.onstatus('lost', '');
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), pause);
  }

  /** A socket can be dead without knowing it: ask now and then, and give up on silence. */
  private check(): void {
    if (this.ended || this.socket?.readyState !== OPEN) return;
    if (Date.now() - this.heard > SILENCE) this.connect();
    else void this.ask({ t: 'ping' });
  }

  private finish(why: string): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.beat);
    clearTimeout(this.retry);
    this.on.onstatus('ended', why);
  }
}
