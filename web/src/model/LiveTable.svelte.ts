/** A table that is connected by its WebSocket. It shows what the server last sent, and changes nothing by itself. */

import { contributionDue, commitmentFor } from '../fair/contribution';
import { familyOf } from '../games';
import { withLocalNames } from '../i18n/personNames';
import { notice } from '../lib/adminNotice.svelte';
import { go } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import { withBase } from '../lib/basePath';
import { renderRefusal } from '../table/tableMessageTexts';
import type { Command, TableModel } from '../table/tableModel';
import { ApiError, identify, forgetPlayer } from '../wire/api';
import { TableSocket, type Answer, type Status } from '../wire/tableSocket';
import {
  facts,
  type Readings,
  type SocialEvent,
  type ServerMessage,
  type Table,
  type TranslatableText,
} from '../wire/types';
import { tableAfter } from '../wire/mergeTable';
import { dailyDealOf, isLastDeal, openDailyDeal } from './dailyDeals.svelte';
import { dailySetPath } from './dailyUrl';

const SAID_FOR = 4000;
const KNOCKS_FOR = 6000;
const REFUSED_FOR = 5000;
/**
 * Refusals that are not shown, because the next table message shows the reason: for example, another player was faster.
 */
const UNSAID = new Set(['stale_decision', 'not_asked', 'nothing_to_reveal']);

export class LiveTable implements TableModel {
  private received = $state.raw<Table | null>(null);
  readonly table: Table | null = $derived(this.received && withLocalNames(this.received));
  receivedAt = $state(0);
  /** The name of the player who has just asked for a seat. */
  knock = $state<string | null>(null);
  utterances = $state.raw<ReadonlyMap<number, SocialEvent>>(new Map());
  refusal = $state<string | null>(null);
  status = $state<Status>('connecting');
  why = $state('');

  private readonly link: TableSocket;
  private readonly wake = (): void => this.link.wake();

  /** `query` says how the viewer connects. With `glance`, the server does not announce the viewer to anybody. */
  constructor(
    readonly id: string,
    query = 'brief',
  ) {
    this.link = new TableSocket({
      connect: () =>
        new WebSocket(
          location.origin.replace(/^http/, 'ws') +
            withBase(`/ws/tables/${encodeURIComponent(id)}?${query}&protocol=${facts.protocol}`),
        ),
      onmessage: (message) => this.receive(message),
      onstatus: (status, why) => {
        this.status = status;
        this.why = why;
      },
      identify: async () => {
        forgetPlayer();
        await identify().catch(() => undefined);
      },
    });
    addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
  }

  act(action: unknown): void {
    const decision = this.table?.hand?.choices?.decision;
    if (decision !== undefined) void this.ask({ t: 'act', decision, action });
  }

  async preview(text: string): Promise<Readings> {
    return this.readings(await this.link.ask({ t: 'preview', text }));
  }

  async hint(): Promise<Readings> {
    return this.readings(await this.link.ask({ t: 'advise' }));
  }

  send(request: Command): void {
    const begins = request.t === 'start' || (request.t === 'ready' && request.on);
    void this.ask(begins && this.table ? { ...request, pledge: commitmentFor(this.table) } : request);
  }

  /**
   * Leaves the table. `agreed` is the maximum number of points that the player accepts to lose. Resolves to whether the
   * server accepted.
   */
  async leave(agreed?: number): Promise<boolean> {
    const answer = await this.ask(agreed === undefined ? { t: 'leave' } : { t: 'leave', agreed });
    return answer.t !== 'error';
  }

  openNextDeal(): void {
    const deal = this.table && dailyDealOf(this.table.table);
    if (!deal) return;
    if (isLastDeal(deal)) go(dailySetPath(deal.day, deal.family));
    else
      openDailyDeal(deal.day, deal.family).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        this.refuse(error.problem.words);
      });
  }

  close(): void {
    removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    this.link.end();
  }

  /**
   * Returns the readings in an answer to `preview`. If the answer is an error, there are none, and `words` says why.
   */
  private readings(answer: Answer): Readings {
    if (answer.t === 'readings') return answer;
    return { t: 'readings', id: '', readings: [], words: answer.t === 'error' ? answer.words : null };
  }

  private async ask(request: { t: string } & Record<string, unknown>): Promise<Answer> {
    this.refusal = null;
    const answer = await this.link.ask(request);
    if (answer.t === 'error' && !UNSAID.has(answer.code)) this.refuse(answer.words);
    return answer;
  }

  private refuse(why: TranslatableText): void {
    const { table } = this;
    const family = familyOf(table?.table.ruleset ?? '');
    this.refusal = table && family ? renderRefusal(table, family.speech, why) : why.key;
    setTimeout(() => (this.refusal = null), REFUSED_FOR);
  }

  private receive(message: ServerMessage): void {
    const table = tableAfter(this.received, message);
    if (table) {
      // A player who leaves the table also leaves this page. So if the viewer's seat has disappeared while this page is
      // open, somebody else removed the viewer.
      if (this.received !== null && this.received.you !== null && table.you === null)
        this.refuse({ type: 'words', key: 'refused.removed' });
      this.receivedAt = performance.now();
      this.received = table;
      const part = contributionDue(table);
      if (part) void this.ask({ t: 'reveal', contribution: part });
    } else if (message.t === 'notice') {
      notice.receive(message.text ? message : null);
    } else if (message.t === 'social' && message.kind === 'knock') {
      this.knock = message.name;
      setTimeout(() => (this.knock = null), KNOCKS_FOR);
    } else if (message.t === 'social' && message.seat !== null) {
      if (!settings.muted.includes(this.received?.seats[message.seat]?.player ?? '')) this.show(message.seat, message);
    }
  }

  private show(seat: number, event: SocialEvent): void {
    this.utterances = new Map([...this.utterances, [seat, event]]);
    setTimeout(() => {
      if (this.utterances.get(seat) === event)
        this.utterances = new Map([...this.utterances].filter(([at]) => at !== seat));
    }, SAID_FOR);
  }
}
