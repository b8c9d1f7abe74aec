import { describe, expect, it } from '@jest/globals';
import type { AssetRow } from '../../../contracts/asset.contract';
import { byCoin, bySpace, named, sharesOf, withoutSmall } from './asset-rows';

const row = (space: AssetRow['space'], currency: string, total: string, valueUsdt: string, frozen = '0'): AssetRow => ({
  space,
  currency,
  available: total,
  frozen,
  total,
  valueUsdt,
  priceUsdt: '1',
});

describe('the assets', () => {
  const rows = [
    row('spot', 'USDT', '0.1', '0.1'),
    row('finance', 'USDT', '0.2', '0.2'),
    row('spot', 'BTC', '0.01', '600'),
  ];

  it('add up exactly over the account spaces, the most valuable coin first', () => {
    const coins = byCoin(rows);
    expect(coins.map((coin) => [coin.currency, coin.total])).toEqual([
      ['BTC', '0.01'],
      ['USDT', '0.3'],
    ]);
    expect(coins.map(({ share }) => share)).toEqual([1, 0]);
  });

  it('are shared out so that the shares add up to the whole', () => {
    expect(sharesOf([907n, 92n, 1n].map((value) => value * 1001n))).toEqual([907, 92, 1]);
    expect(sharesOf([9079n, 921n])).toEqual([908, 92]);
    expect(sharesOf([1n, 1n, 1n])).toEqual([334, 333, 333]);
    expect(sharesOf([0n, 0n])).toEqual([0, 0]);
  });

  it('leave out what is worth less than one USDT when asked', () => {
    expect(withoutSmall(byCoin(rows)).map((coin) => coin.currency)).toEqual(['BTC']);
  });

  it('are found by any part of their name', () => {
    expect(named(byCoin(rows), ' bt').map((coin) => coin.currency)).toEqual(['BTC']);
  });

  it('show every account space, the empty ones too', () => {
    const spaces = bySpace(rows);
    expect(spaces.map((space) => space.space)).toEqual(['spot', 'contract', 'options', 'futures', 'finance']);
    expect(spaces[0]).toMatchObject({ valueUsdt: '600.1' });
    expect(spaces[1]?.rows).toEqual([]);
  });
});
