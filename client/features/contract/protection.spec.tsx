import { describe, expect, it } from '@jest/globals';
import { format } from '../../../shared/money';
import { readText, rendered } from '../../lib/rendered.testkit';
import {
  inUnit,
  pricesOf,
  protectionFrom,
  protectionOutcome,
  protectionProblems,
  type ProtectionTerms,
  type ProtectionValue,
} from './protection';
import { ProtectionFields } from './ProtectionFields';

const long: ProtectionTerms = {
  position: {
    side: 'long',
    quantity: '0.2',
    entryPrice: '50000',
    leverage: 10,
    markPrice: '51000',
    liquidationPrice: '45300',
  },
  takerRate: '0.0005',
  tickSize: '0.1',
  watched: '51000',
};
const short: ProtectionTerms = {
  ...long,
  position: { ...long.position, side: 'short', liquidationPrice: '54700' },
};
const pair = { takeProfit: '60000', stopLoss: '48000', trigger: 'index', orders: ['o-1', 'o-2'] } as const;
const value = (typed: Partial<ProtectionValue['typed']>, change: Partial<ProtectionValue> = {}): ProtectionValue => ({
  ...protectionFrom(null),
  typed: { takeProfit: '', stopLoss: '', ...typed },
  ...change,
});
const codes = (typed: Partial<ProtectionValue['typed']>, terms = long) =>
  Object.entries(protectionProblems(value(typed), terms)).map(([field, { code }]) => `${field} ${code}`);

describe('the pair of a whole position', () => {
  it('is loaded as it is, and watches the mark price where there is none', () => {
    expect(protectionFrom({ ...pair, orders: [...pair.orders] })).toMatchObject({
      unit: 'price',
      trigger: 'index',
      typed: { takeProfit: '60000', stopLoss: '48000' },
    });
    expect(protectionFrom(null)).toMatchObject({ trigger: 'mark', typed: { takeProfit: '', stopLoss: '' } });
  });

  it('brings what closing all of the position does, after the closing fee', () => {
    const { profit, returnOnEquity, distance } = protectionOutcome('60000', long);
    // 0.2 × 10,000 less 0.05% of 12,000, on a margin of 1,000.
    expect([format(profit), format(returnOnEquity), distance.slice(0, 6)]).toEqual(['1994', '1.994', '17.647']);
    expect(format(protectionOutcome('48000', long).profit)).toBe('-404.8');
    expect(format(protectionOutcome('48000', short).profit)).toBe('395.2');
  });

  it('is typed as a return on the margin, or as per cent of the entry price', () => {
    const roe = pricesOf(value({ takeProfit: '100', stopLoss: '50' }, { unit: 'roe' }), long);
    expect(roe).toEqual({ takeProfit: '55027.6', stopLoss: '47523.8' });
    for (const [price, wanted] of [
      [roe.takeProfit, 1_000],
      [roe.stopLoss, -500],
    ] as const)
      expect(Math.abs(Number(format(protectionOutcome(price, long).profit)) - wanted)).toBeLessThan(0.03);
    const percent = { takeProfit: '10', stopLoss: '5' };
    expect(pricesOf(value(percent, { unit: 'percent' }), long)).toEqual({ takeProfit: '55000', stopLoss: '47500' });
    expect(pricesOf(value(percent, { unit: 'percent' }), short)).toEqual({ takeProfit: '45000', stopLoss: '52500' });
  });

  it('keeps its prices through other units, and is not shown in one that cannot say them', () => {
    const typed = value({ takeProfit: '60000.1', stopLoss: '48000' });
    const roe = inUnit('roe', typed, long);
    expect(roe?.typed).toEqual({ takeProfit: '199.4', stopLoss: '40.48' });
    if (roe === null) throw new Error('a return says them');
    expect(inUnit('price', roe, long)?.typed).toEqual(typed.typed);
    expect(pricesOf({ ...roe, typed: { ...roe.typed, stopLoss: '30' } }, long)).toMatchObject({
      takeProfit: '60000.1',
    });
    // A stop that keeps a profit is no loss in per cent.
    expect(inUnit('roe', value({ stopLoss: '50500' }), long)).toBeNull();
    expect(inUnit('percent', value({ stopLoss: '50500' }), long)).toBeNull();
  });

  it('has a take-profit beyond the price that it watches, a stop-loss behind it and before the liquidation', () => {
    expect(codes({ takeProfit: '51000.1', stopLoss: '50999.9' })).toEqual([]);
    expect(codes({ takeProfit: '51000', stopLoss: '51000' })).toEqual([
      'takeProfit contract.take-profit-on-wrong-side',
      'stopLoss contract.stop-loss-on-wrong-side',
    ]);
    expect(codes({ takeProfit: '51000.1', stopLoss: '50999.9' }, short)).toEqual([
      'takeProfit contract.take-profit-on-wrong-side',
      'stopLoss contract.stop-loss-on-wrong-side',
    ]);
    expect(codes({ stopLoss: '45299.9' })).toEqual(['stopLoss contract.stop-beyond-liquidation']);
    expect(codes({ stopLoss: '54700.1' }, short)).toEqual(['stopLoss contract.stop-beyond-liquidation']);
    // Where the price that is watched is not known here, the server alone says so.
    expect(codes({ takeProfit: '50000' }, { ...long, watched: null })).toEqual([]);
    expect(codes({ takeProfit: '60000.05' })).toEqual(['takeProfit order.price-over-precise']);
  });
});

describe('its fields', () => {
  const instrument = { quote: 'USDT', priceDecimals: 1, tickSize: '0.1' };
  const fields = (shown: ProtectionValue) => (
    <ProtectionFields
      value={shown}
      onChange={() => undefined}
      terms={long}
      instrument={instrument}
      errorOf={() => undefined}
    />
  );
  const NOUNS = ['contract', 'order', 'order-refusal', 'refusal'] as const;

  it('say beside each price what it brings, and what is wrong with it at once', async () => {
    const text = await readText(fields(value({ takeProfit: '60000', stopLoss: '52000' })), ...NOUNS);
    expect(text).toContain('≈ +1,994.00 USDT · ROE 199.40% · +17.65% from mark');
    expect(text).toContain('Your stop-loss 52,000 is on the wrong side of 51,000.');
  });

  it('can each be taken off by a button that says which', async () => {
    const html = await rendered(fields(value({ stopLoss: '48000' })), ...NOUNS);
    expect(html).toContain('aria-label="Remove stop-loss"');
    expect(html).not.toContain('aria-label="Remove take-profit"');
    expect(html).not.toContain('aria-invalid');
  });
});
