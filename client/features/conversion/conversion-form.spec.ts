import { describe, expect, it } from '@jest/globals';
import type { AssetRow } from '../../../contracts/asset.contract';
import type { CurrencyView } from '../../../contracts/market.contract';
import type { ConversionQuoteView } from '../../../contracts/conversion.contract';
import { convertible, endOfMine, readableRate, wholeOf } from './conversion-form';

const coin = (currency: string, priceUsdt: string | null = '1'): CurrencyView => ({
  ...{ currency, name: `${currency} coin`, class: 'crypto', decimals: 8, priceUsdt, symbol: null },
});
const held = (currency: string, available: string, space: AssetRow['space'] = 'spot'): AssetRow => ({
  ...{ space, currency, available, frozen: '0', total: available, valueUsdt: '1', priceUsdt: '1' },
});

const worded = (available: string) => `${available} there`;

describe('the conversion form', () => {
  it('lists what is held in the spot account first, then everything else that has a price', () => {
    const rows = [held('ETH', '2'), held('BTC', '1'), held('SOL', '1', 'finance'), held('XRP', '0')];
    const coins = [coin('BTC'), coin('ETH'), coin('SOL'), coin('XRP'), coin('OLD', null)];
    expect(convertible(coins, rows, worded).map((each) => [each.currency, each.held])).toEqual([
      ['ETH', '2 there'],
      ['BTC', '1 there'],
      ['SOL', undefined],
      ['XRP', undefined],
    ]);
  });

  it('offers nothing without a price, even where it is held', () => {
    expect(convertible([coin('BTC'), coin('OLD', null)], [held('OLD', '3')], worded)).toEqual([coin('BTC')]);
  });

  it('takes everything in eight decimals, never more', () => {
    expect(wholeOf('0.123456789')).toBe('0.12345678');
    expect(wholeOf('5')).toBe('5');
  });

  it('says a rate in the direction in which it is above one', () => {
    const [btc, usdt] = [
      { amount: '0.02', currency: 'BTC' },
      { amount: '1000', currency: 'USDT' },
    ];
    expect(readableRate(btc, usdt)).toEqual({ unit: 'BTC', value: '50000', of: 'USDT' });
    expect(readableRate(usdt, btc)).toEqual({ unit: 'BTC', value: '50000', of: 'USDT' });
  });
});

describe('the quote that was seen here', () => {
  const account = (offer: string | null, last: ConversionQuoteView['last'] = null) =>
    ({ offer: offer === null ? null : { quoteId: offer }, last }) as ConversionQuoteView;

  it('has not ended while it is live, nor where none was seen', () => {
    expect(endOfMine('q1', account('q1'), 'q1')).toBeUndefined();
    expect(endOfMine(undefined, account('q2'), 'q2')).toBeUndefined();
    expect(endOfMine('q1', undefined, undefined)).toBeUndefined();
  });

  it('is over by its time, by this browser’s clock or the server’s', () => {
    expect(endOfMine('q1', account('q1'), undefined)).toBe('expired');
    expect(endOfMine('q1', account(null, { quoteId: 'q1', end: 'expired' }), undefined)).toBe('expired');
  });

  it('ended elsewhere as the account says, or was replaced by a newer one', () => {
    for (const end of ['converted', 'cancelled', 'refused', 'stopped'] as const)
      expect(endOfMine('q1', account(null, { quoteId: 'q1', end }), undefined)).toBe(end);
    expect(endOfMine('q1', account('q2', { quoteId: 'q1', end: 'replaced' }), 'q2')).toBe('replaced');
    expect(endOfMine('q1', account(null, { quoteId: 'q3', end: 'expired' }), undefined)).toBe('replaced');
  });
});
