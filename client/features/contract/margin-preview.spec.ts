import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ContractView, PositionView } from '../../../contracts/contract.contract';
import { amount } from '../../../shared/money';
import { costOfAll, costOfClosing } from './close-cost';
import { effectOf, leverageMaxOf, riskTone, withMargin } from './margin-preview';

const contract: Pick<ContractView, 'brackets' | 'coming' | 'tickSize'> = {
  tickSize: '0.1',
  coming: [],
  brackets: [
    { bracket: 1, from: '0', to: '50000', leverageMax: 100, rate: '0.004', amount: '0' },
    { bracket: 2, from: '50000', to: '1000000', leverageMax: 20, rate: '0.01', amount: '300' },
  ],
};
const terms = { contract, takerRate: '0.0005' };
const long = {
  side: 'long',
  quantity: '1',
  entryPrice: '100',
  markPrice: '100',
  margin: '10',
  fundingOwed: '0',
  unrealisedPnl: '-4',
} as PositionView;

describe('another margin', () => {
  it('of a long moves its liquidation down: (100 − margin) ÷ (1 − 0.4% − 0.05%), to the tick above', () => {
    expect(withMargin(long, 0n, terms)).toMatchObject({ margin: '10', liquidationPrice: '90.5' });
    expect(withMargin(long, amount('10'), terms).liquidationPrice).toBe('80.4');
    expect(withMargin(long, amount('-5'), terms).liquidationPrice).toBe('95.5');
    expect(withMargin(long, amount('90'), terms).liquidationPrice).toBeNull();
  });

  it('of a short moves it up, to the tick below', () => {
    const short = { ...long, side: 'short' } as PositionView;
    expect(withMargin(short, 0n, terms).liquidationPrice).toBe('109.5');
    expect(withMargin(short, amount('10'), terms).liquidationPrice).toBe('119.4');
  });

  it('counts funding that is owed as lost', () => {
    const owing = { ...long, fundingOwed: '5' };
    expect(withMargin(owing, amount('5'), terms).liquidationPrice).toBe('90.5');
  });

  it('gives the risk rate at the mark price: (0.4 + 0.05) ÷ margin, and none once all is gone', () => {
    expect(withMargin(long, 0n, terms).riskRate).toBe('0.045');
    expect(withMargin(long, amount('-10'), terms).riskRate).toBeNull();
  });

  it('never brings liquidation nearer when it grows', () => {
    const cents = fc.integer({ min: 0, max: 8_000 });
    fc.assert(
      fc.property(cents, cents, fc.constantFrom('long' as const, 'short' as const), (one, other, side) => {
        const position = { ...long, side };
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((each) => {
          const { liquidationPrice } = withMargin(position, amount((each / 100).toFixed(2)), terms);
          return liquidationPrice === null ? null : amount(liquidationPrice);
        });
        if (less === null || more === null) return;
        expect(side === 'long' ? (more ?? 0n) <= (less ?? 0n) : (more ?? 0n) >= (less ?? 0n)).toBe(true);
      }),
    );
  });
});

describe('a leverage', () => {
  const effect = (leverage: number) => effectOf(leverage, { notional: amount('1000'), mark: amount('100'), ...terms });

  it('divides the margin, and liquidation is at most the margin away', () => {
    expect(effect(1).margin).toBe('1000');
    expect(effect(20).margin).toBe('50');
    for (const leverage of [2, 5, 10, 20, 50]) {
      const { long: fall, short: rise } = effect(leverage).liquidationDistance;
      expect(amount(fall) <= amount('1') / BigInt(leverage)).toBe(true);
      expect(amount(rise) <= amount('1') / BigInt(leverage)).toBe(true);
    }
  });

  it('is as the strictest table allows while a new one comes', () => {
    const strict = [{ bracket: 1, from: '0', to: '90000', leverageMax: 25, rate: '0.02', amount: '0' }];
    const coming = [{ version: 2, from: 0, brackets: strict }];
    const with10 = (tables: typeof coming) =>
      effectOf(10, {
        notional: amount('1000'),
        mark: amount('100'),
        contract: { ...contract, coming: tables },
        takerRate: '0.0005',
      });
    // (100 - 10 - 0.05) / (1 - 2% - 0.05%), and by the followed table / (1 - 0.4% - 0.05%).
    expect(with10([]).liquidationDistance.long).toBe('0.0964');
    expect(with10(coming).liquidationDistance.long).toBe('0.0816');
    expect(leverageMaxOf({ ...contract, coming })).toBe(25);
    expect(leverageMaxOf(contract)).toBe(100);
  });

  it('that is higher is liquidated sooner', () => {
    const falls = [2, 5, 10, 20, 50].map((leverage) => amount(effect(leverage).liquidationDistance.long));
    expect(falls).toEqual([...falls].sort((a, b) => (a > b ? -1 : 1)));
  });
});

describe('closing', () => {
  const position = { ...long, quantity: '2', markPrice: '100', unrealisedPnl: '-4' };

  it('a part costs its share of the loss, and the fee on its worth at the mark price', () => {
    expect(costOfClosing(position, '0.5', '0.0005')).toEqual({ fee: '0.025', pnl: '-1' });
    expect(costOfClosing(position, '9', '0.0005')).toEqual({ fee: '0.1', pnl: '-4' });
    expect(costOfClosing(position, '', '0.0005')).toEqual({ fee: '0', pnl: '0' });
  });

  it('all of them costs the sum', () => {
    expect(costOfAll([position, { ...position, unrealisedPnl: '10' }], '0.0005')).toEqual({ fee: '0.2', pnl: '6' });
    expect(costOfAll([], '0.0005')).toEqual({ fee: '0', pnl: '0' });
  });
});

describe('a risk rate', () => {
  it.each([
    ['0.7999', 'calm'],
    ['0.8', 'warned'],
    ['0.9999', 'warned'],
    ['1', 'last'],
    [null, 'last'],
  ] as const)('of %p is %s', (rate, tone) => expect(riskTone(rate, amount('0.8'))).toBe(tone));
});
