import { ACCOUNT_SPACES_IN_ORDER, type CoinRow, type SpaceRow } from './asset-types';
import type { AssetRow } from '../../../contracts/asset.contract';
import { fixed, formatFixed, type Fixed } from '../../lib/fixed';

const SMALL_USDT = fixed('1');

/** One row a coin over all account spaces, the most valuable first. */
export function byCoin(rows: readonly AssetRow[]): CoinRow[] {
  const coins = new Map<string, AssetRow[]>();
  for (const row of rows) coins.set(row.currency, [...(coins.get(row.currency) ?? []), row]);
  const total = sum(rows, 'valueUsdt');
  return [...coins]
    .map(([currency, parts]) => ({
      currency,
      available: formatFixed(sum(parts, 'available')),
      frozen: formatFixed(sum(parts, 'frozen')),
      total: formatFixed(sum(parts, 'total')),
      valueUsdt: formatFixed(sum(parts, 'valueUsdt')),
      priceUsdt: parts[0]?.priceUsdt ?? null,
      share: total === 0n ? 0 : Number((sum(parts, 'valueUsdt') * 1000n) / total) / 1000,
    }))
    .sort((a, b) => (fixed(b.valueUsdt) > fixed(a.valueUsdt) ? 1 : -1));
}

/** Every account space with its rows and value; empty spaces stay visible. */
export function bySpace(rows: readonly AssetRow[]): SpaceRow[] {
  return ACCOUNT_SPACES_IN_ORDER.map((space) => {
    const own = rows.filter((row) => row.space === space && fixed(row.total) !== 0n);
    return { space, rows: own, valueUsdt: formatFixed(sum(own, 'valueUsdt')) };
  });
}

/** Without what is worth less than one USDT; what has no price stays. */
export const withoutSmall = (coins: readonly CoinRow[]): CoinRow[] =>
  coins.filter((coin) => coin.priceUsdt === null || fixed(coin.valueUsdt) >= SMALL_USDT);

/** Those whose name holds the text, whatever the case. */
export const named = (coins: readonly CoinRow[], text: string): CoinRow[] =>
  coins.filter((coin) => coin.currency.includes(text.trim().toUpperCase()));

function sum(rows: readonly AssetRow[], field: 'available' | 'frozen' | 'total' | 'valueUsdt'): Fixed {
  return rows.reduce((total, row) => total + fixed(row[field]), 0n);
}
