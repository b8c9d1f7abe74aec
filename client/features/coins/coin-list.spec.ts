import { describe, expect, it } from '@jest/globals';
import type { AssetRow } from '../../../contracts/asset.contract';
import type { CurrencyView, TickerView } from '../../../contracts/market.contract';
import { coinsOf, filterCoins, nextCoinSort, sortCoins, valueOf, type CoinColumn } from './coin-list';

const currency = (name: string, priceUsdt: string | null) =>
  ({ currency: name, name, priceUsdt, symbol: name === 'USDT' ? null : `${name}USDT` }) as CurrencyView;
const held = (name: string, total: string) => ({ currency: name, total }) as AssetRow;
const coins = coinsOf(
  [currency('USDT', '1'), currency('BTC', '90000'), currency('ETH', '3000'), currency('ODD', null)],
  [held('USDT', '0.1'), held('USDT', '0.2'), held('BTC', '0.01'), held('ODD', '7')],
);
const tickers = new Map([['BTCUSDT', { last: '91000', changePct: '1.1' } as TickerView]]);
const names = (some: { currency: string }[]) => some.map((coin) => coin.currency);
const textOf = ({ currency: name }: { currency: string }) => name.toLowerCase();

describe('the coins', () => {
  it('add up exactly over the account spaces', () => {
    expect(coins[0]).toMatchObject({ currency: 'USDT', total: '0.3' });
    expect(coins[2]).toMatchObject({ currency: 'ETH', total: '0' });
  });

  it('are worth their balance at the live price, and nothing where nothing prices them', () => {
    expect(coins.map((coin) => valueOf(coin, tickers.get(coin.symbol ?? '')))).toEqual(['0.3', '910', '0', '0']);
  });

  it('stand by value at first, and by any column either way', () => {
    expect(names(sortCoins(coins, null, tickers)).slice(0, 2)).toEqual(['BTC', 'USDT']);
    const by = (column: CoinColumn, descending: boolean) => names(sortCoins(coins, { column, descending }, tickers));
    expect(by('balance', true)[0]).toBe('ODD');
    expect(by('price', true)).toEqual(['BTC', 'ETH', 'USDT', 'ODD']);
    expect(by('price', false)).toEqual(['USDT', 'ETH', 'BTC', 'ODD']);
    expect(by('coin', false)).toEqual(['BTC', 'ETH', 'ODD', 'USDT']);
    expect(by('change', true)[0]).toBe('BTC');
  });

  it('leave out what is worth less than one USDT when asked, and what does not match', () => {
    const wanted = { typed: '', hideSmall: true, textOf, tickers };
    expect(names(filterCoins(coins, wanted))).toEqual(['BTC']);
    expect(names(filterCoins(coins, { ...wanted, hideSmall: false, typed: 'et' }))).toEqual(['ETH']);
  });

  it('return to their first order at the third click', () => {
    const first = nextCoinSort(null, 'coin');
    const second = nextCoinSort(first, 'coin');
    expect([first?.descending, second?.descending, nextCoinSort(second, 'coin')]).toEqual([false, true, null]);
  });
});
