import { fundingOwed, type OpenPosition, type PositionSide } from '../../../../shared/margin.js';
import { portion, roundTo, times, ZERO, type Amount } from '../../../../shared/money.js';

/** Money moves in the decimals of USDT in the ledger. */
const DECIMALS = 8;

/** One side of an owner's position in a contract. Amounts in USDT. */
export interface Holding {
  readonly side: PositionSide;
  /** Counts the positions that the owner has had on this side of the contract. */
  readonly number: number;
  readonly lots: number;
  /** What the lots cost at their entry prices. */
  readonly entryNotional: Amount;
  /** What is on hold for it, the reserved closing fee included. */
  readonly margin: Amount;
  /** The cumulative funding index up to which it has paid. */
  readonly fundingIndex: Amount;
  /** What it has paid so far, of lots that are closed too: negative where more was received. Dividends count as funding. */
  readonly fees: Amount;
  readonly funding: Amount;
  /** Funding and dividends that the margin did not cover: owed until what comes back at a close pays it. */
  readonly unpaid: Amount;
  /** Profit and loss of closed lots, before fees and funding. */
  readonly realised: Amount;
}

/** What one side of a fill trades. */
interface Traded {
  readonly lots: number;
  readonly notional: Amount;
  /** Negative where a rebate is paid. */
  readonly fee: Amount;
}

/** What closing lots moves. */
export interface Closed {
  /** Without lots it is over, and has no margin. */
  readonly after: Holding;
  readonly realised: Amount;
  /** What goes back to the owner: margin and profit, less loss, fee and the funding that is paid with it. */
  readonly released: Amount;
  /** Funding of before that the margin had not covered. Agents get it, who had advanced it. */
  readonly fundingPaid: Amount;
  /** The loss that no margin covers, because the price ran past the bankruptcy price. Its owner does not pay it. */
  readonly shortfall: Amount;
}

/** The position as the formulas of margin see it. */
export function openPosition(
  { side, lots, entryNotional, margin, fundingIndex, unpaid }: Holding,
  lotSize: Amount,
  index: Amount,
): OpenPosition {
  const quantity = BigInt(lots) * lotSize;
  const owed = unpaid + fundingOwed({ side, quantity }, fundingIndex, index);
  return { side, quantity, entryNotional, margin, fundingOwed: owed };
}

/** Opens, or adds to what is open. The funding so far is settled first: lots owe from their own fill on. */
export function opened(
  before: Holding | null,
  { side, lots, notional, fee }: Traded & { readonly side: PositionSide },
  { margin, fundingIndex, number }: Pick<Holding, 'margin' | 'fundingIndex' | 'number'>,
): Holding {
  const known = before ?? flat(side, fundingIndex, number);
  if (known.side !== side) throw new Error(`a ${known.side} position does not grow by a ${side} one`);
  if (known.fundingIndex !== fundingIndex) throw new Error('funding is settled before a position grows');
  return {
    ...known,
    lots: known.lots + lots,
    entryNotional: known.entryNotional + notional,
    margin: known.margin + margin,
    fees: known.fees + fee,
  };
}

/**
 * Closes some of the lots, or all. Entry cost and margin go in proportion, rounded to what the ledger counts; the last lot takes what is
 * left, so nothing is lost by closing in parts. A loss above the margin of the closed lots takes of the rest.
 */
export function closed(before: Holding, { lots, notional, fee }: Traded): Closed {
  if (lots > before.lots) throw new Error(`${lots} lots are more than the ${before.lots} of the position`);
  const [part, whole] = [BigInt(lots), BigInt(before.lots)];
  const cost = roundTo(portion(before.entryNotional, part, whole, 'half-even'), DECIMALS, 'half-even');
  const margin = roundTo(portion(before.margin, part, whole, 'down'), DECIMALS, 'down');
  const realised = before.side === 'long' ? notional - cost : cost - notional;
  const rest = before.margin - margin;
  const back = margin + realised - fee;
  const missing = back < ZERO ? -back : ZERO;
  const taken = smaller(missing, rest);
  const isLast = lots === before.lots;
  // What the last lot leaves of the margin is its owner's.
  const coming = (back > ZERO ? back : ZERO) + (isLast ? rest - taken : ZERO);
  const fundingPaid = smaller(before.unpaid, coming);
  const after: Holding = {
    ...before,
    lots: before.lots - lots,
    entryNotional: before.entryNotional - cost,
    margin: isLast ? ZERO : rest - taken,
    fees: before.fees + fee,
    funding: before.funding + fundingPaid,
    unpaid: before.unpaid - fundingPaid,
    realised: before.realised + realised,
  };
  return { after, realised, released: coming - fundingPaid, fundingPaid, shortfall: missing - taken };
}

/** The same with what came back left in the margin of the lots that stay. */
export function marginKept(result: Closed): Closed {
  const { after, released } = result;
  if (after.lots === 0) return result;
  return { ...result, after: { ...after, margin: after.margin + released }, released: ZERO };
}

/** What a position owes once more: taken from the margin, or added to it. */
interface Charged {
  readonly after: Holding;
  /** Negative where it received. */
  readonly paid: Amount;
  /** What stays unpaid of it for now; negative where what it received pays what was unpaid before. */
  readonly shortfall: Amount;
}

/** What the margin does not cover stays owed. A position that is worth more than it owes is not forgiven: its profit pays at the close. */
export function charged(before: Holding, owed: Amount): Charged {
  const all = before.unpaid + owed;
  const paid = smaller(all, before.margin);
  const after = { ...before, margin: before.margin - paid, funding: before.funding + paid, unpaid: all - paid };
  return { after, paid, shortfall: owed - paid };
}

/** Funding up to an index. */
export function fundingSettled(
  before: Holding,
  lotSize: Amount,
  index: Amount,
): Charged & { readonly rounding: Amount } {
  const quantity = BigInt(before.lots) * lotSize;
  const owed = fundingOwed({ side: before.side, quantity }, before.fundingIndex, index);
  const exact = times(quantity, index - before.fundingIndex, 'half-even');
  const { after, ...moved } = charged(before, owed);
  const rounding = owed - (before.side === 'long' ? exact : -exact);
  return { after: { ...after, fundingIndex: index }, ...moved, rounding };
}

const smaller = (one: Amount, other: Amount): Amount => (one < other ? one : other);

/** The position once its funding is settled, and as the formulas of margin see it then. */
export function settledAt(before: Holding, lotSize: Amount, index: Amount) {
  const { after: holding } = fundingSettled(before, lotSize, index);
  return { holding, position: openPosition(holding, lotSize, index) };
}

function flat(side: PositionSide, fundingIndex: Amount, number: number): Holding {
  const none = { entryNotional: ZERO, margin: ZERO, fees: ZERO, funding: ZERO, unpaid: ZERO, realised: ZERO };
  return { side, number, lots: 0, fundingIndex, ...none };
}
