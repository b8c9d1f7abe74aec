import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { REALMS } from '../../../contracts/realm.contract.js';
import type { Command, CommandResult, StreamKind, CommandScope, View } from '../../core/decider.js';
import type { Refusal } from '../../core/refusal.js';
import type { EventStore } from '../history/event-store.js';
import { Lease, type Holder } from '../history/lease.js';
import { HOUSE_REALM } from '../history/segment.js';
import { syncChart } from '../ledger/sync-chart.js';
import type { CommandHandlers } from './command-handlers.js';
import type { Named } from './answer-book.js';
import { Writer } from './writer.js';
import type { WriterOptions, WriterStatus } from './writer-status.js';

/** Between two looks at a realm that another server holds. */
const LOOK_MS = 500;
/** Looks without a sign of life after which the holder hangs: 6 seconds, counted in looks, so a changed clock means nothing. */
const HUNG_LOOKS = 12;
const RETRY_MS = { first: 50, most: 1_000 } as const;

/**
 * The writers of all realms in this process. One server holds them all: they are taken in order, and a server that finds one
 * of them held lets go of the others and waits, so two servers never keep half each. Policies and instruments of the house realm hold in
 * every other: where that one is not to be gone on with, none is taken.
 */
export class Writers {
  private readonly byRealm: ReadonlyMap<string, Writer>;
  private readonly log: WriterOptions['log'];
  private started: Promise<void> | undefined;
  private holding: Promise<void> | undefined;
  private readonly closing = new AbortController();

  constructor(
    readonly store: EventStore,
    readonly handlers: CommandHandlers,
    log: WriterOptions['log'],
    realms: readonly string[] = REALMS,
  ) {
    const holder = `${hostname()}/${process.pid}`;
    const onLost = (): void => void this.holdAll();
    this.log = log;
    this.byRealm = new Map(realms.map((realm) => [realm, new Writer({ realm, holder, store, handlers, log, onLost })]));
  }

  /** Takes every realm's lease, once; waits while another process holds one. */
  start(): Promise<void> {
    this.started ??= syncChart(this.store.pool).then(() => this.holdAll());
    return this.started;
  }

  /** Takes what is not held, until everything is. Called at the start, and whenever a lease is lost. */
  private holdAll(): Promise<void> {
    this.holding ??= this.takeInOrder().finally(() => (this.holding = undefined));
    return this.holding;
  }

  private async takeInOrder(): Promise<void> {
    const writers = [...this.byRealm.values()];
    const pulse = new Pulse();
    let lastText = '';
    let retryMs: number = RETRY_MS.first;
    const logOnce = (text: string, level: 'warn' | 'error' = 'warn'): void => {
      if (text !== lastText) this.log[level](text);
      lastText = text;
    };
    // A starting server may stand by; one that had the realms has stopped trading.
    const standingBy = writers.some((writer) => writer.status().leaseEpoch > 0) ? 'error' : 'warn';
    for (;;) {
      const writer = this.closing.signal.aborted ? undefined : writers.find(({ lacksLease }) => lacksLease);
      if (writer === undefined) return;
      if (this.byRealm.get(HOUSE_REALM)?.status().state === 'halted') {
        for (const each of writers) each.standBack('recovering', 'the house realm is halted');
        return;
      }
      const { realm } = writer.status();
      try {
        const other = await writer.take();
        retryMs = RETRY_MS.first;
        if (other === undefined) continue;
        if (pulse.isGone(realm, other)) {
          logOnce(`${realm}: ${other.holder} hangs, taking over`);
          await Lease.throwOut(this.store.pool, realm);
          await this.pause(RETRY_MS.first);
          continue;
        }
        for (const each of writers) each.standBy(other.holder);
        logOnce(`${realm}: ${other.holder} writes it, standing by`, standingBy);
        await this.pause(LOOK_MS);
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        logOnce(`${realm}: no lease yet: ${problem}`);
        await this.pause(retryMs);
        retryMs = Math.min(retryMs * 2, RETRY_MS.most);
      }
    }
  }

  execute<Answer>(realm: string, command: Command): Promise<CommandResult<Answer>> {
    return this.of(realm).execute<Answer>(command);
  }

  /** See `Commands.prepare`. */
  prepare<Answer>(
    realm: string,
    request: Named,
    make: () => Promise<Command | Refusal>,
  ): Promise<CommandResult<Answer>> {
    return this.of(realm).prepare<Answer>(request, make);
  }

  /** A stream's state for displays; see `Writer.read`. */
  read<State>(realm: string, kind: StreamKind<State>, id: string): Promise<State> {
    return this.of(realm).read(kind, id);
  }

  /** What a command would be decided on; see `Writer.look`. */
  look<Found>(realm: string, scope: CommandScope, look: (view: View) => Found): Promise<Found> {
    return this.of(realm).look(scope, look);
  }

  peek<State>(realm: string, kind: StreamKind<State>, id: string): State | undefined {
    return this.of(realm).peek(kind, id);
  }

  /** A live state as its snapshot would hold it, and the stream's version that it stands at. */
  saved<State>(realm: string, kind: StreamKind<State>, id: string): Promise<{ version: number; saved: unknown }> {
    return this.of(realm).saved(kind, id);
  }

  status(): WriterStatus[] {
    return [...this.byRealm.values()].map((writer) => writer.status());
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([...this.byRealm.values()].map((writer) => writer.close()));
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.closing.signal }).catch(() => undefined);
  }

  private of(realm: string): Writer {
    const writer = this.byRealm.get(realm);
    if (writer === undefined) throw new Error(`no such realm: ${realm}`);
    return writer;
  }
}

/** Feels whether a holder still lives. One that hung with one realm hangs with all. */
class Pulse {
  private last = '';
  private looks = 0;
  private hung = '';

  isGone(realm: string, { holder, signOfLife }: Holder): boolean {
    const sign = `${realm} ${holder} ${signOfLife}`;
    this.looks = sign === this.last ? this.looks + 1 : 0;
    this.last = sign;
    if (this.looks >= HUNG_LOOKS) this.hung = holder;
    return this.hung === holder;
  }
}
