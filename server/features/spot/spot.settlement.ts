import type { Posting } from '../../core/event.js';
import { fromSteps, ZERO, type Amount } from '../../../shared/money.js';
import { holdOf } from '../../../shared/order.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { HOUSE as AGENTS, type Order } from '../../trading/matching/book.js';
import type { BookSpec } from '../../trading/venue/book.facts.js';
import { notionalOf, type Sizes } from '../../trading/venue/order.rules.js';
import type { Fill, Product } from '../../trading/venue/product.settlement.js';
import { spotCommands } from './spot.commands.js';

/** A spot order is paid in full: a buy holds what it can cost, a sell what it gives. */
export const spotProduct: Product = {
  name: 'spot',
  symbols: ['instrument'],
  prefix: 'Spot',
  space: () => 'spot',
  commands: spotCommands,
  heldAsset: (side, { base, quote }) => (side === 'sell' ? base : quote),
  settlement: ({ spec, sizes }) => ({
    reserve: (order, lots, worstRate) => holdFor(order, lots, worstRate, sizes),
    cost: ({ side, quantity, notional, fee }) => (side === 'sell' ? quantity : notional + fee),
    onFill: (fill, { freed }) => ({ postings: movePostings(fill, freed, spec) }),
  }),
};

/** What an order holds for its remaining lots: the base asset of a sell, or the most a buy can still cost, fee included. */
export function holdFor(
  { side, priceTicks }: Pick<Order, 'side' | 'priceTicks'>,
  lots: number,
  worstRate: Amount,
  sizes: Sizes,
): Amount {
  if (side === 'sell') return fromSteps(lots, sizes.lot);
  return holdOf(notionalOf(priceTicks, lots, sizes), worstRate, sizes.quoteDecimals);
}

/** What one side of a fill gives and gets. Agents pay from and into the market makers' inventory, a maker's rebate too. */
function movePostings(
  { owner, side, quantity, notional, fee }: Fill,
  freed: Amount,
  { base, quote }: BookSpec,
): Posting[] {
  const sign = side === 'buy' ? 1n : -1n;
  if (owner === AGENTS) {
    const { account } = HOUSE.marketMaker;
    return [
      { account, asset: base, amount: sign * quantity },
      { account, asset: quote, amount: -sign * notional - fee },
    ];
  }
  const available = userAccount(owner, 'spot', 'available');
  const frozen = userAccount(owner, 'spot', 'frozen');
  if (side === 'sell') {
    return [
      { account: frozen, asset: base, amount: -quantity - freed },
      ...(freed === ZERO ? [] : [{ account: available, asset: base, amount: freed }]),
      { account: available, asset: quote, amount: notional - fee },
    ];
  }
  return [
    { account: frozen, asset: quote, amount: -(notional + fee + freed) },
    ...(freed === ZERO ? [] : [{ account: available, asset: quote, amount: freed }]),
    { account: available, asset: base, amount: quantity },
  ];
}
