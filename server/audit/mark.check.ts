import { MarkPrices } from '../market/mark-price/mark-prices.js';
import type { BookTrace } from '../market/mark-price/mark-price.js';
import { BEAT_MS } from '../market/simulator/beats.js';
import { epochOf } from '../market/simulator/epochs.js';
import { impactOfFills, type AgentFill, type Impact } from '../market/simulator/impact.js';
import type { BookSource } from '../market/simulator/market-source.js';
import type { Order } from '../trading/matching/book.js';
import { trailedTicks } from '../../shared/trailing.js';
import { bookSourceOf, modelOf, specOf, type Market, type MarketDifference } from './market.check.js';
import { triggersOnRise } from '../../shared/order-type.js';

/** Where something stands in the history, and the instant of the agents' quotes at which its command was decided. */
interface Located {
  readonly realm: string;
  readonly position: number;
  readonly symbol: string;
  readonly version: number;
  readonly at: number;
}

/** What a command of a book recorded of users' impact, and what it follows from. */
export interface RecordedImpact extends Located {
  readonly before: Impact;
  /** What users traded with agents, in order. */
  readonly fills: readonly AgentFill[];
  readonly recorded: Impact;
}

/** A stop that was triggered, and what it may have been triggered by. */
export interface RecordedTrigger extends Located {
  /** `undefined`: no such order was open. */
  readonly order: Order | undefined;
  readonly trigger: NonNullable<Order['trigger']>;
  readonly reachedTicks: number;
  /** Where it stands since, when it trailed and did not trigger. */
  readonly trailedTo: number | null;
  /** The market's beat; `null` for a user's command, whose trades alone trigger. */
  readonly beat: number | null;
  /** What commands before had reached and left over. */
  readonly deferred: { readonly lowTicks: number; readonly highTicks: number } | null;
  /** Trades of the command before it. */
  readonly tradedTicks: readonly number[];
  /** What users had left in the book before the command. */
  readonly trace: BookTrace;
}

type Model = BookSource;

/** Every recorded impact again, with the average that mark prices lean on. */
export function auditImpacts(market: Market, impacts: readonly RecordedImpact[]): MarketDifference[] {
  return ofEach(market, impacts, (model, { symbol, at, before, fills, recorded }) => {
    const scale = model.impactScale(symbol, at);
    const expected = impactOfFills(before, fills, at, scale);
    const keys = Object.keys(expected) as (keyof Impact)[];
    if (keys.every((key) => expected[key] === recorded[key])) return undefined;
    return { what: 'impact', expected: JSON.stringify(expected), found: JSON.stringify(recorded) };
  });
}

/** Every stop that was triggered: by what its owner chose, which had come as far as the event says, and far enough. */
export function auditTriggers(market: Market, triggers: readonly RecordedTrigger[]): MarketDifference[] {
  return ofEach(market, triggers, (model, recorded) => {
    const { order, trigger, reachedTicks, trailedTo } = recorded;
    const found = `${trigger} at ${reachedTicks}`;
    if (trailedTo !== null) return trailDifference(model, recorded, trailedTo);
    if (order === undefined || order.trigger === null || order.stopTicks === null) {
      return { what: 'trigger', expected: 'an open stop', found };
    }
    const sign = triggersOnRise(order.side, order.kind) ? 1 : -1;
    const furthest = watched(model, { ...recorded, trigger: order.trigger }).reduce(
      (far, ticks) => Math.max(far, sign * ticks),
      -Infinity,
    );
    const expected = `${order.trigger} at ${sign * furthest}`;
    const wasReached = furthest >= sign * order.stopTicks;
    if (wasReached && expected === found) return undefined;
    const beyond = wasReached ? '' : `, short of ${order.stopTicks}`;
    return { what: 'trigger', expected: `${expected}${beyond}`, found };
  });
}

/** A trailing stop moved to its distance from the best price of the command, once that had come to its activation price. */
function trailDifference(model: Model, recorded: RecordedTrigger, trailedTo: number) {
  const { order, reachedTicks } = recorded;
  const found = `${trailedTo} behind ${reachedTicks}`;
  if (order?.trail === undefined || order.stopTicks === null)
    return { what: 'trigger' as const, expected: 'an open trailing stop', found };
  const { side, trail, stopTicks } = order;
  const sign = side === 'sell' ? 1 : -1;
  const best = sign * Math.max(...watched(model, recorded).map((ticks) => sign * ticks));
  const to = trailedTicks(side, trail, best);
  const moves = trail.isActive ? sign * to > sign * stopTicks : sign * best >= sign * stopTicks;
  const expected = moves ? `${to} behind ${best}` : `${stopTicks} still`;
  return expected === found ? undefined : { what: 'trigger' as const, expected, found };
}

/** The prices that a stop of this trigger saw in the command. */
function watched(model: Model, { symbol, at, trigger, beat, deferred, tradedTicks, trace }: RecordedTrigger): number[] {
  const left = deferred === null ? [] : [deferred.lowTicks, deferred.highTicks];
  if (trigger === 'last') {
    const tape = beat === null ? [] : model.trades(symbol, at - BEAT_MS, at);
    return [...left, ...tradedTicks, ...tape.map(({ priceTicks }) => priceTicks)];
  }
  if (beat === null) return left;
  if (trigger === 'mark') return [...left, new MarkPrices(model).ticksAt(symbol, at, trace)];
  return [...left, model.indexTicksAt?.(symbol, at) ?? model.priceTicksAt(symbol, at)];
}

function ofEach<Recorded extends Located>(
  market: Market,
  recorded: readonly Recorded[],
  differenceOf: (model: Model, one: Recorded) => Pick<MarketDifference, 'what' | 'expected' | 'found'> | undefined,
): MarketDifference[] {
  const differences: MarketDifference[] = [];
  for (const group of Map.groupBy(recorded, ({ realm, symbol, version }) => `${realm} ${symbol}@${version}`).values()) {
    const [{ realm, symbol, version }] = group as [Recorded];
    const spec = specOf(market, symbol, version);
    // A book of an instrument that was never listed is a finding of its fills.
    if (spec === undefined) continue;
    const model = bookSourceOf(market, realm, symbol, modelOf(market, [spec]));
    for (const one of group) {
      const difference = differenceOf(model, one);
      const { at, position } = one;
      const epoch = epochOf(at, market.epochMs);
      if (difference !== undefined) differences.push({ ...difference, epoch, symbol, at, realm, position });
    }
  }
  return differences;
}
