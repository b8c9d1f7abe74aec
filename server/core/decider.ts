import type { CommandContext, HouseCommand, PlannedCommand, RequestToken } from './command.js';
import type { Instant } from './clock.js';
import type { NewEvent, RecordedEvent } from './event.js';
import type { Amount } from '../../shared/money.js';
import type { Refusal } from './refusal.js';
import type { Proven } from './proven.js';

/**
 * What the writer knows of a kind of stream. `evolve` may change the state in place and return it: the writer owns it,
 * and drops it when an append fails. It never refuses and never reads a clock: it is what replay runs.
 */
export interface StreamKind<State> {
  readonly name: string;
  initial(id: string): State;
  evolve(state: State, event: RecordedEvent): State;
  /** Streams that grow long are loaded from a snapshot and their tail. `save` and `load` speak plain JSON. */
  readonly snapshot?: {
    readonly schema: number;
    readonly everyEvents: number;
    save(state: State): unknown;
    load(saved: unknown, id: string): State;
  };
  /**
   * What the stream keeps on hold, by `account asset`. A noun that puts money on hold declares it here: the audit sums these
   * over all streams, and they must be the on-hold balances.
   */
  holds?(state: State): ReadonlyMap<string, Amount>;
}

/** What a command needs loaded before it can be decided. */
export interface CommandScope {
  readonly streams: readonly (readonly [kind: StreamKind<unknown>, id: string])[];
  readonly balances?: readonly (readonly [account: string, asset: string])[];
}

/** The loaded states, as the decision sees them. Reading what was not touched is our own mistake and throws. */
export interface View {
  readonly realm: string;
  state<State>(kind: StreamKind<State>, id: string): State;
  balance(account: string, asset: string): Amount;
}

export interface Command<Data = unknown> {
  readonly type: string;
  readonly data: Data;
  readonly at: Instant;
  readonly actor: string;
  /** A repeat under the same token gets the first answer and does nothing. */
  readonly requestToken?: RequestToken | undefined;
  /** Keys of what the command makes, such as a client order id: as the token's, except that after a refusal they are free again. */
  readonly makes?: readonly string[] | undefined;
  /** The sender's proof, for commands that need one. */
  readonly proof?: Proven | undefined;
}

/** Looks at the proof that a command carries, before the command is decided. */
export interface ProofGuard {
  streams(proof: Proven): CommandScope['streams'];
  /** Pure: what using the proof up leaves in the history, or why it is good no more. */
  decide(view: View, proof: Proven, meta: CommandMeta): readonly NewEvent[] | Refusal;
}

/** The instant is never earlier than that of the event before: the writer sees to it. */
export interface CommandMeta {
  readonly at: Instant;
  readonly actor: string;
}

export interface Decided<Answer> {
  readonly events: readonly NewEvent[];
  /** Commands for later, stored in the same append. They follow from the events alone, see `timetable.ts`. */
  readonly due?: readonly DueCommand[];
  /** Plain JSON: it is stored with the events, for a repeat of the command. */
  readonly answer: Answer;
}

/** A command for a later instant. A second one with the same id changes nothing. */
export interface DueCommand {
  readonly id: string;
  readonly dueAt: Instant;
  readonly command: PlannedCommand;
  /** The event of the same decision that it follows from. Absent where a calendar asks for it, which begins anew each time. */
  readonly after?: NewEvent;
}

/** Wiring of one command: what it touches, and the pure decision. */
export interface CommandHandler<Data = never, Answer = unknown> {
  readonly type: string;
  /** The command as history and timers keep it. @throws when the data are none of its */
  read(context: CommandContext, data: unknown): HouseCommand<Data, Answer>;
  /** The realms where the command exists; elsewhere the writer refuses it (the realm wall). */
  readonly realms: readonly string[];
  scope(data: Data): CommandScope;
  /** What it touches besides, found by the states of `touches`: an order moves the positions of those whom it meets. */
  moreScope?(view: View, data: Data, meta: CommandMeta): CommandScope;
  /**
   * Kinds of streams of `moreScope` that the decision reads before it moves them. While they are loaded the writer decides at once, and only
   * asks for `moreScope` when the decision meets one that is not.
   */
  readonly reaches?: readonly StreamKind<unknown>[];
  decide(view: View, data: Data, meta: CommandMeta): Decided<Answer> | Refusal;
}

export type CommandResult<Answer = unknown> =
  | { readonly ok: true; readonly answer: Answer; readonly position: number; readonly repeated: boolean }
  | { readonly ok: false; readonly refusal: Refusal; readonly repeated: boolean };

/** By our own mistake a command could not be decided. Nothing has changed, and the same command fails again. */
export class HandlerError extends Error {}
