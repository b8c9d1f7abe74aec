import { createHash } from 'node:crypto';
import type { Command, CommandResult, StreamKind, Touches } from '../core/decider.js';
import type { RecordedEvent } from '../core/event.js';
import { format, type Amount } from '../../shared/money.js';
import { isRefusal } from '../core/refusal.js';
import { decode, encode, genesisHash, record, type EventRow } from '../event-store/codec.js';
import { balanceKey, Cache } from './cache.js';
import type { CommandHandlers } from './command-handlers.js';
import { streamName } from './loader.js';
import { decisionOf, touchesOf } from './decision-check.js';

/** A realm's writer without a disk: the same deciding, evolving and checking, for simulations and tests. */
export class MemoryRealm {
  readonly events: RecordedEvent[] = [];
  /** The same as they would be stored. */
  readonly rows: EventRow[] = [];
  readonly cache = new Cache({ streams: Infinity, balances: Infinity });
  private readonly balances = new Map<string, Amount>();
  private readonly kinds = new Map<string, { kind: StreamKind<unknown>; id: string }>();
  private hash: string;
  private lastAt = 0;

  constructor(
    readonly realm: string,
    private readonly handlers: CommandHandlers,
  ) {
    this.hash = genesisHash(realm);
  }

  /** The hash of the last event: two runs that agree on it agree on everything. */
  get headHash(): string {
    return this.hash;
  }

  execute<Answer>(command: Command): CommandResult<Answer> {
    const handler = this.handlers.find(command.type);
    const touches = touchesOf(handler, command);
    this.load(touches);
    const at = Math.max(command.at, this.lastAt);
    const decision = decisionOf(handler, command, { realm: this.realm, cache: this.cache, touches, at });
    if (isRefusal(decision)) return { ok: false, refusal: decision, repeated: false };
    for (const event of decision.events) {
      const version = (this.cache.stream(event.stream)?.version ?? 0) + 1;
      const place = { realm: this.realm, position: this.events.length + 1, version, at, actor: command.actor };
      this.keep(record(event, place));
    }
    this.lastAt = at;
    return { ok: true, answer: decision.answer as Answer, position: this.events.length, repeated: false };
  }

  state<State>(kind: StreamKind<State>, id: string): State {
    this.load({ streams: [[kind as StreamKind<unknown>, id]] });
    return this.cache.stream(streamName(kind, id))?.state as State;
  }

  balance(account: string, asset: string): string {
    return format(this.balances.get(balanceKey(account, asset)) ?? 0n);
  }

  /** Every balance that is not zero, by `account asset`. */
  allBalances(): ReadonlyMap<string, Amount> {
    return this.balances;
  }

  /** Every stream's saved state, replayed from the stored texts: what the live states must equal. */
  replayed(): Map<string, unknown> {
    return this.replayedFrom(0);
  }

  /** As `replayed`; streams that may be loaded from snapshots are saved and loaded on the way, after that position. */
  replayedFrom(snapshotPosition: number): Map<string, unknown> {
    const states = new Map<string, unknown>();
    for (const row of this.rows) {
      const known = this.kinds.get(row.stream);
      if (known === undefined) continue;
      const state = states.get(row.stream) ?? known.kind.initial(known.id);
      states.set(row.stream, known.kind.evolve(state, decode(row)));
      if (row.position === snapshotPosition)
        for (const [stream, stood] of states) states.set(stream, this.reloaded(stream, stood));
    }
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

  private load(touches: Touches): void {
    for (const [kind, id] of touches.streams as Iterable<readonly [StreamKind<unknown>, string]>) {
      const name = streamName(kind, id);
      if (this.cache.stream(name) !== undefined) continue;
      this.kinds.set(name, { kind, id });
      this.cache.putStream(name, { kind, state: kind.initial(id), version: 0, snapshotVersion: 0, position: 0 });
    }
    for (const [account, asset] of touches.balances ?? []) {
      const key = balanceKey(account, asset);
      if (this.cache.balance(key) === undefined) this.cache.putBalance(key, this.balances.get(key) ?? 0n);
    }
  }

  private keep(event: RecordedEvent): void {
    const row = encode(event, this.hash);
    this.hash = row.hash;
    this.rows.push(row);
    this.events.push(event);
    this.cache.evolve(event);
    for (const { account, asset, amount } of event.postings ?? []) {
      const key = balanceKey(account, asset);
      this.balances.set(key, (this.balances.get(key) ?? 0n) + amount);
    }
  }
}

/** A hash of anything that is plain JSON. */
export function jsonHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
