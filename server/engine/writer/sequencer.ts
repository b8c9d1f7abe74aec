import type { Command, CommandHandler, CommandResult, Decided, DueCommand, CommandScope } from '../../core/decider.js';
import { causeOf, type Cause, type NewEvent, type RecordedEvent } from '../../core/event.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { encode, genesisHash, record, type EventRow } from '../history/codec.js';
import { commandDigest, commandLine } from '../history/command-line.js';
import { storedDue, type Head, type StoredAnswer, type StoredDue } from '../history/event-store.js';
import type { Cache } from './cache.js';
import { decisionOf, undecidedBy, wholeScopeOf } from './decision-check.js';
import { NotLoaded } from './view.js';

/** A decided command: its events in their place in the history, as they will be stored, and the answer to its caller. */
export interface Sequenced {
  readonly events: readonly RecordedEvent[];
  readonly rows: readonly EventRow[];
  /** The command as a line of the history; absent where nothing follows from it. */
  readonly line: string | undefined;
  readonly result: CommandResult & { readonly ok: true };
  /** What repeats of the command get. */
  readonly answers: readonly StoredAnswer[];
  readonly due: readonly StoredDue[];
  readonly last: LastEvent;
}

/** To be tried again. */
export const UNAVAILABLE = { ok: false, refusal: refuse('request.unavailable'), repeated: false } as const;

/** What a line of the history says, and a command does not. */
export interface Recording {
  /** See `SegmentSigner.mark`. */
  mark(key: string): string;
  /** See `EventStore.housePosition`. */
  housePosition(): number;
}

type LastEvent = Pick<Head, 'position' | 'hash' | 'at'>;

/**
 * The part of a writer that needs no disk, and that its double in memory shares: decides one command at a time on loaded
 * states, and gives each event its position, version, instant and hash.
 */
export class Sequencer {
  /** The newest decided event, durable or not. */
  last: LastEvent;

  constructor(
    private readonly realm: string,
    private readonly cache: Cache,
    private readonly recording: Recording,
  ) {
    this.last = { position: 0, hash: genesisHash(realm), at: 0 };
  }

  /**
   * What the command touches in all, once `touches` is loaded. It holds for as long as no state changes.
   * @throws {Undecidable} whatever the handler throws
   */
  scope(handler: CommandHandler<unknown>, command: Command, scope: CommandScope): CommandScope {
    const { realm, cache } = this;
    return wholeScopeOf(handler, command, { realm, cache, scope, at: this.instantOf(command) });
  }

  /**
   * Changes nothing; `accept` does.
   * @throws {Undecidable} for a decision that may not or cannot be stored, and whatever the handler throws
   */
  decide(
    handler: CommandHandler<unknown>,
    command: Command,
    scope: CommandScope,
    reached?: CommandHandler<unknown>['reaches'],
  ): Sequenced | Refusal {
    const { realm, cache } = this;
    const at = this.instantOf(command);
    const decision = decisionOf(handler, command, { realm, cache, scope, at }, reached);
    return isRefusal(decision) ? decision : undecidedBy(command.type, () => this.sequence(decision, command, at));
  }

  /**
   * The same with the first scope of the command, unless it needs more: `undefined`. An order whose makers are loaded is decided once, and
   * not a first time to find them.
   */
  decideAtOnce(handler: CommandHandler<unknown>, command: Command, first: CommandScope) {
    if (handler.moreScope !== undefined && handler.reaches === undefined) return undefined;
    try {
      return this.decide(handler, command, first, handler.reaches);
    } catch (error) {
      if (error instanceof NotLoaded) return undefined;
      throw error;
    }
  }

  /** What nothing caused is named by the event that it begins with. */
  private causeOf({ requestToken }: Command): Cause {
    if (requestToken?.cause !== undefined) return requestToken.cause;
    const begun = `${this.realm}:${this.last.position + 1}`;
    return { correlation: begun, causation: begun };
  }

  private instantOf({ at }: Command): number {
    return Math.max(at, this.last.at);
  }

  /** Runs the events into the loaded states. When this throws, the states are spoilt. */
  accept({ events, last }: Sequenced): void {
    for (const event of events) {
      try {
        this.cache.evolve(event);
      } catch (error) {
        throw new Error(`${event.type} at ${event.position} could not be evolved: ${String(error)}`, { cause: error });
      }
    }
    this.last = last;
  }

  private sequence(decision: Decided<unknown>, command: Command, at: number): Sequenced {
    const { actor } = command;
    const versions = new Map<string, number>();
    const events: RecordedEvent[] = [];
    let { position } = this.last;
    const { correlation, causation: origin } = this.causeOf(command);
    const causation = `${origin}/${command.type}`;
    for (const event of decision.events) {
      const { stream } = event;
      const version = (versions.get(stream) ?? this.cache.stream(stream)?.version ?? 0) + 1;
      versions.set(stream, version);
      position += 1;
      const recorded = record(event, { realm: this.realm, position, version, at, actor, correlation, causation });
      events.push(recorded);
    }
    const due = (decision.due ?? []).map((one) => storedDue(one, afterOf(one, decision.events, events)));
    const { line, rows, hash } = this.encoded(command, at, events, due);
    const { answer } = decision;
    return {
      events,
      rows,
      line,
      result: { ok: true, answer, position, repeated: false },
      answers: storedAnswers(command, answer, position),
      due,
      last: { position, hash, at },
    };
  }

  /** Each event is chained to the one before it, and to the command that it follows from. */
  private encoded(command: Command, at: number, events: readonly RecordedEvent[], due: readonly StoredDue[]) {
    const rows: EventRow[] = [];
    let { hash } = this.last;
    if (events.length === 0) return { line: undefined, rows, hash };
    const { recording } = this;
    const house = recording.housePosition();
    const mark = (key: string): string => recording.mark(key);
    const line = commandLine(command, { at, house, events: events.length, due, mark });
    const digest = commandDigest(line);
    for (const event of events) {
      const row = encode(event, hash, digest);
      hash = row.hash;
      rows.push(row);
    }
    return { line, rows, hash };
  }
}

/** Where a timer comes from: the event that it follows from, as it is recorded. */
function afterOf(
  { id, after }: DueCommand,
  decided: readonly NewEvent[],
  recorded: readonly RecordedEvent[],
): Cause | undefined {
  if (after === undefined) return undefined;
  const event = recorded[decided.indexOf(after)];
  if (event === undefined) throw new Error(`${id} follows from an event that is not decided`);
  return causeOf(event);
}

/** The refusal of a command that does not exist in the realm. */
export function wallOf(handler: CommandHandler<unknown>, realm: string): Refusal | undefined {
  if (handler.realms.includes(realm)) return undefined;
  return realm === 'demo' ? refuse('demo.real-only') : refuse('demo.demo-only');
}

/** All keys under which a command is known: its own, and those of what it makes. */
export function keysOf({ requestToken, makes = [] }: Pick<Command, 'requestToken' | 'makes'>): readonly string[] {
  return requestToken?.key === undefined ? makes : [...new Set([requestToken.key, ...makes])];
}

function storedAnswers(command: Command, answer: unknown, position: number): StoredAnswer[] {
  const keys = keysOf(command);
  if (keys.length === 0) return [];
  const { key: own, fingerprint = null } = command.requestToken ?? {};
  const text = JSON.stringify(answer ?? null);
  return keys.map((key) => ({ key, position, answer: text, fingerprint: key === own ? fingerprint : null }));
}
