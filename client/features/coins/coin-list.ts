import type { AssetRow } from '../../../contracts/asset.contract';
import type { CurrencyView, TickerView } from '../../../contracts/market.contract';
import { format, times, toAmount, typedAmount } from '../../../shared/money';

export const COIN_COLUMNS = ['coin', 'price', 'change', 'balance', 'value'] as const;
export type CoinColumn = (typeof COIN_COLUMNS)[number];
export interface CoinSort {
  column: CoinColumn;
  descending: boolean;
}

/** A coin with what the user holds of it in all account spaces; amounts are decimal strings. */
export interface Coin extends CurrencyView {
  total: string;
}

export function coinsOf(currencies: readonly CurrencyView[], assets: readonly AssetRow[]): Coin[] {
  const held = new Map<string, bigint>();
  for (const { currency, total } of assets) held.set(currency, (held.get(currency) ?? 0n) + toAmount(total));
  return currencies.map((each) => ({ ...each, total: format(held.get(each.currency) ?? 0n) }));
}

/** The price now: the ticker's where there is one, else what the list of coins came with; USDT is the measure itself. */
export const priceOf = (coin: CurrencyView, ticker: TickerView | undefined): string | null =>
  ticker?.last ?? coin.priceUsdt;

/** What the balance is worth in USDT; zero when nothing prices the coin. */
export const valueOf = (coin: Coin, ticker: TickerView | undefined): string =>
  format(times(toAmount(coin.total), toAmount(priceOf(coin, ticker) ?? '0'), 'down'));

interface Wanted {
  /** Already made searchable. */
  typed: string;
  hideSmall: boolean;
  textOf: (coin: Coin) => string;
  tickers: ReadonlyMap<string, TickerView>;
}

const SMALL_USDT = toAmount('1');

export function filterCoins(coins: readonly Coin[], { typed, hideSmall, textOf, tickers }: Wanted): Coin[] {
  return coins.filter((coin) => {
    if (typed !== '' && !textOf(coin).includes(typed)) return false;
    return !hideSmall || toAmount(valueOf(coin, tickers.get(coin.symbol ?? ''))) >= SMALL_USDT;
  });
}

/** Exactly by amounts; coins without the figure stand last. Without a sort the held ones stand first, by value. */
export function sortCoins(
  coins: readonly Coin[],
  sort: CoinSort | null,
  tickers: ReadonlyMap<string, TickerView>,
): Coin[] {
  const { column, descending } = sort ?? { column: 'value' as const, descending: true };
  const sign = descending ? -1 : 1;
  if (column === 'coin') return [...coins].sort((a, b) => sign * (a.currency < b.currency ? -1 : 1));
  const figures = new Map(
    coins.map((coin) => [coin.currency, figureOf(column, coin, tickers.get(coin.symbol ?? ''))] as const),
  );
  return [...coins].sort((a, b) => {
    const [x, y] = [figures.get(a.currency), figures.get(b.currency)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    return x === y ? 0 : sign * (x < y ? -1 : 1);
  });
}

function figureOf(column: Exclude<CoinColumn, 'coin'>, coin: Coin, ticker: TickerView | undefined): bigint | undefined {
  switch (column) {
    case 'price':
      return typedAmount(priceOf(coin, ticker) ?? '');
    case 'change':
      return typedAmount(ticker?.changePct ?? '');
    case 'balance':
      return toAmount(coin.total);
    case 'value':
      return toAmount(valueOf(coin, ticker));
  }
}

export function nextCoinSort(sort: CoinSort | null, column: CoinColumn): CoinSort | null {
  const first = column !== 'coin';
  if (sort?.column !== column) return { column, descending: first };
  return sort.descending === first ? { column, descending: !first } : null;
}
