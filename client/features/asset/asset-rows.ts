import { ACCOUNT_SPACES_IN_ORDER, type CoinRow, type SpaceRow } from './asset-types';
import type { AssetRow } from '../../../contracts/asset.contract';
import { format, toAmount, type Amount } from '../../../shared/money';

const SMALL_USDT = toAmount('1');

/** One row a coin over all account spaces, the most valuable first. */
export function byCoin(rows: readonly AssetRow[]): CoinRow[] {
  const coins = new Map<string, AssetRow[]>();
  for (const row of rows) coins.set(row.currency, [...(coins.get(row.currency) ?? []), row]);
  const shares = sharesOf([...coins.values()].map((parts) => sum(parts, 'valueUsdt')));
  return [...coins]
    .map(([currency, parts], at) => ({
      currency,
      available: format(sum(parts, 'available')),
      frozen: format(sum(parts, 'frozen')),
      total: format(sum(parts, 'total')),
      valueUsdt: format(sum(parts, 'valueUsdt')),
      priceUsdt: parts[0]?.priceUsdt ?? null,
      share: (shares[at] ?? 0) / 1000,
    }))
    .sort((a, b) => (toAmount(b.valueUsdt) > toAmount(a.valueUsdt) ? 1 : -1));
}

/** Thousandths of the whole that always add up to a thousand: what rounding leaves goes to those who lost most of it. */
export function sharesOf(values: readonly Amount[]): number[] {
  const total = values.reduce((all, value) => all + value, 0n);
  if (total === 0n) return values.map(() => 0);
  const shares = values.map((value) => Number((value * 1000n) / total));
  const lost = values.map((value) => (value * 1000n) % total);
  const order = [...values.keys()].sort((a, b) => Number((lost[b] ?? 0n) - (lost[a] ?? 0n)));
  const left = 1000 - shares.reduce((all, share) => all + share, 0);
  for (const at of order.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}

/** Every account space with its rows and value; empty spaces stay visible. */
export function bySpace(rows: readonly AssetRow[]): SpaceRow[] {
  return ACCOUNT_SPACES_IN_ORDER.map((space) => {
    const own = rows.filter((row) => row.space === space && toAmount(row.total) !== 0n);
    return { space, rows: own, valueUsdt: format(sum(own, 'valueUsdt')) };
  });
}

/** Without what is worth less than one USDT; what has no price stays. */
export const withoutSmall = (coins: readonly CoinRow[]): CoinRow[] =>
  coins.filter((coin) => coin.priceUsdt === null || toAmount(coin.valueUsdt) >= SMALL_USDT);

/** The rows whose name contains the text, in any case. */
export const named = (coins: readonly CoinRow[], text: string): CoinRow[] =>
  coins.filter((coin) => coin.currency.includes(text.trim().toUpperCase()));

function sum(rows: readonly AssetRow[], field: 'available' | 'frozen' | 'total' | 'valueUsdt'): Amount {
  return rows.reduce((total, row) => total + toAmount(row[field]), 0n);
}
