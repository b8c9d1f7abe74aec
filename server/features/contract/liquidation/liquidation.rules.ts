import { gapInitialMargin } from '../../../../shared/margin-brackets.js';
import {
  bankruptcyPrice,
  deleveragingScore,
  isLiquidated,
  lotsAboveBracket,
  maintenanceMargin,
  marginBalance,
  notionalOf,
  unrealisedPnl,
  type MarginTerms,
  type OpenPosition,
  type PositionSide,
} from '../../../../shared/margin.js';
import { times, toCount, ZERO, type Amount } from '../../../../shared/money.js';

/** A position that a mark price has reached, and what may still be done about it. */
export interface Distressed {
  readonly position: OpenPosition;
  readonly lots: number;
  readonly mark: Amount;
  /** One tick of the contract, in USDT. */
  readonly tick: Amount;
  /** The share of the mark price that a liquidation may move away from it. */
  readonly band: Amount;
  /** Whether orders of its owner rest that would open or close this side. */
  readonly hasOrders: boolean;
  /** Whether it was reduced to the bracket below already, and the market gave no more. */
  readonly isReduced: boolean;
  /** The most that the insurance fund pays for it: its limit, or all that it has. */
  readonly cover: Amount;
}

/** What comes next; after each step the position is looked at again, for it may be safe by then. */
export type LiquidationStep =
  | { readonly type: 'none' }
  | { readonly type: 'cancel-orders' }
  /** Immediate-or-cancel, no further than the limit. */
  | { readonly type: 'reduce'; readonly lots: number; readonly limitTicks: number }
  /** The rest leaves its owner at the bankruptcy price. The insurance fund covers `insured` of its lots; the opposite side gives up the others. */
  | { readonly type: 'take-over'; readonly lots: number; readonly priceTicks: number; readonly insured: number };

/**
 * The order of a liquidation: its orders go, then as much of it as brings it into the bracket below (all of it in the lowest one), and what
 * the market does not take within the band is taken over. Source: "Liquidation Protocols" of Binance, with smaller liquidations first.
 * @param raised what it has to cover before a close; `null` where margins are not raised
 */
export function nextStep(
  distressed: Distressed,
  terms: MarginTerms,
  raised: MarginTerms | null = null,
): LiquidationStep {
  const { position, lots, mark, tick, hasOrders, isReduced } = distressed;
  if (lots === 0) return { type: 'none' };
  if (!isLiquidated(position, mark, terms)) return raised === null ? { type: 'none' } : stepForGap(distressed, raised);
  if (hasOrders) return { type: 'cancel-orders' };
  const bankrupt = bankruptcyPrice(position, terms);
  if (!isReduced) {
    const above = lotsAboveBracket(lots, notionalOf(mark, position.quantity) / BigInt(lots), terms.brackets);
    return { type: 'reduce', lots: above === 0 ? lots : above, limitTicks: limitTicks(distressed, bankrupt) };
  }
  const priceTicks = Math.max(1, ticksAt(bankrupt, tick, position.side === 'long' ? 'up' : 'down'));
  return { type: 'take-over', lots, priceTicks, insured: insuredLots(distressed, BigInt(priceTicks) * tick) };
}

/**
 * A position that does not cover the gap of the next close is reduced to what its margin covers. Nobody takes over the rest, for it is
 * solvent: what the market does not take within the band is tried again at the next beat.
 */
function stepForGap(distressed: Distressed, raised: MarginTerms): LiquidationStep {
  const { position, lots, mark, isReduced } = distressed;
  if (isReduced || !isLiquidated(position, mark, raised)) return { type: 'none' };
  const closing = lots - lotsWithinMargin(position, lots, mark, raised);
  return { type: 'reduce', lots: closing, limitTicks: limitTicks(distressed, bankruptcyPrice(position, raised)) };
}

/**
 * How many lots of a position that is short of the gap its margin covers once the others are closed at the mark. It covers what opening them
 * would take, or the next small move would reduce it again.
 */
export function lotsWithinMargin(position: OpenPosition, lots: number, mark: Amount, terms: MarginTerms): number {
  const lot = notionalOf(mark, position.quantity) / BigInt(lots);
  // What is kept and what is closed pay the same fee.
  const left = marginBalance(position, mark) - times(BigInt(lots) * lot, terms.takerRate, 'up');
  let [low, high] = [0, lots - 1];
  while (low < high) {
    const kept = Math.ceil((low + high) / 2);
    if (gapInitialMargin(maintenanceMargin(BigInt(kept) * lot, terms.brackets)) <= left) low = kept;
    else high = kept - 1;
  }
  return low;
}

/** What the fund gets, or pays below zero, where lots that left their owner at one price go to the agents at the mark. */
export function fundGain(side: PositionSide, quantity: Amount, price: Amount, mark: Amount): Amount {
  return unrealisedPnl({ ...NO_MARGIN, side, quantity, entryNotional: notionalOf(price, quantity) }, mark);
}
const NO_MARGIN = { margin: ZERO, fundingOwed: ZERO };

/** As many as its cover pays for, at the price that they really leave at. */
function insuredLots({ position, lots, mark, cover }: Distressed, price: Amount): number {
  const loss = -fundGain(position.side, position.quantity, price, mark);
  return loss <= cover ? lots : toCount((cover * BigInt(lots)) / loss);
}

/** Never beyond the bankruptcy price: there the loss would be somebody else's. */
function limitTicks({ position, mark, tick, band }: Distressed, bankrupt: Amount): number {
  const away = (mark * band) / 10n ** 18n;
  if (position.side === 'long') {
    const floor = mark - away > bankrupt ? mark - away : bankrupt;
    return Math.max(1, ticksAt(floor, tick, 'up'));
  }
  const ceiling = mark + away < bankrupt ? mark + away : bankrupt;
  return ticksAt(ceiling, tick, 'down');
}

function ticksAt(price: Amount, tick: Amount, rounding: 'up' | 'down'): number {
  const ticks = price / tick;
  return toCount(rounding === 'up' && ticks * tick < price ? ticks + 1n : ticks);
}

/** A position on the other side of a liquidation. */
export interface Opposite {
  readonly owner: string;
  readonly lots: number;
  readonly position: OpenPosition;
}

/** What one of them gives up, and where it stands in the queue. */
interface GivenUp {
  readonly owner: string;
  readonly lots: number;
  readonly score: Amount;
  /** 1 goes first. */
  readonly place: number;
}

/**
 * Who gives up how many lots: by profit ratio times effective leverage, the highest first; of equal ones by the owner, so that the order
 * is one. Agents are not among them, for they are deleveraged before any user. Those behind the last one are not put in order.
 */
export function deleveraged(lots: number, opposite: readonly Opposite[], mark: Amount): GivenUp[] {
  const found: GivenUp[] = [];
  let [left, place] = [lots, 0];
  for (const { each, score } of inOrder(scored(opposite, mark))) {
    if (left === 0) break;
    place += 1;
    const taken = Math.min(left, each.lots);
    if (taken > 0) found.push({ owner: each.owner, lots: taken, score, place });
    left -= taken;
  }
  return found;
}

/** The queue of deleveraging, the first to go on top. */
export function ranked(opposite: readonly Opposite[], mark: Amount): Opposite[] {
  return scored(opposite, mark)
    .sort(compare)
    .map(({ each }) => each);
}

interface Scored {
  readonly each: Opposite;
  readonly score: Amount;
}

const scored = (opposite: readonly Opposite[], mark: Amount): Scored[] =>
  opposite.map((each) => ({ each, score: deleveragingScore(each.position, mark) }));

function compare(one: Scored, other: Scored): number {
  if (one.score !== other.score) return one.score > other.score ? -1 : 1;
  return one.each.owner < other.each.owner ? -1 : 1;
}

/** One after another by a binary heap: O(n) before the first, O(log n) for each. */
function* inOrder(heap: Scored[]): Generator<Scored> {
  for (let at = heap.length >> 1; at > 0; at -= 1) sink(heap, at - 1);
  for (let [first] = heap; first !== undefined; [first] = heap) {
    yield first;
    const last = heap.pop() as Scored;
    if (heap.length === 0) return;
    heap[0] = last;
    sink(heap, 0);
  }
}

function sink(heap: Scored[], from: number): void {
  for (let at = from; ;) {
    let first = at;
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && compare(heap[child] as Scored, heap[first] as Scored) < 0) first = child;
    if (first === at) return;
    [heap[at], heap[first]] = [heap[first] as Scored, heap[at] as Scored];
    at = first;
  }
}

/** The place of a position among those of its side. */
export interface DeleveragingRank {
  /** 1 goes first. */
  readonly place: number;
  /** Positions of the side, this one among them. */
  readonly length: number;
}

const LEVELS = 5;

/** The lights of a place: five for the fifth that goes first, one for the fifth that goes last. */
export const levelOf = ({ place, length }: DeleveragingRank): number =>
  LEVELS - Math.floor(((place - 1) * LEVELS) / length);
