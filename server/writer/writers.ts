import { hostname } from 'node:os';
import { REALMS } from '../../contracts/account.contract.js';
import type { Command, CommandPort, CommandResult, StreamKind } from '../core/decider.js';
import type { EventStore } from '../event-store/event-store.js';
import { syncChart } from '../ledger/sync-chart.js';
import type { CommandHandlers } from './command-handlers.js';
import { Writer, type WriterOptions, type WriterStatus } from './writer.js';

/** The writers of all realms in this process. */
export class Writers implements CommandPort {
  private readonly byRealm: ReadonlyMap<string, Writer>;
  private started: Promise<void> | undefined;

  constructor(
    readonly store: EventStore,
    readonly handlers: CommandHandlers,
    log: WriterOptions['log'],
    realms: readonly string[] = REALMS,
  ) {
    const holder = `${hostname()}/${process.pid}`;
    this.byRealm = new Map(realms.map((realm) => [realm, new Writer({ realm, holder, store, handlers, log })]));
  }

  /** Takes every realm's lease, once; waits while another process holds one. */
  start(): Promise<void> {
    this.started ??= this.startAll();
    return this.started;
  }

  private async startAll(): Promise<void> {
    await syncChart(this.store.pool);
    for (const writer of this.byRealm.values()) await writer.start();
  }

  execute<Answer>(realm: string, command: Command): Promise<CommandResult<Answer>> {
    return this.of(realm).execute<Answer>(command);
  }

  /** A stream's state for displays; see `Writer.read`. */
  read<State>(realm: string, kind: StreamKind<State>, id: string): Promise<State> {
    return this.of(realm).read(kind, id);
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
    await Promise.all([...this.byRealm.values()].map((writer) => writer.close()));
  }

  private of(realm: string): Writer {
    const writer = this.byRealm.get(realm);
    if (writer === undefined) throw new Error(`no such realm: ${realm}`);
    return writer;
  }
}
