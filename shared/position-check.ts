import {
  deleveragingScore,
  fundingOwed,
  marginBalance,
  notionalOf,
  unrealisedPnl,
  type OpenPosition,
  type PositionSide,
} from './margin.js';
import { amount, format, over, portion, roundTo, times, ZERO, type Amount } from './money.js';

/**
 * The amounts of a position's events, computed once more from the figures that the events themselves give: for its owner, in the
 * browser. Nothing here asks the server.
 */

/** An amount that the server states, and what its own figures give. */
export interface Recomputed {
  readonly name: string;
  readonly stated: string;
  readonly computed: string;
}

interface Before {
  readonly lots: number;
  readonly entryNotional: string;
  readonly margin: string;
  readonly fundingIndex: string;
  readonly unpaid: string;
}

interface Grown {
  readonly kind: 'opened' | 'increased';
  readonly price: string;
  readonly quantity: string;
  readonly notional: string;
}

interface Shrunk {
  readonly kind: 'reduced' | 'closed';
  readonly before: Before | null;
  readonly cause: string;
  readonly lots: number;
  readonly price: string;
  readonly quantity: string;
  readonly notional: string;
  readonly fee: string;
  readonly realised: string;
  readonly released: string;
  readonly fundingPaid: string;
  readonly shortfall: string;
}

interface Charge {
  readonly rate: string;
  readonly markPrice: string;
  readonly charge: string;
  /** The sum of all charges so far. */
  readonly index: string;
}

interface Funded {
  readonly kind: 'funded';
  readonly before: Before | null;
  readonly quantity: string;
  readonly index: string;
  readonly fundings: readonly Charge[];
  readonly paid: string;
  readonly shortfall: string;
}

interface Dividend {
  readonly kind: 'dividend';
  readonly before: Before | null;
  readonly quantity: string;
  readonly perShare: string;
  readonly paid: string;
  readonly shortfall: string;
}

interface Judged {
  readonly before: Before | null;
  readonly quantity: string;
  readonly markPrice: string;
  readonly notional: string;
  readonly fundingIndex: string;
  readonly marginBalance: string;
}

interface Required {
  readonly bracket: { readonly rate: string; readonly amount: string } | null;
  readonly takerRate: string | null;
  readonly maintenanceMargin: string | null;
  readonly closingFee: string | null;
}

interface Warned extends Judged, Required {
  readonly kind: 'warned';
  readonly riskRate: string;
}

/** Before a close, or before new brackets. */
interface ShortWarned extends Judged {
  readonly kind: 'gap-warned' | 'brackets-warned';
  readonly marginNeeded: string;
  readonly missing: string;
}

interface Liquidation extends Judged, Required {
  readonly kind: 'liquidation';
  readonly lots: number;
  readonly takeOver: { readonly price: string; readonly insuredLots: number; readonly fundGain: string } | null;
}

interface Deleveraged {
  readonly kind: 'deleveraged';
  readonly before: Before | null;
  readonly markPrice: string;
  readonly fundingIndex: string;
  readonly score: string;
}

interface Plain {
  readonly kind: 'split' | 'margin' | 'leverage' | 'halted' | 'resumed';
}

export type CheckedEvent =
  | Grown
  | Shrunk
  | Funded
  | Dividend
  | Warned
  | ShortWarned
  | Liquidation
  | Deleveraged
  | Plain;

interface CheckedPosition {
  readonly side: PositionSide;
  readonly lotSize: string;
}

const DECIMALS = 8;
/** Fundings that an event lists at most: the last ones, where a standstill left more to settle at once. */
export const FUNDINGS_LISTED = 100;
const NOTHING: Before = { lots: 0, entryNotional: '0', margin: '0', fundingIndex: '0', unpaid: '0' };

/** What the event says, computed again; empty where it states no amount that follows from others. */
export function recomputed(event: CheckedEvent, position: CheckedPosition): Recomputed[] {
  switch (event.kind) {
    case 'opened':
    case 'increased':
      return [line('notional', event.notional, notionalOf(amount(event.price), amount(event.quantity)))];
    case 'reduced':
    case 'closed':
      return ofClose(event, position.side);
    case 'funded':
      return ofFunding(event, position.side);
    case 'dividend':
      return ofCharge(event, fundingOwed(sizeOf(event, position.side), amount(event.perShare), ZERO));
    case 'warned':
      return [...ofBalance(event, position.side), ...ofRequired(event), ...ofRisk(event)];
    case 'gap-warned':
    case 'brackets-warned': {
      const missing = roundTo(amount(event.marginNeeded) - amount(event.marginBalance), DECIMALS, 'up');
      return [...ofBalance(event, position.side), line('missing', event.missing, missing)];
    }
    case 'liquidation':
      return [...ofBalance(event, position.side), ...ofRequired(event), ...ofTakeOver(event, position)];
    case 'deleveraged':
      return ofRank(event, position);
    default:
      return [];
  }
}

const line = (name: string, stated: string, computed: Amount): Recomputed => ({
  name,
  stated,
  computed: format(computed),
});

const smaller = (one: Amount, other: Amount): Amount => (one < other ? one : other);
const sizeOf = ({ quantity }: { readonly quantity: string }, side: PositionSide) => ({
  side,
  quantity: amount(quantity),
});

function ofClose(event: Shrunk, side: PositionSide): Recomputed[] {
  const before = event.before ?? NOTHING;
  const rounding = side === 'long' ? 'down' : 'up';
  const notional = roundTo(times(amount(event.price), amount(event.quantity), rounding), DECIMALS, rounding);
  const [part, whole] = [BigInt(event.lots), BigInt(Math.max(1, before.lots))];
  const cost = roundTo(portion(amount(before.entryNotional), part, whole, 'half-even'), DECIMALS, 'half-even');
  const margin = roundTo(portion(amount(before.margin), part, whole, 'down'), DECIMALS, 'down');
  const realised = side === 'long' ? notional - cost : cost - notional;
  const rest = amount(before.margin) - margin;
  const back = margin + realised - amount(event.fee);
  const missing = back < ZERO ? -back : ZERO;
  const taken = smaller(missing, rest);
  const isLast = event.lots === before.lots;
  const coming = (back > ZERO ? back : ZERO) + (isLast ? rest - taken : ZERO);
  const fundingPaid = smaller(amount(before.unpaid), coming);
  const isKept = event.cause === 'gap' && !isLast;
  return [
    line('notional', event.notional, notional),
    line('realised', event.realised, realised),
    line('fundingPaid', event.fundingPaid, fundingPaid),
    line('released', event.released, isKept ? ZERO : coming - fundingPaid),
    line('shortfall', event.shortfall, missing - taken),
  ];
}

function ofFunding(event: Funded, side: PositionSide): Recomputed[] {
  const before = event.before ?? NOTHING;
  const from = amount(before.fundingIndex);
  const charges = event.fundings.map(({ rate, markPrice }) => times(amount(rate), amount(markPrice), 'half-even'));
  const [first] = event.fundings;
  const isCut = first !== undefined && event.fundings.length >= FUNDINGS_LISTED;
  const start = isCut ? amount(first.index) - amount(first.charge) : from;
  const index = charges.reduce((sum, charge) => sum + charge, start);
  const owed = fundingOwed(sizeOf(event, side), from, amount(event.index));
  return [line('index', event.index, index), ...ofCharge(event, owed)];
}

function ofCharge(event: Funded | Dividend, owed: Amount): Recomputed[] {
  const before = event.before ?? NOTHING;
  const paid = smaller(amount(before.unpaid) + owed, amount(before.margin));
  return [line('paid', event.paid, paid), line('shortfall', event.shortfall, owed - paid)];
}

/** The position as it was judged: with what it owed by then. */
function openOf(
  { before: known, fundingIndex }: { readonly before: Before | null; readonly fundingIndex: string },
  size: { readonly side: PositionSide; readonly quantity: Amount },
): OpenPosition {
  const before = known ?? NOTHING;
  const owed = fundingOwed(size, amount(before.fundingIndex), amount(fundingIndex)) + amount(before.unpaid);
  const [entryNotional, margin] = [amount(before.entryNotional), amount(before.margin)];
  return { ...size, entryNotional, margin, fundingOwed: owed };
}

function ofBalance(event: Judged, side: PositionSide): Recomputed[] {
  const [mark, size] = [amount(event.markPrice), sizeOf(event, side)];
  return [
    line('notional', event.notional, notionalOf(mark, size.quantity)),
    line('marginBalance', event.marginBalance, marginBalance(openOf(event, size), mark)),
  ];
}

function ofRequired({ notional, bracket, takerRate, maintenanceMargin, closingFee }: Judged & Required): Recomputed[] {
  if (bracket === null || takerRate === null || maintenanceMargin === null || closingFee === null) return [];
  const up = (value: Amount): Amount => roundTo(value, DECIMALS, 'up');
  const worth = amount(notional);
  const maintenance = up(times(worth, amount(bracket.rate), 'up') - amount(bracket.amount));
  return [
    line('maintenanceMargin', maintenanceMargin, maintenance),
    line('closingFee', closingFee, up(times(worth, amount(takerRate), 'up'))),
  ];
}

function ofRisk({ riskRate, marginBalance: balance, maintenanceMargin, closingFee }: Warned): Recomputed[] {
  if (maintenanceMargin === null || closingFee === null || amount(balance) <= ZERO) return [];
  const needed = amount(maintenanceMargin) + amount(closingFee);
  return [line('riskRate', riskRate, over(needed, amount(balance), 'up'))];
}

function ofTakeOver({ takeOver, markPrice }: Liquidation, { side, lotSize }: CheckedPosition): Recomputed[] {
  if (takeOver === null) return [];
  const quantity = BigInt(takeOver.insuredLots) * amount(lotSize);
  const entryNotional = notionalOf(amount(takeOver.price), quantity);
  const taken = { side, quantity, entryNotional, margin: ZERO, fundingOwed: ZERO };
  return [line('fundGain', takeOver.fundGain, unrealisedPnl(taken, amount(markPrice)))];
}

function ofRank(event: Deleveraged, { side, lotSize }: CheckedPosition): Recomputed[] {
  const quantity = BigInt(event.before?.lots ?? 0) * amount(lotSize);
  if (quantity === ZERO) return [];
  return [line('score', event.score, deleveragingScore(openOf(event, { side, quantity }), amount(event.markPrice)))];
}
