import { describe, expect, it } from '@jest/globals';
import type { InstrumentView } from '../../contracts/market.contract';
import { correctionOf } from './correction';
import { EMPTY_FORM, type FormContext, type OrderFields } from './order-fields';
import { summarise } from './order-form';

const instrument = {
  ...{ symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', tickSize: '0.01', lotSize: '0.00001' },
  ...{ minQuantity: '0.00001', maxQuantity: '100', minNotional: '5', maxNotional: '5000000' },
} as InstrumentView;
const context: FormContext = {
  ...{ instrument, last: '50000', asks: [], bids: [] },
  ...{ available: { base: '0.123456789', quote: '1000' }, rates: { maker: '0.001', taker: '0.001', band: '0.05' } },
};
const form = (change: Partial<OrderFields>): OrderFields => ({ ...EMPTY_FORM, price: '50000', ...change });

/** The form with its first problem put right, as one click does it. */
function putRight(change: Partial<OrderFields>): OrderFields {
  const wrong = form(change);
  const [problem] = summarise(wrong, context).problems;
  const correction = problem && correctionOf(problem, wrong, context);
  if (!correction) throw new Error('nothing to put right');
  return { ...wrong, [correction.field]: correction.text };
}

describe('a correction', () => {
  it.each<[string, Partial<OrderFields>]>([
    ['a quantity between two lots', { quantity: '0.000123456' }],
    ['a quantity above the largest', { quantity: '500', side: 'sell' }],
    ['an order worth too little', { quantity: '0.00002' }],
    ['a price between two ticks', { quantity: '0.001', price: '50000.005' }],
    ['a buy that the account cannot pay', { quantity: '1' }],
    ['a sell of more than there is', { quantity: '1', side: 'sell' }],
  ])('of %s leads to an order that has that problem no more', (_, change) => {
    const [before] = summarise(form(change), context).problems;
    const after = summarise(putRight(change), context).problems;
    expect(after.map(({ code }) => code)).not.toContain(before?.code);
  });

  it('buys for the whole of what is available, the fee included, and not a lot more', () => {
    expect(putRight({ quantity: '1' }).quantity).toBe('0.01998');
    expect(summarise(putRight({ quantity: '1' }), context).problems).toEqual([]);
  });

  it('of an amount is an amount: what the account can pay, not the largest quantity', () => {
    const tooMuch = { type: 'market', sizedBy: 'total', total: '9999999', quantity: '' } as const;
    expect(putRight(tooMuch)).toMatchObject({ total: '1000', quantity: '' });
    expect(summarise(putRight(tooMuch), context).problems).toEqual([]);
  });

  it('is not offered where only the person knows', () => {
    const empty = form({ quantity: '' });
    const [problem] = summarise(empty, context).problems;
    expect(problem && correctionOf(problem, empty, context)).toBeNull();
  });
});
