import { describe, expect, it } from '@jest/globals';
import type { InstrumentView } from '../../contracts/market.contract';
import type { OrderView } from '../../contracts/order.contract';
import { amount, ZERO } from '../../shared/money';
import { readText } from '../lib/rendered.testkit';
import {
  type AmendedTerms,
  AmendedLevelsSection,
  canHaveLevels,
  changedLevels,
  formOf,
  useAmendedLevels,
} from './AmendedLevels';
import type { AttachedPlan } from './attached';

const noFees = { opening: ZERO, closing: ZERO };
const plan: AttachedPlan = {
  position: { side: 'long', leverage: 1, entry: amount('100'), quantity: ZERO },
  rates: noFees,
  percentRates: noFees,
  tick: amount('0.01'),
  lot: amount('0.001'),
};
const came = { quantity: '0', takeProfitOrderId: null, stopLossOrderId: null };
const attached: OrderView['attached'] = [
  { share: 50, takeProfit: '110', stopLoss: null, ...came },
  { share: 50, takeProfit: null, stopLoss: '90', ...came },
];
const instrument = { quote: 'USDT', priceDecimals: 2, tickSize: '0.01', lotSize: '0.001' } as InstrumentView;

const ofSpot = { type: 'limit', leverage: null } as const;
const spotRates = { maker: '0.001', taker: '0.001' };

interface Given {
  filledQuantity?: string;
  entry?: string;
  terms?: Partial<OrderView>;
  rates?: AmendedTerms['rates'];
}

function Amended({ filledQuantity = '0', entry = '100', terms = {}, rates = spotRates }: Given) {
  const order = { side: 'buy', attached, filledQuantity, ...ofSpot, ...terms } as OrderView;
  const levels = useAmendedLevels(order, { entry, quantity: '2', rates }, instrument);
  return <AmendedLevelsSection {...{ levels, order, instrument }} objection={undefined} />;
}

describe('levels of an open order that is amended', () => {
  it('are sent where they were changed, and as an empty text where none is left', () => {
    const before = formOf({ attached });
    const [first, second] = before.levels;
    expect(changedLevels(before, before, plan)).toBeUndefined();
    const moved = { ...before, levels: [{ ...first!, takeProfit: '112' }, second!] };
    expect(changedLevels(before, moved, plan)).toBe('50:112:,50::90');
    expect(changedLevels(before, { ...before, levels: [] }, plan)).toBe('');
  });

  it('stand in the form as prices, and what has filled is said to keep its own', async () => {
    const text = await readText(<Amended />, 'order', 'order-refusal');
    expect(text).toContain('Level 1 %');
    expect(text).toContain('Estimates include');
    expect(text).not.toContain('Levels of what has filled stay.');
    expect(await readText(<Amended filledQuantity="0.5" />, 'order', 'order-refusal')).toContain(
      'Levels of what has filled stay. New ones hold for what fills from now on.',
    );
  });

  it('say what they are expected to bring, of what is still to fill, as in the form of a new order', async () => {
    const outcomes = async (given: Given) =>
      (await readText(<Amended {...given} />, 'order', 'order-refusal')).match(/≈[^≈]*?%/g);
    // One coin each of two: 10 USDT up or down, and a thousandth of 100 and of 110 or 90.
    expect(await outcomes({})).toEqual(['≈ +9.79 USDT · 9.79%', '≈ -10.19 USDT · -10.19%']);
    // Half of it has filled.
    expect(await outcomes({ filledQuantity: '1' })).toEqual(['≈ +4.90 USDT · 9.79%', '≈ -5.10 USDT · -10.19%']);
    const terms = { leverage: 10, type: 'stop' } as const;
    expect(await outcomes({ terms, rates: { maker: '0.0002', taker: '0.0005' } })).toEqual([
      '≈ +9.90 USDT · ROE 98.95%',
      '≈ -10.10 USDT · ROE -100.95%',
    ]);
    // Nothing is guessed before the fees are known.
    expect(await outcomes({ rates: null })).toBeNull();
  });

  it('are held against the price that the order is amended to', async () => {
    expect(await readText(<Amended entry="115" />, 'order', 'order-refusal')).toContain(
      'The take-profit 110 is on the wrong side of the entry price 115.',
    );
  });

  it('can be added to what opens at a known price, and to nothing else', () => {
    const buy = { side: 'buy', positionSide: null, reduceOnly: false, callback: null, ocoId: null } as const;
    const order = { ...buy, wholePosition: false, timeInForce: 'GTC', attached: [] } as const;
    const can = (change: Partial<OrderView>) => canHaveLevels({ ...order, ...change } as OrderView);
    const hedged = [
      can({ positionSide: 'long' }),
      can({ positionSide: 'long', side: 'sell' }),
      can({ positionSide: 'short', side: 'sell' }),
      can({ positionSide: 'short' }),
    ];
    expect(hedged).toEqual([true, false, true, false]);
    expect([can({}), can({ side: 'sell' }), can({ positionSide: 'both', side: 'sell' })]).toEqual([true, false, true]);
    expect(can({ positionSide: 'both', reduceOnly: true })).toBe(false);
    expect([can({ callback: '1%' }), can({ ocoId: 'oco-1' }), can({ timeInForce: 'ATC' })]).toEqual([
      false,
      false,
      false,
    ]);
    expect(can({ callback: '1%', attached })).toBe(true);
  });
});
