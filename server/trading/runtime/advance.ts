import { setTimeout } from 'node:timers/promises';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { BeatSteps } from '../../core/ports/beat-steps.js';
import type { HeldUpBook } from '../../core/ports/held-up-books.js';
import { isRefusal } from '../../core/refusal.js';
import { isAway } from '../../engine/history/away.js';
import type { Writers } from '../../engine/writer/writers.js';
import { auctionsWithin, BEAT_MS, beatOf, type BookMarket, type MarketBeat } from '../../market/book-market.js';
import { decide } from '../matching/book.js';
import { MARKET_ACTOR, traceOf, type BookState } from '../venue/book.state.js';
import type { AdvanceMarket } from '../venue/order.commands.js';
import { isOutgrown } from '../venue/order.decider.js';
import { hasOrders, keyOf } from './public-books.js';
import type { Products } from './products.js';

/** Beats that are decided later than this are a fact worth keeping; a few stand in line behind other books. */
const LATE_BEATS = 8;
/** A step that takes longer lets cancels pass, as one that holds its book up does. */
const LONG_STEP_MS = 100;
/** Beats of one book that are looked at before others get their turn. */
const BEATS_PER_TURN = 20;

type Missed = NonNullable<AdvanceMarket['missed']>;

/** The beats after one, up to another. */
interface Gap {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
  readonly reason: Missed['reason'];
}

/**
 * Lets the market reach users' positions, resting orders and stops, beat by beat and in order. It asks the book what a beat would do, which
 * changes nothing, and sends a command only when it would do something: so the history holds what touches users and no ticks.
 * What a beat does follows from its number and the book alone. So a beat that did nothing does nothing when it is looked at again.
 */
export class Advancer {
  /** The last beat of each book that was decided, or did nothing. */
  private readonly cursors = new Map<string, number>();
  private readonly running = new Map<string, Promise<boolean>>();
  private readonly failed = new Set<string>();
  private readonly waiting = new Map<string, HeldUpBook & { readonly problem: string }>();
  /** Since when a step is taken, by the process's own clock. */
  private readonly stepping = new Map<string, number>();
  /** What was said last of the beats behind each cursor. */
  private readonly said = new Map<string, string>();

  constructor(
    private readonly parts: {
      readonly writers: Pick<Writers, 'peek' | 'execute'>;
      readonly products: Products<Pick<BookMarket, 'terms' | 'in' | 'hours'>>;
      readonly now: () => number;
      readonly market: {
        /** See `MarketService`: after a clock that leapt, orders wait for the prices of their epoch. */
        ready(): Promise<void> | undefined;
        /** A longer gap is skipped. */
        catchUpMs(): number;
      };
      /** What comes before the orders at each beat. */
      readonly steps: Pick<BeatSteps, 'hasWork' | 'run'>;
      readonly log: { error(message: string): void };
    },
  ) {}

  /** Whether beats can reach anything of the book. */
  hasBeats(realm: TradingRealm, symbol: string): boolean {
    return hasOrders(this.stateOf(realm, symbol)) || this.parts.steps.hasWork(realm, symbol);
  }

  /**
   * Decides the beats of one book that are due by now; `undefined` when none is. Answers whether all of them are decided. What a step
   * holds up is not tried again for everybody who asks, and what leaves nothing in the book does not wait for a step that takes long.
   */
  due(realm: TradingRealm, symbol: string, leavesNothing = false): Promise<boolean> | undefined {
    const pricing = this.parts.market.ready();
    const due =
      pricing === undefined ? this.decideDue(realm, symbol) : pricing.then(() => this.decideDue(realm, symbol) ?? true);
    return due !== undefined && leavesNothing ? this.unlessLong(keyOf(realm, symbol), due) : due;
  }

  /** Such as thousands of liquidations. */
  private async unlessLong(key: string, due: Promise<boolean>): Promise<boolean> {
    for (;;) {
      const done = await Promise.race([due, setTimeout(LONG_STEP_MS / 4, undefined, { ref: false })]);
      if (done !== undefined) return done;
      if (performance.now() - (this.stepping.get(key) ?? Infinity) >= LONG_STEP_MS) return false;
    }
  }

  private decideDue(realm: TradingRealm, symbol: string): Promise<boolean> | undefined {
    const isHeldUp = this.waiting.has(keyOf(realm, symbol)) && this.hasBeats(realm, symbol);
    return isHeldUp ? Promise.resolve(false) : this.advance(realm, symbol);
  }

  /** The same, and tries what was held up once more. */
  advance(realm: TradingRealm, symbol: string): Promise<boolean> | undefined {
    const key = keyOf(realm, symbol);
    const running = this.running.get(key);
    if (running !== undefined) return running.then(() => this.due(realm, symbol) ?? true);
    const state = this.stateOf(realm, symbol);
    if (state === undefined || !this.hasBeats(realm, symbol)) return this.forget(realm, symbol);
    const to = beatOf(this.parts.now());
    if (this.cursorOf(key, state) >= to) return undefined;
    const run = this.decideUpTo(realm, symbol, to).finally(() => this.running.delete(key));
    this.running.set(key, run);
    return run;
  }

  /** The last beat of a book that is known to be decided. */
  decidedTo(realm: TradingRealm, symbol: string): number | undefined {
    const state = this.stateOf(realm, symbol);
    return state && this.cursorOf(keyOf(realm, symbol), state);
  }

  heldUp(): readonly HeldUpBook[] {
    return [...this.waiting.values()].map(({ realm, symbol, since }) => ({ realm, symbol, since }));
  }

  /** The book is empty: beats until then reach nothing. */
  forget(realm: TradingRealm, symbol: string): undefined {
    const key = keyOf(realm, symbol);
    for (const known of [this.cursors, this.waiting, this.said]) known.delete(key);
  }

  /** After a start: every beat until the book's last change is decided, and those after it may be. */
  private cursorOf(key: string, state: BookState): number {
    return this.cursors.get(key) ?? Math.max(state.beat, beatOf(state.touchedAt));
  }

  private async decideUpTo(realm: TradingRealm, symbol: string, to: number): Promise<boolean> {
    const key = keyOf(realm, symbol);
    for (let looked = 1; ; looked += 1) {
      const state = this.stateOf(realm, symbol);
      if (state === undefined || !this.hasBeats(realm, symbol)) {
        this.forget(realm, symbol);
        return true;
      }
      const from = this.cursorOf(key, state);
      if (from >= to) return true;
      if (looked === 1 && to - from > LATE_BEATS) {
        if (!(await this.passGap(realm, { symbol, from, to, reason: this.reasonOf(key) }))) return false;
        continue;
      }
      const data = { symbol, beat: from + 1, missed: null };
      const isDone = await this.decideBeat(realm, data);
      // What passes while a beat waits does not move the cursor.
      this.cursors.set(key, isDone ? from + 1 : from);
      if (!isDone) return false;
      if (looked % BEATS_PER_TURN === 0) await new Promise(setImmediate);
    }
  }

  /** Says what becomes of beats that are late, and skips those of a gap that is too long. Answers whether it is done. */
  private async passGap(realm: TradingRealm, gap: Gap): Promise<boolean> {
    const { symbol, from, to } = gap;
    if ((to - from) * BEAT_MS <= this.parts.market.catchUpMs()) {
      if (!(await this.sayMissed(realm, gap, 'decided-late'))) return false;
      this.cursors.set(keyOf(realm, symbol), from);
      return true;
    }
    const launch = this.launchWithin(gap);
    // The newest is decided all the same: whoever comes first after a gap comes after what is due by then.
    if (launch === undefined) return this.skip(realm, { ...gap, to: to - 1 });
    const isHeld =
      (await this.skip(realm, { ...gap, to: launch - 1 })) &&
      (await this.launch(realm, { ...gap, from: launch - 1, to: launch }));
    return isHeld && this.skip(realm, { ...gap, from: launch, to: to - 1 });
  }

  private async skip(realm: TradingRealm, gap: Gap): Promise<boolean> {
    if (gap.to <= gap.from) return true;
    if (!(await this.sayMissed(realm, gap, 'skipped'))) return false;
    this.cursors.set(keyOf(realm, gap.symbol), gap.to);
    return true;
  }

  /** A new coin opens once: its auction is decided late, by the quotes of its own instant, and is never skipped. */
  private async launch(realm: TradingRealm, gap: Gap): Promise<boolean> {
    const { symbol, to: beat } = gap;
    if (!(await this.sayMissed(realm, gap, 'decided-late'))) return false;
    if (!(await this.decideBeat(realm, { symbol, beat, missed: null }))) return false;
    this.cursors.set(keyOf(realm, symbol), beat);
    return true;
  }

  private launchWithin({ symbol, from, to }: Gap): number | undefined {
    const terms = this.parts.products.of(symbol).market.terms(symbol);
    const launch = isRefusal(terms) || terms.launchAt === undefined ? 0 : beatOf(terms.launchAt);
    return launch > from && launch < to ? launch : undefined;
  }

  /** First the steps that come before the orders. Answers whether all of it is done. */
  private async decideBeat(realm: TradingRealm, data: AdvanceMarket): Promise<boolean> {
    if (!(await this.takeSteps(realm, data))) return false;
    const state = this.stateOf(realm, data.symbol);
    return !hasOrders(state) || !this.wouldMatter(realm, state, data) || this.send(realm, data);
  }

  /** A mistake of ours in one step holds up its book, and no other. */
  private async takeSteps(realm: TradingRealm, { symbol, beat }: AdvanceMarket): Promise<boolean> {
    const key = keyOf(realm, symbol);
    const known = this.waiting.get(key);
    let problem = '';
    this.stepping.set(key, performance.now());
    try {
      if (await this.parts.steps.run(realm, symbol, beat)) {
        this.waiting.delete(key);
        return true;
      }
    } catch (error) {
      problem = isAway(error) ? '' : String(error);
      // It is tried with every look, and said when it changes.
      if (problem !== '' && problem !== known?.problem)
        this.parts.log.error(`${key} at beat ${beat}: ${error instanceof Error ? error.stack : problem}`);
    } finally {
      this.stepping.delete(key);
    }
    this.waiting.set(key, { realm, symbol, since: known?.since ?? this.parts.now(), problem });
    return false;
  }

  /** Keeps what becomes of the beats behind a cursor, once; answers whether it is kept. */
  private async sayMissed(
    realm: TradingRealm,
    { symbol, from, to, reason }: Gap,
    outcome: Missed['outcome'],
  ): Promise<boolean> {
    const key = keyOf(realm, symbol);
    const gap = `${outcome} after ${from}`;
    if (this.said.get(key) === gap) return true;
    const missed = { fromBeat: from + 1, outcome, reason };
    if (!(await this.send(realm, { symbol, beat: to, missed }))) return false;
    this.said.set(key, gap);
    if (reason === 'held-up')
      this.parts.log.error(`${key} is held up at beat ${from + 1}: a step before its orders is not done`);
    return true;
  }

  private stateOf(realm: TradingRealm, symbol: string): BookState | undefined {
    return this.parts.writers.peek(realm, this.parts.products.of(symbol).kind, symbol);
  }

  private reasonOf(key: string): Missed['reason'] {
    if (this.waiting.has(key)) return 'held-up';
    if (this.failed.has(key)) return 'writer-away';
    return this.cursors.has(key) ? 'standstill' : 'restart';
  }

  /** Answers whether it is done; what was refused is sent again with the next beat. */
  private async send(realm: TradingRealm, data: AdvanceMarket): Promise<boolean> {
    const { writers, products, now, log } = this.parts;
    const key = keyOf(realm, data.symbol);
    const { commands } = products.of(data.symbol).kind.product;
    const command = new commands.advance({ realm, at: now(), actor: MARKET_ACTOR }, data);
    const result = await writers.execute(realm, command);
    if (result.ok) {
      this.failed.delete(key);
      return true;
    }
    this.failed.add(key);
    const { refusal } = result.refusal;
    // The writer reports its own unavailability.
    if (refusal !== 'request.unavailable') log.error(`${key} was not advanced to beat ${data.beat}: ${refusal}`);
    return false;
  }

  /** A last price that moved without touching anybody is no fact worth keeping. */
  private wouldMatter(realm: TradingRealm, state: BookState, { symbol, beat }: AdvanceMarket): boolean {
    const { market } = this.parts.products.of(symbol);
    const terms = market.terms(symbol);
    const isQuoted = !isRefusal(terms) && !isOutgrown(state, terms.spec);
    const moment = isQuoted ? market.in(realm).beat(symbol, beat, traceOf(state)) : undefined;
    const events =
      moment === undefined
        ? decide(state.book, {
            type: 'EndMissedAuctions',
            ...auctionsWithin((at) => market.hours(symbol, at), beat, beat),
          })
        : metAt(state, moment);
    return !isRefusal(events) && events.some((event) => event.type !== 'LastTradeMoved');
  }
}

function metAt({ book }: BookState, { liquidity, ...tape }: MarketBeat) {
  return decide(book, { type: 'AdvanceMarket', ...tape }, liquidity);
}
