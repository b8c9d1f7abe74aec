import { createHash } from 'node:crypto';
import type { Command, CommandHandler, CommandResult, StreamKind, CommandScope, View } from '../../core/decider.js';
import type { RecordedEvent } from '../../core/event.js';
import { format, type Amount } from '../../../shared/money.js';
import { isRefusal } from '../../core/refusal.js';
import { isAway } from '../history/away.js';
import { decode, type EventRow } from '../history/codec.js';
import type { StoredAnswer, StoredDue } from '../history/event-store.js';
import { answerAgain } from './answer-book.js';
import { Balances } from './balances.js';
import { balanceKey, Cache } from './cache.js';
import type { CommandHandlers } from './command-handlers.js';
import { scopeOf } from './decision-check.js';
import { streamName } from './loader.js';
import { RefusalsKept } from './refusals-kept.js';
import { keysOf, Sequencer, UNAVAILABLE, wallOf, type Sequenced } from './sequencer.js';
import { viewOf } from './view.js';

/**
 * A realm's writer without a disk, for simulations and tests. It decides by the writer's own parts, and passes the same
 * contract (`writer-contract.testkit.ts`).
 */
export class MemoryRealm {
  readonly events: RecordedEvent[] = [];
  /** The same as they would be stored. */
  readonly rows: EventRow[] = [];
  /** Of those that anything followed from, the commands as lines of the history. */
  readonly lines: string[] = [];
  /** Commands for later, by id. */
  readonly due = new Map<string, StoredDue>();
  readonly cache = new Cache({ streams: Infinity, balances: Infinity });
  private readonly sequencer: Sequencer;
  private readonly balances = new Balances();
  private readonly answers = new Map<string, StoredAnswer>();
  private readonly refusals = new RefusalsKept();
  private readonly kinds = new Map<string, { kind: StreamKind<unknown>; id: string }>();

  constructor(
    readonly realm: string,
    private readonly handlers: CommandHandlers,
  ) {
    this.sequencer = new Sequencer(realm, this.cache, { mark: jsonHash, housePosition: () => 0 });
  }

  /** The first that is due by then, taken out: moving the clock sends it. */
  takeDue(until: number): StoredDue | undefined {
    const [first] = [...this.due.values()]
      .filter(({ dueAt }) => dueAt <= until)
      .sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1));
    if (first !== undefined) this.due.delete(first.id);
    return first;
  }

  /** The hash of the last event: two runs that agree on it agree on everything. */
  get headHash(): string {
    return this.sequencer.last.hash;
  }

  execute<Answer>(command: Command): CommandResult<Answer> {
    const handler = this.handlers.find(command);
    const wall = wallOf(handler, this.realm);
    if (wall !== undefined) return { ok: false, refusal: wall, repeated: false };
    try {
      return (this.repeated(command) ?? this.decide(handler, command)) as CommandResult<Answer>;
    } catch (error) {
      if (isAway(error)) return UNAVAILABLE;
      throw error;
    }
  }

  state<State>(kind: StreamKind<State>, id: string): State {
    this.load({ streams: [[kind as StreamKind<unknown>, id]] });
    return this.cache.stream(streamName(kind, id))?.state as State;
  }

  /** As `Writer.look`. */
  look<Found>(scope: CommandScope, look: (view: View) => Found): Found {
    this.load(scope);
    return look(viewOf(this, scope));
  }

  balance(account: string, asset: string): string {
    return format(this.balances.of(account, asset));
  }

  /** Every balance that was ever posted to, by `account asset`. */
  allBalances(): ReadonlyMap<string, Amount> {
    return this.balances.all;
  }

  /** As after a restart: states come from their snapshots or their events, and refusals are forgotten. */
  reload(): void {
    const states = this.replay(this.rows.length);
    const newest = new Map(this.rows.map((row) => [row.stream, row]));
    for (const [stream, { kind, id }] of this.kinds) {
      const { version = 0, position = 0 } = newest.get(stream) ?? {};
      const state = states.get(stream) ?? kind.initial(id);
      this.cache.putStream(stream, { kind, state, version, snapshotVersion: 0, position });
    }
    this.refusals.clear();
  }

  /** Every stream's saved state, replayed from the stored texts: what the live states must equal. */
  replayed(): Map<string, unknown> {
    return this.replayedFrom(0);
  }

  /** As `replayed`; streams that may be loaded from snapshots are saved and loaded on the way, after that position. */
  replayedFrom(snapshotPosition: number): Map<string, unknown> {
    const states = this.replay(snapshotPosition);
    return new Map([...states].map(([stream, state]) => [stream, this.saved(stream, state)]));
  }

  live(): Map<string, unknown> {
    const states = new Map<string, unknown>();
    for (const stream of new Set(this.events.map((event) => event.stream))) {
      const entry = this.cache.stream(stream);
      if (entry !== undefined) states.set(stream, this.saved(stream, entry.state));
    }
    return states;
  }

  private repeated(command: Command): CommandResult | undefined {
    const answers = keysOf(command).map((key) => this.answers.get(key));
    return this.refusals.find(command) ?? answerAgain(command, answers);
  }

  private decide(handler: CommandHandler<unknown>, command: Command): CommandResult {
    const first = scopeOf(handler, command);
    this.load(first);
    const scope = this.sequencer.scope(handler, command, first);
    this.load(scope);
    const decided = this.sequencer.decide(handler, command, scope);
    if (!isRefusal(decided)) return this.keep(decided);
    this.refusals.keep(command, decided);
    return { ok: false, refusal: decided, repeated: false };
  }

  private keep(decided: Sequenced): CommandResult {
    this.balances.post(decided.events);
    this.sequencer.accept(decided);
    for (const event of decided.events) this.events.push(event);
    for (const row of decided.rows) this.rows.push(row);
    if (decided.line !== undefined) this.lines.push(decided.line);
    for (const answer of decided.answers) this.answers.set(answer.key, answer);
    for (const due of decided.due) if (!this.due.has(due.id)) this.due.set(due.id, due);
    return decided.result;
  }

  private load(scope: CommandScope): void {
    for (const [kind, id] of scope.streams as Iterable<readonly [StreamKind<unknown>, string]>) {
      const name = streamName(kind, id);
      if (this.cache.stream(name) !== undefined) continue;
      this.kinds.set(name, { kind, id });
      this.cache.putStream(name, { kind, state: kind.initial(id), version: 0, snapshotVersion: 0, position: 0 });
    }
    for (const [account, asset] of scope.balances ?? []) {
      const key = balanceKey(account, asset);
      if (this.cache.balance(key) === undefined) this.cache.putBalance(key, this.balances.of(account, asset));
    }
  }

  /** Every stream's state from the stored texts; those with snapshots are saved and loaded after that position. */
  private replay(snapshotPosition: number): Map<string, unknown> {
    const states = new Map<string, unknown>();
    for (const row of this.rows) {
      const known = this.kinds.get(row.stream);
      if (known === undefined) continue;
      const state = states.get(row.stream) ?? known.kind.initial(known.id);
      states.set(row.stream, known.kind.evolve(state, decode(row)));
      if (row.position === snapshotPosition)
        for (const [stream, stood] of states) states.set(stream, this.reloaded(stream, stood));
    }
    return states;
  }

  private saved(stream: string, state: unknown): unknown {
    const snapshot = this.kinds.get(stream)?.kind.snapshot;
    return snapshot === undefined ? state : snapshot.save(state);
  }

  /** As a snapshot on the disk gives it back. */
  private reloaded(stream: string, state: unknown): unknown {
    const known = this.kinds.get(stream);
    const snapshot = known?.kind.snapshot;
    if (known === undefined || snapshot === undefined) return state;
    return snapshot.load(JSON.parse(JSON.stringify(snapshot.save(state))), known.id);
  }
}

/** A hash of anything that is plain JSON. */
export function jsonHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
