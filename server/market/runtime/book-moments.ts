import { symbolKind } from '../../../shared/contract-symbol.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { BEAT_MS, beatOf, instantOf, type MarketBeat, type MarketMoment } from '../book-market.js';
import { noiseTakersOf } from '../flow-offset/backed-takers.js';
import type { BookTrace } from '../mark-price/mark-price.js';
import type { MarkPrices } from '../mark-price/mark-prices.js';
import { asImpact, impactOfFills, type AgentFill, type Impact } from '../simulator/impact.js';
import type { AgentLadder, Touch } from '../simulator/ladder.js';
import type { BookSource } from '../simulator/market-source.js';
import { rangeOf } from '../simulator/tape.js';
import type { EffectiveActions } from './effective-actions.js';
import type { Listed } from './listed.js';

interface MomentParts {
  readonly listed: { get(symbol: string): Listed | undefined };
  readonly actions: Pick<EffectiveActions, 'halts' | 'isUnderWay'>;
  readonly model: BookSource;
  readonly marks: MarkPrices;
}

/** What a moment and a beat of the books are made of, for one state of the catalogue: quotes, tape, prices, and whether orders are taken. */
export class BookMoments {
  private readonly quotes = new Map<string, { beat: number; byImpact: Map<Impact, AgentLadder> }>();

  constructor(private readonly parts: MomentParts) {}

  moment(symbol: string, at: number, trace: BookTrace): MarketMoment | Refusal {
    const shut = this.shut(symbol, at);
    const isCall = shut?.refusal === 'market.closed' && this.callAt(symbol, at) !== undefined;
    if (shut !== undefined && !isCall) return shut;
    const { model, marks } = this.parts;
    const liquidity = isCall ? { bids: [], asks: [] } : this.quoted(symbol, at, trace.impact);
    const markTicks = marks.ticksAt(symbol, at, trace);
    const referenceTicks = model.priceTicksAt(symbol, at);
    return {
      referenceTicks,
      lastTicks: marks.lastTicksAt(symbol, at, trace),
      indexTicks: model.indexTicksAt?.(symbol, at) ?? referenceTicks,
      markTicks,
      liquidity,
      phase: isCall ? 'call' : 'continuous',
      priceLimits: model.limitsAt?.(symbol, at),
    };
  }

  /** When the auction of the call that runs is. A call follows a session, so that there is a last price, or lists a new coin. */
  callAt(symbol: string, at: number): number | undefined {
    const { model, listed, actions } = this.parts;
    const { phase, closedAt = 0, nextChangeAt } = model.sessionState(symbol, at);
    const { listedFrom = Infinity, version } = listed.get(symbol) ?? {};
    const isNew = version?.spec.opening !== undefined && at >= listedFrom;
    const isTaken = (isNew || closedAt > listedFrom) && !actions.isUnderWay(symbol);
    return phase === 'call' && isTaken ? nextChangeAt : undefined;
  }

  impactAfter(symbol: string, at: number, impact: unknown, fills: readonly AgentFill[]): unknown {
    if (fills.length === 0) return undefined;
    return impactOfFills(asImpact(impact), fills, at, this.parts.model.impactScale(symbol, at));
  }

  /** The agents' quotes with a book's impact; `undefined` while the market is closed. */
  ladder(symbol: string, at: number, impact: unknown): AgentLadder | undefined {
    return this.isTraded(symbol, at) ? this.quoted(symbol, at, impact) : undefined;
  }

  /** The best quotes of a book that nobody touched; `undefined` while the market is closed. */
  touch(symbol: string, at: number): Touch | undefined {
    return this.isTraded(symbol, at) ? this.parts.model.touch(symbol, at) : undefined;
  }

  beat(symbol: string, beat: number, trace: BookTrace): MarketBeat | undefined {
    const { model, marks, actions } = this.parts;
    const at = instantOf(beat);
    if (actions.halts(symbol, at)) return undefined;
    const tape = model.trades(symbol, at - BEAT_MS, at);
    const liquidity = this.ladder(symbol, at, trace.impact);
    if (liquidity === undefined && tape.length === 0) return undefined;
    const noiseTakers = noiseTakersOf(model, symbol, { at, tape, impact: asImpact(trace.impact), ladder: liquidity });
    const indexTicks = model.indexTicksAt?.(symbol, at) ?? model.priceTicksAt(symbol, at);
    const markTicks = marks.ticksAt(symbol, at, trace);
    return {
      liquidity: liquidity ?? { bids: [], asks: [] },
      traded: rangeOf(tape),
      noiseTakers,
      index: { lowTicks: indexTicks, highTicks: indexTicks },
      mark: { lowTicks: markTicks, highTicks: markTicks },
      opening: !model.sessionState(symbol, at - BEAT_MS).open,
      // A pause is no close: the auction of the close is held in the last beat of the session alone.
      closing: liquidity !== undefined && model.sessionState(symbol, at).nextChangeAt === at + BEAT_MS,
    };
  }

  /** Why no order is taken at an instant; `undefined` while the market is open. */
  shut(symbol: string, at: number): Refusal | undefined {
    const { model, actions } = this.parts;
    const listed = this.parts.listed.get(symbol);
    if (listed === undefined) return refuse('market.symbol-unknown', { symbol });
    if (at < listed.listedFrom) return refuse('market.not-listed', { symbol, listsAt: listed.listedFrom });
    const { delistedAt } = listed.version.spec;
    if (delistedAt !== undefined && at >= delistedAt) return ended(symbol, delistedAt);
    if (actions.isUnderWay(symbol)) return refuse('market.halted', { symbol });
    const { open, nextChangeAt: opensAt } = model.sessionState(symbol, at);
    if (open) return actions.halts(symbol, at) ? refuse('market.halted', { symbol }) : undefined;
    // What never opens again is not closed for the night.
    return opensAt === undefined ? refuse('market.halted', { symbol }) : refuse('market.closed', { symbol, opensAt });
  }

  private isTraded(symbol: string, at: number): boolean {
    const { model, actions } = this.parts;
    return model.sessionState(symbol, at).open && !actions.halts(symbol, at);
  }

  /** Agents quote again at every step; within one step their quotes for an unchanged book stay the same. */
  private quoted(symbol: string, at: number, impact: unknown): AgentLadder {
    const beat = beatOf(at);
    let quotes = this.quotes.get(symbol);
    if (quotes?.beat !== beat) {
      quotes = { beat, byImpact: new Map() };
      this.quotes.set(symbol, quotes);
    }
    const state = asImpact(impact);
    let ladder = quotes.byImpact.get(state);
    if (ladder === undefined) {
      ladder = this.parts.model.ladder(symbol, at, state);
      quotes.byImpact.set(state, ladder);
    }
    return ladder;
  }
}

/** A contract ends by its delivery, everything else by its venue. */
function ended(symbol: string, at: number): Refusal {
  if (symbolKind(symbol) === 'delivery') return refuse('market.delivered', { symbol, deliveredAt: at });
  return refuse('market.delisted', { symbol, delistedAt: at });
}
