import { impactAt, type Impact } from '../../../server/market/simulator/impact.js';
import type { MarketSource } from '../../../server/market/simulator/market-source.js';
import type { TapeTrade } from '../../../server/market/simulator/tape.js';
import type { Plant } from './lab-market.js';

/** Faults that a market might have. Each bot has to find one, or its silence on the real market would prove nothing. */

const changed = (source: MarketSource, changes: Partial<MarketSource>): MarketSource =>
  Object.assign(Object.create(source) as MarketSource, changes);

/** Agents that pay whatever their quotes say, on both sides of the index. */
const WITHOUT_LIMIT = 1e15;
const OPENING_MS = 2_000;

/** Quotes pushed by some ticks from where users' trades have left them. */
const pushed = (impact: Impact, at: number, ticks: number): Impact => {
  const now = impactAt(impact, at);
  return { ...now, displacementTicks: now.displacementTicks + ticks, paidTickLots: WITHOUT_LIMIT };
};

const ticksOf = (source: MarketSource, symbol: string, at: number, bps: number): number =>
  Math.round((source.exactTicksAt(symbol, at) * bps) / 10_000);

/** Agents run after whoever traded last: their quotes move by the spread, twice the gain and what is left of the push. */
export const chasing =
  (gainBps: number): Plant =>
  (source) =>
    changed(source, {
      ladder(symbol, at, impact) {
        const { askTakenLots, bidTakenLots } = impact;
        const away = Math.sign(askTakenLots - bidTakenLots);
        if (away === 0) return source.ladder(symbol, at, impact);
        const { spreadTicks } = source.impactScale(symbol, at);
        const lean = away * (spreadTicks + ticksOf(source, symbol, at, 2 * gainBps));
        return source.ladder(symbol, at, pushed(impact, at, lean));
      },
    });

/** The index, its quotes and its tape stand some basis points away, by a rule that everybody may find out. */
const moved =
  (bpsAt: (symbol: string, at: number) => number): Plant =>
  (source) => {
    const by = (symbol: string, at: number): number => ticksOf(source, symbol, at, bpsAt(symbol, at));
    return changed(source, {
      exactTicksAt: (symbol, at) => source.exactTicksAt(symbol, at) + by(symbol, at),
      priceTicksAt: (symbol, at) => source.priceTicksAt(symbol, at) + by(symbol, at),
      ladder: (symbol, at, impact) => source.ladder(symbol, at, pushed(impact, at, by(symbol, at))),
      impactScale(symbol, at) {
        const scale = source.impactScale(symbol, at);
        return { ...scale, midTicks: scale.midTicks + by(symbol, at) };
      },
      trades: (symbol, from, to) =>
        source.trades(symbol, from, to).map((trade) => {
          const ticks = by(symbol, trade.at);
          return { ...trade, priceTicks: trade.priceTicks + ticks, limitTicks: trade.limitTicks + ticks };
        }),
    });
  };

/** Moves go on: up for ten scales, then down for ten, by so many basis points a scale. */
export const waves = (scaleMs: number, bps: number): Plant =>
  moved((_, at) => {
    const place = (at / scaleMs) % 20;
    return bps * (place < 10 ? place : 20 - place);
  });

/** Moves come back: up for one scale, then down for one. */
export const bounces = (scaleMs: number, bps: number): Plant =>
  moved((_, at) => (Math.floor(at / scaleMs) % 2 === 0 ? bps : 0));

/** These instruments leave what they are functions of, every other second. */
export const apart = (symbols: readonly string[], bps: number): Plant =>
  moved((symbol, at) => (symbols.includes(symbol) && Math.floor(at / 1_000) % 2 === 0 ? bps : 0));

/** All jump each second, and these a beat later. */
export const late = (symbols: readonly string[], bps: number): Plant =>
  moved((symbol, at) => (Math.floor((symbols.includes(symbol) ? at - 250 : at) / 1_000) % 2 === 0 ? bps : 0));

const comes = (source: MarketSource, symbol: string, at: number, aheadMs: number): number =>
  Math.sign(source.exactTicksAt(symbol, at + aheadMs) - source.exactTicksAt(symbol, at));

/** The book is thick on the side away from which the price will go. */
export const tellingSizes =
  (aheadMs: number): Plant =>
  (source) =>
    changed(source, {
      ladder(symbol, at, impact) {
        const { bids, asks } = source.ladder(symbol, at, impact);
        const thick = comes(source, symbol, at, aheadMs) > 0 ? bids : asks;
        for (const level of thick) level[1] *= 8;
        return { bids, asks };
      },
    });

const tapeAs =
  (change: (source: MarketSource, symbol: string, trade: TapeTrade) => Partial<TapeTrade>): Plant =>
  (source) =>
    changed(source, {
      trades: (symbol, from, to) =>
        source.trades(symbol, from, to).map((trade) => ({ ...trade, ...change(source, symbol, trade) })),
    });

/** Takers know what comes, and the tape names their side. */
export const tellingTakers = (aheadMs: number): Plant =>
  tapeAs((source, symbol, { at }) => ({ side: comes(source, symbol, at, aheadMs) > 0 ? 'buy' : 'sell' }));

/** Prints lead the book. */
export const tellingPrints = (aheadMs: number): Plant =>
  tapeAs((source, symbol, { at }) => ({ priceTicks: source.priceTicksAt(symbol, at + aheadMs) }));

/** The book shows what the ticker showed before. */
export const staleQuotes =
  (behindMs: number): Plant =>
  (source) =>
    changed(source, {
      ladder: (symbol, at, impact) =>
        source.ladder(symbol, at - behindMs, { ...impactAt(impact, at), asOf: at - behindMs }),
    });

/** Agents stand so many basis points away, and takers pay that: service is paid for too well. */
export const wideQuotes =
  (bps: number): Plant =>
  (source) =>
    changed(source, {
      ladder(symbol, at, impact) {
        const { bids, asks } = source.ladder(symbol, at, impact);
        const away = ticksOf(source, symbol, at, bps);
        return {
          bids: bids.map(([price, lots]) => [price - away, lots]),
          asks: asks.map(([price, lots]) => [price + away, lots]),
        };
      },
      trades: (symbol, from, to) =>
        source.trades(symbol, from, to).map((trade) => {
          const away = 2 * ticksOf(source, symbol, trade.at, bps);
          return { ...trade, limitTicks: trade.limitTicks + (trade.side === 'buy' ? away : -away) };
        }),
    });

/** For two seconds a session opens beyond where it belongs (positive) or short of it, by a share of the gap. */
export const wrongOpening =
  (share: number): Plant =>
  (source) =>
    changed(source, {
      ladder(symbol, at, impact) {
        if (source.sessionState(symbol, at - OPENING_MS).open) return source.ladder(symbol, at, impact);
        const gap = source.exactTicksAt(symbol, at) - source.exactTicksAt(symbol, at - OPENING_MS);
        return source.ladder(symbol, at, pushed(impact, at, Math.round(gap * share)));
      },
    });
