import { amount, ONE, over, roundTo, times, toCount, ZERO, type Amount } from './money.js';

/**
 * Isolated margin of USDT-margined contracts, for server, client and console. Prices are in USDT, quantities in the base asset, both as
 * exact amounts; a notional is price times quantity. What a user has to put up is rounded up at eight decimals, what they get is rounded
 * down. Formulas: docs/decisions/contracts.md.
 */
export type PositionSide = 'long' | 'short';

const DECIMALS = 8;

/** A range of position sizes, by notional in USDT. `amount` makes the maintenance margin continuous where the rate rises. */
export interface MarginBracket {
  readonly bracket: number;
  /** Notionals above this, */
  readonly from: Amount;
  /** up to this one. */
  readonly to: Amount;
  readonly leverageMax: number;
  readonly rate: Amount;
  readonly amount: Amount;
}

/** An open position of one side. */
export interface OpenPosition {
  readonly side: PositionSide;
  readonly quantity: Amount;
  /** What the quantity cost at its entry prices. */
  readonly entryNotional: Amount;
  /** What is on hold for it. */
  readonly margin: Amount;
  /** What it owes of funding that is not paid yet; negative where it is to receive. */
  readonly fundingOwed: Amount;
}

/** What a position is judged by. */
export interface MarginTerms {
  readonly brackets: readonly MarginBracket[];
  /** The rate that closing it costs. */
  readonly takerRate: Amount;
}

const signOf = (side: PositionSide): Amount => (side === 'long' ? 1n : -1n);
const up = (value: Amount): Amount => roundTo(value, DECIMALS, 'up');
const down = (value: Amount): Amount => roundTo(value, DECIMALS, 'down');

type BracketTable = readonly { readonly to: string; readonly leverageMax: number; readonly rate: string }[];

/** Every order and every beat judges by the same few tables. */
const known = new WeakMap<BracketTable, readonly MarginBracket[]>();

/** The brackets of a table of rising limits, which never changes: each amount is the one before, plus the limit times what the rate rises by. */
export function marginBrackets(table: BracketTable): readonly MarginBracket[] {
  const found = known.get(table) ?? bracketsOf(table);
  known.set(table, found);
  return found;
}

function bracketsOf(table: BracketTable): readonly MarginBracket[] {
  const brackets: MarginBracket[] = [];
  for (const [index, { to, leverageMax, rate }] of table.entries()) {
    const before = brackets.at(-1);
    const from = before?.to ?? ZERO;
    const rise = amount(rate) - (before?.rate ?? ZERO);
    const own = before === undefined ? ZERO : before.amount + times(from, rise, 'half-even');
    brackets.push({ bracket: index + 1, from, to: amount(to), leverageMax, rate: amount(rate), amount: own });
  }
  return brackets;
}

/** The bracket of a notional; the last one where it is above all. */
export function bracketOf(brackets: readonly MarginBracket[], notional: Amount): MarginBracket {
  const found = brackets.find(({ to }) => notional <= to) ?? brackets.at(-1);
  if (found === undefined) throw new Error('no margin brackets');
  return found;
}

export function notionalOf(price: Amount, quantity: Amount): Amount {
  return times(price, quantity, 'half-even');
}

/** What a position must be worth to stay open. */
export function maintenanceMargin(notional: Amount, brackets: readonly MarginBracket[]): Amount {
  const { rate, amount: less } = bracketOf(brackets, notional);
  return up(times(notional, rate, 'up') - less);
}

/** What opening a position takes, fees apart. */
export function initialMargin(notional: Amount, leverage: number): Amount {
  return up(over(notional, BigInt(leverage) * ONE, 'up'));
}

/** The price at which an order of this side has lost its initial margin. */
function worstClose(side: PositionSide, price: Amount, leverage: number): Amount {
  const margin = over(price, BigInt(leverage) * ONE, 'up');
  return side === 'long' ? price - margin : price + margin;
}

/** What an order that opens holds until it is filled. */
export interface OrderCost {
  readonly initialMargin: Amount;
  readonly openingFee: Amount;
  /** Of closing it at the price at which its margin is lost. */
  readonly closingFee: Amount;
  readonly total: Amount;
}

/**
 * @param price the worse one for the owner of limit and mark price
 * @param rates the worst rate that opening may cost, and the taker rate that closing may cost
 */
export function openingCost(
  { side, price, quantity, leverage }: OpeningOrder,
  rates: { readonly opening: Amount; readonly closing: Amount },
): OrderCost {
  const notional = notionalOf(price, quantity);
  const margin = initialMargin(notional, leverage);
  const openingFee = up(times(notional, rates.opening, 'up'));
  const closed = notionalOf(worstClose(side, price, leverage), quantity);
  const closingFee = up(times(closed, rates.closing, 'up'));
  return { initialMargin: margin, openingFee, closingFee, total: margin + openingFee + closingFee };
}

interface OpeningOrder {
  readonly side: PositionSide;
  readonly price: Amount;
  readonly quantity: Amount;
  readonly leverage: number;
}

export function unrealisedPnl({ side, quantity, entryNotional }: OpenPosition, mark: Amount): Amount {
  return signOf(side) * (notionalOf(mark, quantity) - entryNotional);
}

/** What the position is worth: its margin, and what it has gained or lost. */
export function marginBalance(position: OpenPosition, mark: Amount): Amount {
  return position.margin - position.fundingOwed + unrealisedPnl(position, mark);
}

function closingFee(position: OpenPosition, price: Amount, { takerRate }: MarginTerms): Amount {
  return up(times(notionalOf(price, position.quantity), takerRate, 'up'));
}

/** What its balance must cover: maintenance margin, and the fee of closing it. */
export function requiredMargin(position: OpenPosition, mark: Amount, terms: MarginTerms): Amount {
  return maintenanceMargin(notionalOf(mark, position.quantity), terms.brackets) + closingFee(position, mark, terms);
}

/** At 1 it is liquidated. `null`: its balance is gone. */
export function riskRate(position: OpenPosition, mark: Amount, terms: MarginTerms): Amount | null {
  const balance = marginBalance(position, mark);
  return balance <= ZERO ? null : over(requiredMargin(position, mark, terms), balance, 'up');
}

export function isLiquidated(position: OpenPosition, mark: Amount, terms: MarginTerms): boolean {
  return marginBalance(position, mark) <= requiredMargin(position, mark, terms);
}

/** What is left of the cost once a price has taken the balance: entry and margin on the side that loses. */
function coveredNotional({ side, entryNotional, margin, fundingOwed }: OpenPosition): Amount {
  return entryNotional - signOf(side) * (margin - fundingOwed);
}

/** The price at which nothing is left after the fee of closing. Not rounded; zero where a long cannot lose so much. */
export function bankruptcyPrice(position: OpenPosition, { takerRate }: Pick<MarginTerms, 'takerRate'>): Amount {
  const { side, quantity } = position;
  const share = ONE - signOf(side) * takerRate;
  const price = over(coveredNotional(position), times(quantity, share, 'half-even'), side === 'long' ? 'up' : 'down');
  return price > ZERO ? price : ZERO;
}

/**
 * The mark price at which its balance is what it must be. Not rounded; `null` where a long cannot fall so far. The maintenance margin has
 * another rate in each bracket, so each is tried: it is continuous and rises with the notional, so one answer lies in its own bracket.
 */
export function liquidationPrice(position: OpenPosition, { brackets, takerRate }: MarginTerms): Amount | null {
  const { side, quantity } = position;
  const sign = signOf(side);
  for (const { from, to, rate, amount: less } of brackets) {
    const share = ONE - sign * (rate + takerRate);
    const notional = over(coveredNotional(position) - sign * less, share, side === 'long' ? 'up' : 'down');
    if (notional > from && notional <= to) return over(notional, quantity, side === 'long' ? 'up' : 'down');
  }
  const last = bracketOf(brackets, (brackets.at(-1)?.to ?? ZERO) + 1n);
  const beyond = over(
    coveredNotional(position) - sign * last.amount,
    ONE - sign * (last.rate + takerRate),
    'half-even',
  );
  return beyond > last.to ? over(beyond, quantity, side === 'long' ? 'up' : 'down') : null;
}

/**
 * The price at which the whole position comes to nothing: closing what is left pays for the fees and the funding so far, and counts what
 * closed lots brought. 0 for a long that has earned more than the rest can lose. Rounded against the owner.
 */
export function breakEvenPrice(
  { side, quantity, entryNotional }: OpenPosition,
  { takerRate }: Pick<MarginTerms, 'takerRate'>,
  paid: { readonly fees: Amount; readonly funding: Amount; readonly realised: Amount },
): Amount {
  const sign = signOf(side);
  const cost = entryNotional + sign * (paid.fees + paid.funding - paid.realised);
  const price = over(cost, times(quantity, ONE - sign * takerRate, 'half-even'), side === 'long' ? 'up' : 'down');
  return price > ZERO ? price : ZERO;
}

/** The average price that it was entered at, half to even at eight decimals. */
export function entryPrice({ entryNotional, quantity }: Pick<OpenPosition, 'entryNotional' | 'quantity'>): Amount {
  return roundTo(over(entryNotional, quantity, 'half-even'), DECIMALS, 'half-even');
}

/** Unrealised PnL as a share of the initial margin at the mark price and leverage, as Binance shows it. */
export function returnOnEquity(position: OpenPosition, mark: Amount, leverage: number): Amount {
  const margin = initialMargin(notionalOf(mark, position.quantity), leverage);
  return margin === ZERO ? ZERO : over(unrealisedPnl(position, mark), margin, 'down');
}

/**
 * How much margin may be taken out: what stays covers the initial margin and the closing fee, at the entry and at the mark price alike, so
 * that an unrealised gain is no margin for another position.
 */
export function removableMargin(position: OpenPosition, mark: Amount, leverage: number, terms: MarginTerms): Amount {
  const atEntry = initialMargin(position.entryNotional, leverage) + closingFee(position, mark, terms);
  const atMark = initialMargin(notionalOf(mark, position.quantity), leverage) + closingFee(position, mark, terms);
  const free = smaller(position.margin - position.fundingOwed - atEntry, marginBalance(position, mark) - atMark);
  return free > ZERO ? down(free) : ZERO;
}

/** How many lots have to go so that the position falls into the bracket below; 0 in the lowest one. */
export function lotsAboveBracket(lots: number, lotNotional: Amount, brackets: readonly MarginBracket[]): number {
  const notional = BigInt(lots) * lotNotional;
  const { from } = bracketOf(brackets, notional);
  if (from === ZERO) return 0;
  const kept = from / lotNotional;
  return lots - toCount(kept);
}

/**
 * The place in the queue of deleveraging: profit ratio times effective leverage; a loss ratio is divided by it instead. The higher is
 * reduced first. Source: BitMEX, "Auto-Deleveraging".
 */
export function deleveragingScore(position: OpenPosition, mark: Amount): Amount {
  const pnl = unrealisedPnl(position, mark);
  const balance = marginBalance(position, mark);
  const ratio = over(pnl, position.entryNotional, 'half-even');
  if (balance <= ZERO) return ratio;
  const leverage = over(notionalOf(mark, position.quantity), balance, 'half-even');
  if (pnl > ZERO) return times(ratio, leverage, 'half-even');
  return leverage === ZERO ? ratio : over(ratio, leverage, 'half-even');
}

/**
 * What a position owes for fundings between two values of the cumulative index, which is in USDT for each unit of the base asset. Who pays is
 * rounded up and who receives down, so receivers never get more than payers pay.
 */
export function fundingOwed(
  { side, quantity }: Pick<OpenPosition, 'side' | 'quantity'>,
  fromIndex: Amount,
  toIndex: Amount,
): Amount {
  const owed = signOf(side) * times(quantity, toIndex - fromIndex, 'half-even');
  return owed > ZERO ? up(owed) : down(owed);
}

const smaller = (one: Amount, other: Amount): Amount => (one < other ? one : other);
