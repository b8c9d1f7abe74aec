import type { Command, CommandHandler, CommandResult, StreamKind, CommandScope, View } from '../../core/decider.js';
import { isRefusal, Refused, type Refusal } from '../../core/refusal.js';
import { isOurMistake, type Head } from '../history/event-store.js';
import { isAway } from '../history/away.js';
import { ForgedState } from '../history/signed-snapshots.js';
import { Lease, type Holder } from '../history/lease.js';
import { AnswerBook, type Named } from './answer-book.js';
import { Cache } from './cache.js';
import { emptyBatch, type PendingBatch, type Waiting } from './pending-batch.js';
import { Journal } from './journal.js';
import { Loader, streamName } from './loader.js';
import { dueSnapshots, saveAll } from './snapshots.js';
import { scopeOf } from './decision-check.js';
import { Sequencer, UNAVAILABLE, wallOf, type Sequenced } from './sequencer.js';
import { viewOf } from './view.js';
import type { WriterOptions, WriterState, WriterStatus } from './writer-status.js';

const QUEUE_MAX = 10_000;

/**
 * The one writer of a realm: loads what a command touches, decides one command at a time, appends everything that was
 * decided meanwhile in one transaction, and only then answers. See docs/decisions/one-writer.md.
 */
export class Writer {
  private readonly cache = new Cache();
  private readonly journal = new Journal();
  private readonly loader: Loader;
  private readonly answers: AnswerBook;
  private readonly sequencer: Sequencer;
  private lease: Lease | undefined;
  private durable: Head = { position: 0, hash: '', leaseEpoch: 0, at: 0, segment: 0, header: '' };
  private pending: PendingBatch = emptyBatch();
  private appending: Promise<void> | undefined;
  private state: WriterState = 'starting';
  private problem: string | null = null;
  private lastAppendMs = 0;
  private inFlight = 0;

  constructor(private readonly options: WriterOptions) {
    this.loader = new Loader(options.store, options.realm, this.cache, this.journal);
    this.answers = new AnswerBook(options.store, options.realm);
    this.sequencer = new Sequencer(options.realm, this.cache, options.store);
  }

  /** Whether `take` has to be called before it writes. */
  get lacksLease(): boolean {
    return this.lease === undefined && this.state !== 'closed' && this.state !== 'halted';
  }

  /** Takes the realm and writes, or answers which server holds it. Rejects when the database is away or full. */
  async take(): Promise<Holder | undefined> {
    const { store, realm, holder } = this.options;
    // An append that was under way when the lease was lost must have failed before the head is read.
    await this.appending;
    const known = this.durable;
    try {
      const lease = await Lease.take(store, realm, holder, (error) => this.loseLease(error));
      if (!(lease instanceof Lease)) return lease;
      this.lease = lease;
      this.beginAt(lease.head);
      const problem = await store.tailProblem(realm, lease.head);
      if (problem !== undefined) {
        this.halt(`its history cannot be gone on with: ${problem}`);
        // Another server may look at it too, and must not take this one for one that hangs.
        this.lease.release();
        this.lease = undefined;
        return undefined;
      }
      await store.tryAppend(lease.client, realm, lease.head);
      lease.beat();
      // The lost append may be durable all the same, and another server may have written without an announcement so far.
      if (known.leaseEpoch > 0) await store.publishAfter(realm, known.position);
      if (this.lease !== lease || this.state === 'closed') throw new Error('the lease was lost again');
    } catch (error) {
      this.giveBack('recovering', (error as Error).message);
      throw error;
    }
    this.state = 'running';
    this.problem = null;
    this.answers.learn();
    return undefined;
  }

  /** Another server has a realm, and one server writes them all: this one lets go of what it has and waits. */
  standBy(holder: string): void {
    this.standBack('standing-by', `${holder} writes it`);
  }

  /** Lets go of the realm, or does not take it, for a reason that lies elsewhere. */
  standBack(state: 'recovering' | 'standing-by', problem: string): void {
    if (this.state === 'halted' || this.state === 'closed') return;
    this.giveBack(state, problem);
  }

  status(): WriterStatus {
    return {
      realm: this.options.realm,
      state: this.state,
      position: this.durable.position,
      hash: this.durable.hash,
      leaseEpoch: this.durable.leaseEpoch,
      queueDepth: this.inFlight,
      lastAppendMs: this.lastAppendMs,
      streams: this.cache.size.streams,
      problem: this.problem,
    };
  }

  /**
   * Decides the command and answers when its events are durable. One whose append was lost is refused as unavailable, and may be
   * durable all the same: a repeat under the same key gets its answer. Rejects only for bugs.
   */
  async execute<Answer>(command: Command): Promise<CommandResult<Answer>> {
    const handler = this.options.handlers.find(command);
    const wall = wallOf(handler, this.options.realm);
    if (wall !== undefined) return { ok: false, refusal: wall, repeated: false };
    return this.once<Answer>(command, (lease) => this.decideWhenLoaded(handler, command, lease));
  }

  /** The same for a command that `make` answers; a repeat makes none. */
  prepare<Answer>(request: Named, make: () => Promise<Command | Refusal>): Promise<CommandResult<Answer>> {
    return this.once<Answer>(request, async (lease) => {
      const command = await make();
      if (isRefusal(command)) {
        this.answers.refusals.keep(request, command);
        return { ok: false, refusal: command, repeated: false };
      }
      const handler = this.options.handlers.find(command);
      const refusal = wallOf(handler, this.options.realm);
      return refusal === undefined
        ? this.decideWhenLoaded(handler, command, lease)
        : { ok: false, refusal, repeated: false };
    });
  }

  /** Decides under the lease under which it was seen that the request has no answer yet. */
  private async once<Answer>(
    request: Named,
    decide: (lease: Lease | undefined) => Promise<CommandResult>,
  ): Promise<CommandResult<Answer>> {
    if (this.state !== 'running' || this.inFlight >= QUEUE_MAX) return UNAVAILABLE;
    const { lease } = this;
    this.inFlight += 1;
    try {
      return (await this.trusting(this.answers.once(request, () => decide(lease)))) as CommandResult<Answer>;
    } catch (error) {
      if (isAway(error)) return UNAVAILABLE;
      throw error;
    } finally {
      this.inFlight -= 1;
    }
  }

  /** What was read of a state that nobody signed halts the realm, no matter who asked for it. */
  private async trusting<Found>(reading: Promise<Found>): Promise<Found> {
    try {
      return await reading;
    } catch (error) {
      throw error instanceof ForgedState ? this.halt(error.message) : error;
    }
  }

  /** A loaded or freshly read state, for displays. It may hold what is not durable yet; never change it. */
  async read<State>(kind: StreamKind<State>, id: string): Promise<State> {
    this.refuseWithoutLease(kind.name);
    const loading = this.loader.missing({ streams: [[kind as StreamKind<unknown>, id]] });
    if (loading !== undefined) await this.trusting(loading);
    return this.peek(kind, id) ?? kind.initial(id);
  }

  /**
   * The result of `look` on loaded states, for previews of a command. It does not queue behind commands, and may see events that
   * are not durable yet.
   */
  async look<Found>(scope: CommandScope, look: (view: View) => Found): Promise<Found> {
    this.refuseWithoutLease('states');
    for (let loading = this.loader.missing(scope); loading !== undefined; loading = this.loader.missing(scope)) {
      await this.trusting(loading);
    }
    return look(viewOf({ realm: this.options.realm, cache: this.cache }, scope));
  }

  /** A state as its snapshot would hold it, with its version; both are taken at once, so they belong together. */
  async saved<State>(kind: StreamKind<State>, id: string): Promise<{ version: number; saved: unknown }> {
    const state = await this.read(kind, id);
    const saved = kind.snapshot === undefined ? state : kind.snapshot.save(state);
    return { version: this.cache.stream(streamName(kind, id))?.version ?? 0, saved };
  }

  /** The state when it is loaded, without waiting. */
  peek<State>(kind: StreamKind<State>, id: string): State | undefined {
    return this.cache.stream(streamName(kind, id))?.state as State | undefined;
  }

  /** Lets what is decided become durable, then gives the lease back. */
  async close(): Promise<void> {
    if (this.state !== 'halted') this.state = 'closed';
    while (this.appending !== undefined) await this.appending;
    this.lease?.release();
    this.lease = undefined;
  }

  /** Without the lease the states would stand still while another server moves them on. */
  private refuseWithoutLease(what: string): void {
    if (this.lacksLease) throw new Refused(`${what} of ${this.options.realm}`, UNAVAILABLE.refusal);
  }

  private async decideWhenLoaded(
    handler: CommandHandler<unknown>,
    command: Command,
    lease: Lease | undefined,
  ): Promise<CommandResult> {
    const scope = scopeOf(handler, command);
    // Loaded states may have been forgotten meanwhile.
    for (let loading = this.loader.missing(scope); loading !== undefined; loading = this.loader.missing(scope))
      await loading;
    // Checked last: the realm may have halted or lost its lease meanwhile, and another command may have loaded the states.
    if (!this.isRunningUnder(lease)) return UNAVAILABLE;
    const decided = this.sequencer.decideAtOnce(handler, command, scope);
    return decided === undefined ? this.decideFurther(handler, command, scope, lease) : this.answer(command, decided);
  }

  /** Under another lease the same request may have been answered by another server meanwhile. */
  private isRunningUnder(lease: Lease | undefined): boolean {
    return this.state === 'running' && this.lease === lease;
  }

  /** Touches what its handler finds by the first states. */
  private async decideFurther(
    handler: CommandHandler<unknown>,
    command: Command,
    first: CommandScope,
    lease: Lease | undefined,
  ): Promise<CommandResult> {
    let scope = first;
    const missing = (): Promise<unknown> | undefined => {
      const loading = this.loader.missing(first);
      if (loading !== undefined) return loading;
      scope = this.sequencer.scope(handler, command, first);
      return this.loader.missing(scope);
    };
    // Loaded states may have changed meanwhile, so the handler's scope is computed again.
    for (let loading = missing(); loading !== undefined; loading = missing()) await loading;
    if (!this.isRunningUnder(lease)) return UNAVAILABLE;
    return this.answer(command, this.sequencer.decide(handler, command, scope));
  }

  private answer(command: Command, decided: Sequenced | Refusal): CommandResult | Promise<CommandResult> {
    if (!isRefusal(decided)) return this.gather(decided);
    // A refusal changes nothing, so it needs no disk.
    this.answers.refusals.keep(command, decided);
    return { ok: false, refusal: decided, repeated: false };
  }

  private gather(decided: Sequenced): Promise<CommandResult> {
    try {
      this.sequencer.accept(decided);
    } catch (error) {
      throw this.halt((error as Error).message);
    }
    const { pending } = this;
    for (const event of decided.events) {
      this.journal.add(event);
      pending.events.push(event);
    }
    for (const row of decided.rows) pending.rows.push(row);
    if (decided.line !== undefined) pending.commands.push(decided.line);
    for (const answer of decided.answers) {
      this.answers.answered(answer.key);
      pending.answers.push(answer);
    }
    for (const due of decided.due) pending.due.push(due);
    return new Promise((resolve, reject) => {
      pending.waiting.push({ result: decided.result, resolve, reject });
      this.appending ??= this.appendAll();
    });
  }

  /** One append after another until nothing is left. The first waits a turn, so that commands of the same turn share it. */
  private async appendAll(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.pending.waiting.length > 0) {
      const batch = this.pending;
      this.pending = emptyBatch();
      try {
        await this.appendBatch(batch);
        for (const waiting of batch.waiting) waiting.resolve(waiting.result);
      } catch (error) {
        this.recover(batch, error as Error & { code?: string });
      }
    }
    this.appending = undefined;
  }

  private async appendBatch(batch: PendingBatch): Promise<void> {
    const lease = this.lease;
    if (lease === undefined) throw new Error('the lease is lost');
    const { realm, store } = this.options;
    const { leaseEpoch } = this.durable;
    const { events, rows, commands, answers, due } = batch;
    // Taken now: later the states hold what the next batch decided, which may never become durable.
    const snapshots = dueSnapshots(this.cache, realm, events);
    const startedAt = performance.now();
    this.durable = await store.append(lease.client, {
      realm,
      leaseEpoch,
      after: this.durable,
      events,
      encoded: { rows, commands },
      answers,
      due,
    });
    this.lastAppendMs = performance.now() - startedAt;
    this.journal.durable(this.durable.position);
    this.cache.trim(this.durable.position);
    for (const { key } of answers) this.answers.stored(key);
    saveAll(snapshots, store, this.options.log);
    store.publish(realm, events);
  }

  /**
   * An append failed: what was decided on top of it never happened, and the cached states are dropped. A refusal by the
   * store's own guards, or by a limit of PostgreSQL, is our mistake: the realm halts. Anything else is a lost lease, which is
   * taken again under a new epoch; reading the head after that settles whether the lost append was durable.
   */
  private recover(batch: PendingBatch, error: Error & { code?: string }): void {
    if (isOurMistake(error.code)) {
      this.halt(`the store refused an append: ${error.message}`);
      for (const waiting of batch.waiting) waiting.reject(new Error('not carried out', { cause: error }));
      return;
    }
    for (const waiting of batch.waiting) waiting.resolve(UNAVAILABLE);
    this.loseLease(error);
  }

  private loseLease(error: Error): void {
    if (this.lease === undefined) return;
    this.options.log.warn(`${this.options.realm}: the lease is lost: ${error.message}`);
    this.giveBack('recovering', error.message);
    this.options.onLost();
  }

  /** Callers of decided but unwritten commands are told to try again. */
  private giveBack(state: 'recovering' | 'standing-by', problem: string): void {
    this.lease?.release();
    this.lease = undefined;
    for (const waiting of this.drop()) waiting.resolve(UNAVAILABLE);
    if (this.state === 'halted' || this.state === 'closed') return;
    this.state = state;
    this.problem = problem;
  }

  /** Forgets everything that is decided and not durable, and every state that holds it. Answers who waited for it. */
  private drop(): Waiting[] {
    const { waiting } = this.pending;
    this.pending = emptyBatch();
    this.cache.clear();
    this.journal.clear();
    return waiting;
  }

  /** States that were read while the lost append was in doubt may lack it, so they are read again. */
  private beginAt(head: Head): void {
    this.drop();
    // Another server may have decided meanwhile what was refused here.
    this.answers.refusals.clear();
    this.answers.known.forget();
    this.durable = head;
    this.sequencer.last = head;
    this.journal.durable(head.position);
  }

  /** Our own mistake: nothing more is decided, and what was not durable yet never happened. */
  private halt(problem: string): Error {
    if (this.state === 'halted') return new Error(problem);
    this.state = 'halted';
    this.problem = problem;
    this.options.log.error(`${this.options.realm} halted: ${problem}`);
    const error = new Error(problem);
    for (const waiting of this.drop()) waiting.reject(error);
    return error;
  }
}
