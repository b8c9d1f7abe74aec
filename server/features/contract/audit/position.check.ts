import { fundingOwed, type PositionSide } from '../../../../shared/margin.js';
import { amount, format, times, ZERO, type Amount } from '../../../../shared/money.js';
import { lastNotional } from '../delivery/contract-end.decider.js';
import type { CloseCause, HoldingFacts, NewPositionEvent, PositionFacts } from '../position/position.events.js';
import { charged, closed, fundingSettled, marginKept, opened, type Holding } from '../position/position.rules.js';
import { factsOf, type ContractPosition } from '../position/position.state.js';
import { unlike } from './unlike.js';

/** What an event of a position is decided on. */
export interface PositionBefore {
  readonly position: ContractPosition;
  /** Of a unit, so far. */
  readonly index: Amount;
  /** The last funding that raised it. */
  readonly dueAt: number;
  /** One lot as an amount of the underlying. */
  readonly lot: Amount;
}

type Facts<Type extends keyof PositionFacts> = PositionFacts[Type];

/** Every figure of what moved a position, from the position before it. Answers what is not as it must be. */
export function positionProblems({ type, data }: NewPositionEvent, before: PositionBefore): string[] {
  switch (type) {
    case 'PositionOpened':
    case 'PositionIncreased':
      return grown(type, data, before);
    case 'PositionReduced':
    case 'PositionClosed':
      return shrunk(type, data, before);
    case 'PositionFunded':
      return funded(data, before);
    case 'PositionMarginAdjusted':
      return adjusted(data, before);
    case 'PositionDividend':
      return dividend(data, before);
    case 'PositionSplit':
      return split(data, before);
    default:
      return [];
  }
}

function grown(type: string, data: Facts<'PositionOpened'>, { position, index, lot }: PositionBefore): string[] {
  const { side, lots } = data;
  const before = position[side];
  const { price, ...traded } = amountsOf(data);
  const number = position.opened[side] + 1;
  const after = opened(before, { side, lots, ...traded }, { margin: amount(data.margin), fundingIndex: index, number });
  const expected = {
    type: before === null ? 'PositionOpened' : 'PositionIncreased',
    quantity: quantityOf(lots, lot),
    notional: format(times(price, BigInt(lots) * lot, 'half-even')),
    after: factsLike(data.after, after),
  };
  return [...unlike(expected, { ...data, type }), ...negative(after)];
}

const LAST_CAUSES: readonly CloseCause[] = ['delivery', 'delisting', 'settlement', 'split', 'account-end'];

function shrunk(type: string, data: Facts<'PositionClosed'>, { position, index, lot }: PositionBefore): string[] {
  const { side, lots, cause } = data;
  const before = settled(position, side, index);
  const { price, notional, fee } = amountsOf(data);
  const whole = closed(before, { lots, notional, fee });
  const result = cause === 'gap' ? marginKept(whole) : whole;
  const quantity = BigInt(lots) * lot;
  const isLast = LAST_CAUSES.includes(cause);
  const worth = isLast ? lastNotional(side, price, quantity) : times(price, quantity, 'half-even');
  const expected = {
    type: result.after.lots === 0 ? 'PositionClosed' : 'PositionReduced',
    quantity: format(quantity),
    notional: format(worth),
    realised: format(result.realised),
    released: format(result.released),
    shortfall: format(result.shortfall),
    after: factsLike(data.after, result.after),
    ...(data.fundingPaid !== undefined && { fundingPaid: format(result.fundingPaid) }),
    ...((isLast || cause === 'deleveraging') && { fee: '0' }),
  };
  return [...unlike(expected, { ...data, type }), ...negative(result.after)];
}

function funded(data: Facts<'PositionFunded'>, { position, index, dueAt, lot }: PositionBefore): string[] {
  const { after, paid, shortfall, rounding } = fundingSettled(holdingOf(position, data.side), lot, index);
  const expected = {
    index: format(index),
    dueAt,
    paid: format(paid),
    shortfall: format(shortfall),
    rounding: format(rounding),
    after: factsLike(data.after, after),
  };
  return [...unlike(expected, data), ...negative(after)];
}

function adjusted(data: Facts<'PositionMarginAdjusted'>, { position, index }: PositionBefore): string[] {
  const before = settled(position, data.side, index);
  const after = { ...before, margin: before.margin + amount(data.amount) };
  return [...unlike({ after: factsLike(data.after, after) }, data), ...negative(after)];
}

function dividend(data: Facts<'PositionDividend'>, { position, index, lot }: PositionBefore): string[] {
  const { side, perShare } = data;
  const before = settled(position, side, index);
  const quantity = BigInt(before.lots) * lot;
  // A long gets what a short pays.
  const owed = fundingOwed({ side, quantity }, amount(perShare), ZERO);
  const { after, paid, shortfall } = charged(before, owed);
  const expected = {
    quantity: format(quantity),
    paid: format(paid),
    shortfall: format(shortfall),
    after: factsLike(data.after, after),
  };
  return [...unlike(expected, data), ...negative(after)];
}

function split(data: Facts<'PositionSplit'>, { position, index, lot }: PositionBefore): string[] {
  const { side, newShares, oldShares } = data;
  const before = settled(position, side, index);
  const lots = (before.lots * newShares) / oldShares;
  if (!Number.isInteger(lots)) return [`${before.lots} lots make no whole ones at ${newShares} for ${oldShares}`];
  const expected = {
    lotsBefore: before.lots,
    quantityBefore: quantityOf(before.lots, lot),
    quantity: quantityOf(lots, lot),
    after: factsLike(data.after, { ...before, lots }),
  };
  return unlike(expected, data);
}

function holdingOf(position: ContractPosition, side: PositionSide): Holding {
  const holding = position[side];
  if (holding === null) throw new Error(`there is no ${side} position`);
  return holding;
}

/** Whatever moves a position settles its funding first. */
function settled(position: ContractPosition, side: PositionSide, index: Amount): Holding {
  const holding = holdingOf(position, side);
  if (holding.fundingIndex !== index)
    throw new Error(`its funding is settled up to ${format(holding.fundingIndex)}, and the index is ${format(index)}`);
  return holding;
}

/** Older events forgave what a margin did not cover, and say nothing of it. */
function factsLike(told: HoldingFacts, holding: Holding): HoldingFacts {
  const facts = factsOf(holding);
  if (told.unpaid !== undefined) return facts;
  const { unpaid: _, ...older } = facts;
  return older;
}

const negative = ({ margin }: Holding): string[] => (margin < ZERO ? [`its margin is below zero`] : []);

const quantityOf = (lots: number, lot: Amount): string => format(BigInt(lots) * lot);

function amountsOf({ price, notional, fee }: Pick<Facts<'PositionOpened'>, 'price' | 'notional' | 'fee'>) {
  return { price: amount(price), notional: amount(notional), fee: amount(fee) };
}
