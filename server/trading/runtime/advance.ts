import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { BeatSteps } from '../../core/ports/beat-steps.js';
import { isRefusal } from '../../core/refusal.js';
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
/** Beats of one book that are looked at before others get their turn. */
const BEATS_PER_TURN = 20;

type MissedReason = NonNullable<AdvanceMarket['missed']>['reason'];

/**
 * Lets the market reach users' positions, resting orders and stops, beat by beat and in order. It asks the book what a beat would do, which
 * changes nothing, and sends a command only when it would do something: so the history holds what touches users and no ticks.
 * What a beat does follows from its number and the book alone. So a beat that did nothing does nothing when it is looked at again.
 */
export class Advancer {
  /** The last beat of each book that was decided, or did nothing. */
  private readonly cursors = new Map<string, number>();
  private readonly running = new Map<string, Promise<void>>();
  private readonly failed = new Set<string>();

  constructor(
    private readonly parts: {
      readonly writers: Writers;
      readonly products: Products<Pick<BookMarket, 'terms' | 'in' | 'hours'>>;
      readonly now: () => number;
      /** A longer gap is skipped. */
      readonly catchUpMs: () => number;
      /** What comes before the orders at each beat. */
      readonly steps: Pick<BeatSteps, 'hasWork' | 'run'>;
      readonly log: { error(message: string): void };
    },
  ) {}

  /** Whether beats can reach anything of the book. */
  hasBeats(realm: TradingRealm, symbol: string): boolean {
    return hasOrders(this.stateOf(realm, symbol)) || this.parts.steps.hasWork(realm, symbol);
  }

  /** Decides the beats of one book that are due by now; `undefined` when none is. */
  due(realm: TradingRealm, symbol: string): Promise<void> | undefined {
    const key = keyOf(realm, symbol);
    const running = this.running.get(key);
    if (running !== undefined) return running.then(() => this.due(realm, symbol));
    const state = this.stateOf(realm, symbol);
    if (state === undefined || !this.hasBeats(realm, symbol)) return this.forget(realm, symbol);
    const to = beatOf(this.parts.now());
    if (this.cursorOf(key, state) >= to) return undefined;
    const run = this.decideUpTo(realm, symbol, to).finally(() => this.running.delete(key));
    this.running.set(key, run);
    return run;
  }

  /** The book is empty: beats until then reach nothing. */
  forget(realm: TradingRealm, symbol: string): undefined {
    this.cursors.delete(keyOf(realm, symbol));
  }

  /** After a start: every beat until the book's last change is decided, and those after it may be. */
  private cursorOf(key: string, state: BookState): number {
    return this.cursors.get(key) ?? Math.max(state.beat, beatOf(state.touchedAt));
  }

  private async decideUpTo(realm: TradingRealm, symbol: string, to: number): Promise<void> {
    const key = keyOf(realm, symbol);
    for (let looked = 1; ; looked += 1) {
      const state = this.stateOf(realm, symbol);
      if (state === undefined || !this.hasBeats(realm, symbol)) return this.forget(realm, symbol);
      const from = this.cursorOf(key, state);
      if (from >= to) return;
      if (looked === 1 && to - from > LATE_BEATS) {
        const isSkipped = await this.sayMissed(realm, symbol, from, to);
        if (isSkipped === undefined) return;
        this.cursors.set(key, isSkipped ? to : from);
        continue;
      }
      const data = { symbol, beat: from + 1, missed: null };
      if (!(await this.decideBeat(realm, data))) return;
      this.cursors.set(key, from + 1);
      if (looked % BEATS_PER_TURN === 0) await new Promise(setImmediate);
    }
  }

  /** First the steps that come before the orders. Answers whether all of it is done. */
  private async decideBeat(realm: TradingRealm, data: AdvanceMarket): Promise<boolean> {
    if (!(await this.parts.steps.run(realm, data.symbol, data.beat))) return false;
    const state = this.stateOf(realm, data.symbol);
    return !hasOrders(state) || !this.wouldMatter(realm, state, data) || this.send(realm, data);
  }

  /** Keeps what becomes of the beats after `from`; answers whether they are skipped, `undefined` when it could not be kept. */
  private async sayMissed(realm: TradingRealm, symbol: string, from: number, to: number): Promise<boolean | undefined> {
    const isSkipped = (to - from) * BEAT_MS > this.parts.catchUpMs();
    const outcome = isSkipped ? 'skipped' : 'decided-late';
    const missed = { fromBeat: from + 1, outcome, reason: this.reasonOf(keyOf(realm, symbol)) } as const;
    return (await this.send(realm, { symbol, beat: to, missed })) ? isSkipped : undefined;
  }

  private stateOf(realm: TradingRealm, symbol: string): BookState | undefined {
    return this.parts.writers.peek(realm, this.parts.products.of(symbol).kind, symbol);
  }

  private reasonOf(key: string): MissedReason {
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
