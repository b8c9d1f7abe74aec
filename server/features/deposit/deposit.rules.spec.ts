import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format, times } from '../../../shared/money.js';
import { canonicalHash, differenceOf, isClosed, minimumOf, writingsOf } from './deposit.rules.js';
import { RULES } from './deposit.testkit.js';

const HASH = 'Ab'.repeat(32);

describe('a hash', () => {
  it('is one text however it is written', () => {
    for (const written of [HASH, HASH.toLowerCase(), HASH.toUpperCase(), `0x${HASH}`, `0X${HASH}`.replace('0X', '0x')])
      expect(canonicalHash(written)).toBe(HASH.toLowerCase());
  });

  it('is looked for in every way that a network may write it', () => {
    expect(writingsOf(HASH)).toEqual([HASH, HASH.toLowerCase(), `0x${HASH.toLowerCase()}`, HASH.toUpperCase()]);
  });

  it.each(['', 'abc', '0x12', `${HASH} `, `${HASH}'--`])('is not %j', (text) => {
    expect(canonicalHash(text)).toBeUndefined();
  });
});

describe('the minimum', () => {
  it('is the one that the rules name', () => {
    expect(format(minimumOf(RULES, 'BTC', 8, amount('60000')))).toBe('0.001');
    expect(format(minimumOf(RULES, 'TRX', 6, null))).toBe('10');
  });

  it('of other currencies is worth as much as the rules say and never less, in whole units of the currency', () => {
    const prices = fc.bigInt({ min: 1n, max: 10n ** 24n });
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 18 }), (price, decimals) => {
        const least = minimumOf(RULES, 'XRP', decimals, price);
        expect(least % 10n ** BigInt(18 - decimals)).toBe(0n);
        expect(times(least, price, 'up')).toBeGreaterThanOrEqual(amount(RULES.minimumOther));
      }),
    );
  });

  it('is nothing where nothing prices the currency', () => {
    expect(minimumOf(RULES, 'XRP', 6, null)).toBe(0n);
  });
});

it('a channel is closed by name, and no other with it', () => {
  const rules = { ...RULES, closedChannels: 'USDT:TRC20,BTC:BTC' };
  expect(isClosed(rules, 'USDT', 'TRC20')).toBe(true);
  expect(isClosed(rules, 'USDT', 'ERC20')).toBe(false);
  expect(isClosed(RULES, 'USDT', 'TRC20')).toBe(false);
});

it('the difference is what was credited less what was said', () => {
  expect(differenceOf('9.25', '10')).toBe('-0.75');
  expect(differenceOf('11', '10')).toBe('1');
  expect(differenceOf(null, '10')).toBeNull();
});
