import { describe, expect, it } from '@jest/globals';
import { amountOf, centsOf, readQuickBuy, writeQuickBuy, type QuickBuy } from './quick-buy';

const COINS = ['BTC', 'ETH'];
const read = (search: string, real = true) => readQuickBuy(new URLSearchParams(search), COINS, real);

describe('the address of a quick buy', () => {
  it('keeps coin, amount, way and order, so that a reload ends nobody up in an empty form', () => {
    const bought: QuickBuy = { coin: 'ETH', spend: '250.5', way: 'c2c', order: 'abc' };
    expect(read(`${new URLSearchParams(writeQuickBuy(bought))}`)).toEqual(bought);
  });

  it('begins with a comparison', () => {
    expect(read('')).toEqual({ coin: 'BTC', spend: '1000', way: null, order: '' });
    expect(writeQuickBuy(read(''))).toEqual({ coin: 'BTC', spend: '1000' });
  });

  it('takes no coin that is not offered, and nothing for an amount or a way that is none', () => {
    expect(read('coin=NOPE&spend=1e9&way=magic&order=x')).toEqual(read(''));
    expect(read('spend=-5').spend).toBe('1000');
  });

  it('leads a demo account to no way that brings something in from outside', () => {
    expect(read('way=c2c&order=abc', false)).toEqual(read('', false));
    expect(read('way=deposit', false).way).toBeNull();
    expect(read('way=order', false).way).toBe('order');
  });

  it('has an order by C2C alone', () => {
    expect(read('way=convert&order=abc').order).toBe('');
  });
});

describe('the amount of a quick buy', () => {
  it('may be read while its decimals are still to come', () => {
    expect(['250.', '250.5', ''].map(amountOf)).toEqual(['250', '250.5', '']);
  });

  it('goes into a C2C order in cents, never more than was typed', () => {
    expect(['1000', '99.999', '0.001', ''].map(centsOf)).toEqual(['1000', '99.99', '', '']);
    expect(centsOf('250.000000000000000000')).toBe('250');
  });
});
