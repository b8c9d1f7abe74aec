import { describe, expect, it } from '@jest/globals';
import type { AssetRow } from '../../../contracts/asset.contract';
import { availableIn, isSpace, missingFor, movable, percentOf, shareOf, sum } from './transfer-form';

const row = (space: AssetRow['space'], currency: string, available: string): AssetRow => ({
  ...{ space, currency, available, frozen: '1', total: available, valueUsdt: '0', priceUsdt: null },
});
const ROWS = [row('spot', 'USDT', '100.5'), row('spot', 'BTC', '0'), row('finance', 'BTC', '0.123456789')];

describe('the transfer form', () => {
  it('offers only what is available in the space that it is taken from', () => {
    expect(movable(ROWS, 'spot').map(({ currency }) => currency)).toEqual(['USDT']);
    expect(availableIn(ROWS, 'finance', 'BTC')).toBe('0.123456789');
    expect(availableIn(ROWS, 'options', 'BTC')).toBe('0');
  });

  it('says what an account lacks to the last digit, or nothing', () => {
    expect(missingFor('100', '99.99999999')).toBe('0.00000001');
    expect(missingFor('100', '100')).toBeNull();
    expect(missingFor('', '0')).toBeNull();
  });

  it('takes all to the last digit, and a part in eight decimals rounded down', () => {
    expect(shareOf('0.123456789', 100)).toBe('0.123456789');
    expect(shareOf('0.123456789', 50)).toBe('0.06172839');
    expect(shareOf('0', 50)).toBe('0');
  });

  it('says how much of it an amount is', () => {
    expect(percentOf('25', '100')).toBe(25);
    expect(percentOf('', '100')).toBe(0);
    expect(percentOf('500', '100')).toBe(100);
    expect(percentOf('5', '0')).toBe(0);
  });

  it('adds exactly', () => {
    expect(sum('0.1', '0.2')).toBe('0.3');
    expect(sum('1', '')).toBe('1');
  });

  it('knows the five spaces', () => {
    expect(isSpace('futures')).toBe(true);
    expect(isSpace('savings')).toBe(false);
    expect(isSpace(null)).toBe(false);
  });
});
