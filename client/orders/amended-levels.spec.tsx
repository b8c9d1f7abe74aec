import { describe, expect, it } from '@jest/globals';
import type { InstrumentView } from '../../contracts/market.contract';
import type { OrderView } from '../../contracts/order.contract';
import { amount, ZERO } from '../../shared/money';
import { readText } from '../lib/rendered.testkit';
import { AmendedLevelsSection, changedLevels, formOf, useAmendedLevels } from './AmendedLevels';
import type { AttachedPlan } from './attached';

const rates = { opening: ZERO, closing: ZERO };
const plan: AttachedPlan = {
  position: { side: 'long', leverage: 1, entry: amount('100'), quantity: ZERO },
  rates,
  percentRates: rates,
  tick: amount('0.01'),
  lot: amount('0.001'),
};
const came = { quantity: '0', takeProfitOrderId: null, stopLossOrderId: null };
const attached: OrderView['attached'] = [
  { share: 50, takeProfit: '110', stopLoss: null, ...came },
  { share: 50, takeProfit: null, stopLoss: '90', ...came },
];
const instrument = { quote: 'USDT', priceDecimals: 2, tickSize: '0.01', lotSize: '0.001' } as InstrumentView;

function Amended({ filledQuantity = '0', entry = '100' }) {
  const order = { side: 'buy', attached, filledQuantity } as OrderView;
  const levels = useAmendedLevels(order, entry, instrument);
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
    expect(text).not.toContain('Estimates include');
    expect(text).not.toContain('Levels of what has filled stay.');
    expect(await readText(<Amended filledQuantity="0.5" />, 'order', 'order-refusal')).toContain(
      'Levels of what has filled stay. New ones hold for what fills from now on.',
    );
  });

  it('are held against the price that the order is amended to', async () => {
    expect(await readText(<Amended entry="115" />, 'order', 'order-refusal')).toContain(
      'The take-profit 110 is on the wrong side of the entry price 115.',
    );
  });
});
