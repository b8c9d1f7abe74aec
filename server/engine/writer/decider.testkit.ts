import { expect } from '@jest/globals';
import type { AccountSpace } from '../../../contracts/asset.contract.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import { commandOf } from '../../core/command.testkit.js';
import type { CommandResult, Decided, ProofGuard, StreamKind } from '../../core/decider.js';
import type { NewEvent, RecordedEvent } from '../../core/event.js';
import { amount } from '../../../shared/money.js';
import type { Proven } from '../../core/proven.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { StoredDue } from '../history/event-store.js';
import { declareEventTypes } from '../history/event-types.js';
import { HOUSE, userAccount } from '../ledger/chart.js';
import { CommandHandlers } from './command-handlers.js';
import { MemoryRealm } from './memory-realm.js';

/**
 * The grammar of every decider's spec: `given(…).when(…).then(…)`. A step is a command, an event that happened, or a decision
 * on the noun's own state; all of them go through the double of the writer, which checks streams and postings.
 *
 *     const { given } = decider({ realm: 'real', kind: walletKind, id: USER, handlers: walletHandlers });
 *     given(bound).when(unbind).then('WalletUnbound').when(unbind).then('wallet.not-bound');
 */
export function decider<State, Command extends AnyCommand = AnyCommand>(subject: Subject<State, Command>) {
  return {
    given: (...steps: Step<State, Command>[]) => new Scenario<State, Command>(subject).and(...steps),
  };
}

export interface Subject<State, Command extends AnyCommand> {
  readonly realm: string;
  /** The stream that decisions are made on. */
  readonly kind: StreamKind<State>;
  readonly id: string;
  /** Kinds of other streams that its events go to. */
  readonly others?: readonly AnyKind[];
  /** Commands are decided by their handlers, or without any by this. */
  readonly handlers?: readonly AnyCommandHandler[];
  /** Who looks at the proof that commands carry. */
  readonly guard?: ProofGuard;
  readonly decide?: (state: State, command: Command, meta: { at: number; actor: string }) => Decision;
  /** The instant of steps that name none. */
  readonly at?: number;
  readonly actor?: string;
}

/** A command as it is sent, or without its context. */
export interface AnyCommand {
  readonly type: string;
  readonly data: unknown;
  readonly at?: number;
  readonly actor?: string;
  readonly proof?: Proven;
}
export type Step<State, Command extends AnyCommand = AnyCommand> =
  | Command
  | NewEvent
  | Decide<State>
  | Timed<State, Command>;
type Decide<State> = (state: State, at: number, stateOf: StateOf) => Decision;
type StateOf = <Other>(kind: StreamKind<Other>, id: string) => Other;
type Decision = readonly NewEvent[] | Decided<unknown> | Refusal;
type AnyKind = StreamKind<never> | StreamKind<unknown>;
interface Timed<State, Command extends AnyCommand> {
  readonly instant: number;
  readonly step: Command | Decide<State>;
}

/** A step at an instant of its own. */
export function at<State, Command extends AnyCommand>(
  instant: number,
  step: Command | Decide<State>,
): Timed<State, Command> {
  return { instant, step };
}

/** Money that an owner has. */
export function funds(ownerId: string, asset: string, sum: string, space: AccountSpace = 'spot'): NewEvent {
  const postings = [
    { account: HOUSE.marketMaker.account, asset, amount: -amount(sum) },
    { account: userAccount(ownerId, space, 'available'), asset, amount: amount(sum) },
  ];
  return { stream: `given-${ownerId}`, type: 'FundsGiven', schema: 1, data: {}, postings };
}

/** An account that may do everything. */
export const openGate: AccountGate = {
  stream: (userId) => [nothing, userId],
  refusal: () => undefined,
  nationality: () => null,
};

declareEventTypes({ type: 'FundsGiven', schema: 1 });
const nothing: StreamKind<null> = { name: 'given', initial: () => null, evolve: () => null };
const AT = 1_000_000;

class Scenario<State, Command extends AnyCommand> {
  readonly realm: MemoryRealm;

  constructor(private readonly subject: Subject<State, Command>) {
    const { realm, handlers = [], guard } = subject;
    const record = handle(commandOf<Recorded>('RecordGiven'), {
      realms: [realm],
      scope: ({ streams }) => ({ streams }),
      decide: (_, { decided }) => decided,
    });
    const all = new CommandHandlers().register(record, ...handlers);
    this.realm = new MemoryRealm(realm, guard === undefined ? all : all.guardProofBy(guard));
  }

  /** What happened besides; every step must be carried out. */
  and(...steps: readonly Step<State, Command>[]): this {
    for (const step of steps) {
      const { refusal } = this.when(step);
      if (refusal !== undefined) throw new Error(`given, but refused: ${refusal.refusal}`);
    }
    return this;
  }

  when(step: Step<State, Command>): Outcome<State, Command> {
    const before = this.realm.events.length;
    const waited = new Set(this.realm.due.keys());
    const result = this.run(step, this.subject.at ?? AT);
    const due = [...this.realm.due.values()].filter(({ id }) => !waited.has(id));
    return new Outcome(this, result, this.realm.events.slice(before), due);
  }

  get state(): State {
    return this.stateOf(this.subject.kind, this.subject.id);
  }

  /** `available frozen` of an asset. */
  funds(ownerId: string, asset: string, space: AccountSpace = 'spot'): string {
    const of = (bucket: 'available' | 'frozen') => this.realm.balance(userAccount(ownerId, space, bucket), asset);
    return `${of('available')} ${of('frozen')}`;
  }

  readonly stateOf: StateOf = (kind, id) => this.realm.state(kind, id);

  private run(step: Step<State, Command>, now: number): CommandResult {
    if ('instant' in step) return this.run(step.step, step.instant);
    const { decide, actor = 'test' } = this.subject;
    if (typeof step === 'function') return this.record(step(this.state, now, this.stateOf), now);
    if ('stream' in step) return this.record([step], now);
    const meta = { at: step.at ?? now, actor: step.actor ?? actor };
    if (decide !== undefined) return this.record(decide(this.state, step, meta), meta.at);
    return this.realm.execute({ type: step.type, data: step.data, proof: step.proof, ...meta });
  }

  private record(decision: Decision, at: number): CommandResult {
    const events = isRefusal(decision) ? [] : 'events' in decision ? decision.events : decision;
    const decided = isRefusal(decision) || 'events' in decision ? decision : { events, answer: null };
    const streams = events.map(({ stream }) => this.kindOf(stream));
    // The history keeps commands as JSON, and this one carries a decision.
    const data: Recorded = { decided, streams, toJSON: () => events.map(({ type }) => type) };
    return this.realm.execute({ type: 'RecordGiven', data, at, actor: 'test' });
  }

  private kindOf(stream: string): readonly [AnyKind, string] {
    const kinds = [this.subject.kind as AnyKind, nothing, ...(this.subject.others ?? [])];
    const kind = kinds.find(({ name }) => stream.startsWith(`${name}-`));
    if (kind === undefined) throw new Error(`no kind is given for ${stream}`);
    return [kind, stream.slice(kind.name.length + 1)];
  }
}

interface Recorded {
  readonly decided: Decided<unknown> | Refusal;
  readonly streams: readonly (readonly [AnyKind, string])[];
  toJSON(): readonly string[];
}

/** An event by its type or its expected parts, or a refusal by its code or whole. */
type Expected = string | Parts | { readonly refusal: string; readonly params: unknown };
type Parts = { readonly [Part in keyof NewEvent]?: NewEvent[Part] | undefined };

type Due = Omit<StoredDue, 'data' | 'cause'> & { readonly data: unknown };

class Outcome<State, Command extends AnyCommand> {
  constructor(
    private readonly scenario: Scenario<State, Command>,
    private readonly result: CommandResult,
    private readonly made: readonly RecordedEvent[],
    private readonly scheduled: readonly StoredDue[],
  ) {}

  get refusal(): Refusal | undefined {
    return this.result.ok ? undefined : this.result.refusal;
  }

  get events(): readonly RecordedEvent[] {
    if (!this.result.ok) throw new Error(`refused: ${this.result.refusal.refusal}`);
    return this.made;
  }

  get answer(): unknown {
    return this.result.ok ? this.result.answer : undefined;
  }

  /** What the decision made due later. Its cause is the writer's, not the decision's. */
  get due(): readonly Due[] {
    return this.scheduled.map(({ cause, data, ...due }) => ({ ...due, data: JSON.parse(data) as unknown }));
  }

  /** Compares the answer with the expected parts. */
  answers(expected: object): Scenario<State, Command> {
    expect(this.refusal ?? this.answer).toMatchObject(expected);
    return this.scenario;
  }

  /** Exactly these events and no others, or this refusal. The story may go on from here. */
  then(...expected: readonly Expected[]): Scenario<State, Command> {
    const { refusal, made } = this;
    const [first] = expected;
    if (refusal !== undefined) expect([typeof first === 'string' ? refusal.refusal : refusal]).toEqual(expected);
    else expect(made.map((event, index) => partsOf(event, expected[index]))).toEqual(expected);
    return this.scenario;
  }
}

function partsOf(event: RecordedEvent, expected: Expected | undefined): unknown {
  if (typeof expected !== 'object' || isRefusal(expected)) return event.type;
  return Object.fromEntries(Object.keys(expected).map((key) => [key, event[key as keyof NewEvent]]));
}
