import type { Posting } from '../../core/event.js';
import { ZERO, type Amount } from '../../../shared/money.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { HOUSE as AGENTS, type Order } from '../../trading/matching/book.js';

/** From available to frozen; a negative amount comes back. */
export function freeze(owner: string, asset: string, value: Amount): Posting[] {
  if (value === ZERO) return [];
  return [
    { account: userAccount(owner, 'spot', 'available'), asset, amount: -value },
    { account: userAccount(owner, 'spot', 'frozen'), asset, amount: value },
  ];
}

/** What one side of a fill gives and gets. Agents pay from and into the market makers' inventory. */
export function movePostings(
  owner: string,
  side: Order['side'],
  base: string,
  quote: string,
  quantity: Amount,
  notional: Amount,
  { fee, freed }: { fee: Amount; freed: Amount },
): Posting[] {
  const sign = side === 'buy' ? 1n : -1n;
  if (owner === AGENTS) {
    const { account } = HOUSE.marketMaker;
    return [
      { account, asset: base, amount: sign * quantity },
      { account, asset: quote, amount: -sign * notional },
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
