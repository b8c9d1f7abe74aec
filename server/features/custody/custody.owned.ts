import { datesNotBegun, interestOfSum, penaltyOf, sumOfRates } from '../../../shared/custody.js';
import { amount, ZERO, type Amount } from '../../../shared/money.js';
import type { DatedIncome, OwnedItem, OwnedPart, OwnedReader } from '../../core/owned.js';
import type { CustodyRates } from '../../core/ports/custody-rates.js';
import { ratesAt } from './custody.rules.js';
import { custodyKind, datesOfOrder, type OpenCustody } from './custody.state.js';

/** Principal is on hold until maturity. Interest of revealed dates is certain and paid with it, earlier too. */
export const custodyOwned = (rates: CustodyRates): OwnedPart => ({
  kinds: [custodyKind],
  read: async ({ ownerId, at, state }: OwnedReader) => {
    const { open } = await state(custodyKind, ownerId);
    const datesOf = datesKept(rates, at);
    const orders = [...open.values()].map((order) => ({ order, dates: datesOf(order) }));
    return {
      items: orders.map(({ order, dates }) => itemOf(order, dates)),
      income: orders.map(({ order, dates }) => incomeOf(order, dates)),
    };
  },
});

/** What the dates of an order say at an instant. */
interface Dates {
  /** The sum of the rates that are revealed. */
  readonly known: Amount;
  /** The same with all others at the lowest rate, and at the highest. */
  readonly least: Amount;
  readonly most: Amount;
  readonly notBegun: number;
}

/** Orders of one product and day have the same dates, which are looked at once. */
function datesKept(rates: CustodyRates, at: number): (order: OpenCustody) => Dates {
  const kept = new Map<string, Dates>();
  return (order) => {
    const { productId, firstDate, cycleDays, rateMin, rateMax } = order;
    const key = `${productId} ${firstDate} ${cycleDays} ${rateMin} ${rateMax}`;
    const found = kept.get(key) ?? datesAt(order, ratesAt(order, rates, at), at);
    kept.set(key, found);
    return found;
  };
}

function datesAt(order: OpenCustody, rates: readonly string[], at: number): Dates {
  const known = sumOfRates(rates);
  const open = BigInt(order.cycleDays - rates.length);
  return {
    known,
    least: known + open * amount(order.rateMin),
    most: known + open * amount(order.rateMax),
    notBegun: datesNotBegun(datesOfOrder(order), at),
  };
}

function itemOf(order: OpenCustody, { known, notBegun }: Dates): OwnedItem {
  const { orderId, productId, principal, maturesAt, redemption } = order;
  // What waits for staff costs what was asked for.
  const penalty = redemption?.rejectedFor === null ? redemption.penalty : penaltyOf(order, notBegun);
  return {
    id: orderId,
    label: productId,
    detail: null,
    held: [{ space: 'finance', asset: 'USDT', amount: amount(principal) }],
    beyond: interestOfSum(amount(principal), known),
    isEstimate: false,
    isAtRisk: false,
    way: 'mature',
    availableAt: maturesAt,
    cost: ZERO,
    early: { cost: amount(penalty) },
  };
}

function incomeOf({ orderId, productId, principal, maturesAt }: OpenCustody, { least, most }: Dates): DatedIncome {
  return {
    id: orderId,
    label: productId,
    what: 'interest',
    at: maturesAt,
    asset: 'USDT',
    least: interestOfSum(amount(principal), least),
    most: interestOfSum(amount(principal), most),
    isEstimate: false,
  };
}
