import {
  bankruptcyPrice,
  breakEvenPrice,
  initialMargin,
  isLiquidated,
  liquidationPrice,
  maintenanceMargin,
  notionalOf,
  openingCost,
  type MarginTerms,
  type OpenPosition,
  type PositionSide,
} from './margin.js';
import { over, roundTo, roundToStep, times, ZERO, type Amount } from './money.js';

/**
 * What a position of a contract would bring, reckoned before it is opened: the calculators of the terminal. Prices are in USDT, quantities in
 * the base asset, rates are fractions. All of it is an estimate: funding is left out, and fills may differ.
 */
export interface PlannedPosition {
  readonly side: PositionSide;
  readonly leverage: number;
  readonly entry: Amount;
  readonly quantity: Amount;
}

/** What the orders cost that open and close it. A maker rate below zero is a rebate. */
export interface PlannedRates {
  readonly opening: Amount;
  readonly closing: Amount;
}

export interface PlannedProfit {
  readonly initialMargin: Amount;
  readonly openingFee: Amount;
  readonly closingFee: Amount;
  /** Before fees. */
  readonly pnl: Amount;
  /** After fees. */
  readonly profit: Amount;
  /** The profit as a share of the initial margin. */
  readonly returnOnEquity: Amount;
}

const DECIMALS = 8;
const signOf = (side: PositionSide): Amount => (side === 'long' ? 1n : -1n);

/** Rounded as fees are: against who pays or is paid. */
function feeOf(notional: Amount, rate: Amount): Amount {
  const rounding = rate < ZERO ? 'down' : 'up';
  return roundTo(times(notional, rate, rounding), DECIMALS, rounding);
}

/** What closing all of it at a price brings. */
export function plannedProfit(
  { side, leverage, entry, quantity }: PlannedPosition,
  exit: Amount,
  rates: PlannedRates,
): PlannedProfit {
  const [opened, closed] = [notionalOf(entry, quantity), notionalOf(exit, quantity)];
  const margin = initialMargin(opened, leverage);
  const [openingFee, closingFee] = [feeOf(opened, rates.opening), feeOf(closed, rates.closing)];
  const pnl = signOf(side) * (closed - opened);
  const profit = pnl - openingFee - closingFee;
  const returnOnEquity = margin === ZERO ? ZERO : over(profit, margin, profit < ZERO ? 'up' : 'down');
  return { initialMargin: margin, openingFee, closingFee, pnl, profit, returnOnEquity };
}

/** The profit that a share of the initial margin is, rounded away from zero. */
export function profitOfReturn({ leverage, entry, quantity }: PlannedPosition, returnOnEquity: Amount): Amount {
  return roundTo(times(initialMargin(notionalOf(entry, quantity), leverage), returnOnEquity, 'up'), DECIMALS, 'up');
}

/**
 * The nearest price on a tick at which closing brings a profit after fees. A loss is a profit below zero: then it is the last price that costs
 * no more. `null` where prices would have to be zero or less.
 */
export function targetPrice(plan: PlannedPosition, profit: Amount, rates: PlannedRates, tick: Amount): Amount | null {
  const { side, entry, quantity } = plan;
  const entryNotional = notionalOf(entry, quantity);
  const position = { side, quantity, entryNotional, margin: ZERO, fundingOwed: ZERO };
  const paid = { fees: feeOf(entryNotional, rates.opening) + profit, funding: ZERO, realised: ZERO };
  const exact = breakEvenPrice(position, { takerRate: rates.closing }, paid);
  if (exact <= ZERO) return null;
  // The fee is rounded up at the tick, so the tick before may still be short of the profit, and one on it too.
  const nearest = roundToStep(exact, tick, 'down');
  const step = signOf(side) * tick;
  const first = side === 'long' ? nearest : nearest + tick;
  const found = [first, first + step, first + 2n * step].find(
    (price) => price > ZERO && plannedProfit(plan, price, rates).profit >= profit,
  );
  return found ?? null;
}

/** The position as it is once an order at the entry price has filled, with margin added by hand. */
export function openedPosition(
  { side, leverage, entry, quantity }: PlannedPosition,
  { takerRate }: Pick<MarginTerms, 'takerRate'>,
  added: Amount = ZERO,
): OpenPosition {
  const rates = { opening: takerRate, closing: takerRate };
  const cost = openingCost({ side, price: entry, quantity, leverage }, rates);
  const margin = cost.initialMargin + cost.closingFee + added;
  return { side, quantity, entryNotional: notionalOf(entry, quantity), margin, fundingOwed: ZERO };
}

export interface PlannedLiquidation {
  /** With what is reserved for closing, and what was added. */
  readonly margin: Amount;
  readonly maintenanceMargin: Amount;
  /** On a tick, never shown further away than it is. `null` where a long cannot fall so far. */
  readonly liquidationPrice: Amount | null;
  readonly bankruptcyPrice: Amount;
  /** How far the mark price may move from the entry until then, as a share of it. */
  readonly distance: Amount | null;
}

/** Where the mark price liquidates it. */
export function plannedLiquidation(
  plan: PlannedPosition,
  added: Amount,
  terms: MarginTerms,
  tick: Amount,
): PlannedLiquidation {
  const position = openedPosition(plan, terms, added);
  const exact = liquidationPrice(position, terms);
  const near = (price: Amount): Amount => {
    const below = roundToStep(price, tick, 'down');
    return plan.side === 'long' && below < price ? below + tick : below;
  };
  const price = exact === null ? null : near(exact);
  const away = price === null ? null : signOf(plan.side) * (plan.entry - price);
  return {
    margin: position.margin,
    maintenanceMargin: maintenanceMargin(position.entryNotional, terms.brackets),
    liquidationPrice: price,
    bankruptcyPrice: near(bankruptcyPrice(position, terms)),
    distance: away === null ? null : away > ZERO ? over(away, plan.entry, 'down') : ZERO,
  };
}

/** What is to be lost at most if the stop fills at its price: both fees are part of it. */
export interface RiskPlan {
  readonly side: PositionSide;
  readonly entry: Amount;
  readonly stop: Amount;
  /** In USDT. */
  readonly risk: Amount;
}

/** The largest quantity in whole lots that loses no more than the risk. Zero where the stop is on the wrong side of the entry. */
export function sizeByRisk({ side, entry, stop, risk }: RiskPlan, rates: PlannedRates, lot: Amount): Amount {
  const distance = signOf(side) * (entry - stop);
  if (distance <= ZERO) return ZERO;
  const loss = distance + times(entry, rates.opening, 'up') + times(stop, rates.closing, 'up');
  if (loss <= ZERO) return ZERO;
  const quantity = roundToStep(over(risk, loss, 'down'), lot, 'down');
  const plan = { side, leverage: 1, entry, quantity };
  // Fees are rounded up on the whole, so an even quotient may be a lot too much.
  return quantity > ZERO && -plannedProfit(plan, stop, rates).profit > risk ? quantity - lot : quantity;
}

/** The highest leverage, up to the planned one, by which a stop comes before liquidation; 0 where none does. */
export function leverageForStop(plan: PlannedPosition, stop: Amount, terms: MarginTerms): number {
  for (let leverage = plan.leverage; leverage > 0; leverage -= 1) {
    const position = openedPosition({ ...plan, leverage }, terms);
    if (!isLiquidated(position, stop, terms)) return leverage;
  }
  return 0;
}
