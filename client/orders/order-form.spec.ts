import { describe, expect, it } from '@jest/globals';
import { languageKeys } from '../../shared/language';
import { bundle } from '../../test/kit/words.js';
import { EMPTY_FORM, type FormContext, type OrderFields } from './order-fields';
import { context, row } from './order-form.testkit';
import { withPercent, withQuantity } from './order-size';
import { formFieldOf, summarise } from './order-form';

const form = (change: Partial<OrderFields>): OrderFields => ({ ...EMPTY_FORM, ...change });
const codes = (change: Partial<OrderFields>, over: Partial<FormContext> = {}) =>
  summarise(form(change), { ...context, ...over }).problems.map((problem) => problem.code);

describe('the order form', () => {
  it('prices a market buy by walking the asks, taker fee on top', () => {
    const { summary, body } = summarise(form({ type: 'market', quantity: '0.02' }), context);
    expect(summary).toMatchObject({
      notional: '1000.1',
      averagePrice: '50005',
      fee: '1.0001',
      total: '1001.1001',
      fillsNow: '0.02',
    });
    expect(body).toEqual({ symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.02' });
  });

  it('takes the fee off what a sell brings', () => {
    const { summary } = summarise(form({ side: 'sell', type: 'market', quantity: '0.1' }), context);
    expect(summary).toMatchObject({ notional: '4999', fee: '4.999', total: '4994.001' });
  });

  it('charges the maker rate for what rests and the taker rate for what fills at once', () => {
    const { summary } = summarise(form({ price: '50005', quantity: '0.02' }), context);
    expect(summary).toMatchObject({ fillsNow: '0.01', notional: '1000.05', fee: '0.750025' });
  });

  it('sends an amount for a market buy that was sized by amount', () => {
    const { body, summary } = summarise(form({ type: 'market', sizedBy: 'total', total: '1000' }), context);
    expect(body).toEqual({ symbol: 'BTCUSDT', side: 'buy', type: 'market', quoteAmount: '1000' });
    // 0.01 at 50000, and for the rest 0.00997 at 50010: the book is walked, not multiplied by its best price.
    expect(summary?.quantity).toBe('0.01997');
  });

  it('buys for the whole balance in a book whose first level is too small for it', () => {
    const thin = { ...context, asks: [row('0.5', '10'), row('0.51', '1000000')], last: '0.5' };
    const available = { base: '0', quote: '49451.95857655' };
    const all = withPercent(form({ type: 'market' }), 100, { ...thin, available });
    expect(all.total).toBe('49451.95');
    expect(summarise(all, { ...thin, available }).problems).toEqual([]);
  });

  it('turns the total of a limit order into whole lots, rounded down', () => {
    expect(summarise(form({ price: '40000', sizedBy: 'total', total: '100' }), context).summary?.quantity).toBe(
      '0.0025',
    );
  });

  it('sends the flags that belong to the type and no others', () => {
    expect(
      summarise(form({ price: '40000', quantity: '0.01', postOnly: true, timeInForce: 'IOC' }), context).body,
    ).toMatchObject({
      timeInForce: 'GTC',
      postOnly: 'true',
    });
    const oco = form({ type: 'oco', price: '49000', stopPrice: '51000', quantity: '0.01' });
    expect(summarise(oco, context).body).toEqual({
      symbol: 'BTCUSDT',
      side: 'buy',
      price: '49000',
      stopPrice: '51000',
      trigger: 'last',
      quantity: '0.01',
    });
  });

  it('leaves it to the server whether the index has passed a stop that watches it', () => {
    const passed = { type: 'stop', stopPrice: '49000', quantity: '0.01' } as const;
    expect(summarise(form(passed), context).problems).toMatchObject([{ code: 'order.stop-already-reached' }]);
    expect(summarise(form({ ...passed, trigger: 'index' }), context)).toMatchObject({
      problems: [],
      body: { stopPrice: '49000', trigger: 'index' },
    });
  });

  it.each<[string, Partial<OrderFields>, string[]]>([
    ['asks for price and quantity first', {}, ['order.price-required', 'order.quantity-required']],
    ['refuses a price of zero', { price: '0', quantity: '1' }, ['order.price-not-positive']],
    ['refuses a price between two ticks', { price: '1.005', quantity: '10' }, ['order.price-over-precise']],
    ['refuses a quantity of zero', { price: '100', quantity: '0' }, ['order.quantity-not-positive']],
    ['refuses a part of a lot', { price: '100', quantity: '0.000001' }, ['order.quantity-over-precise']],
    ['refuses more than the maximum', { price: '100', quantity: '101' }, ['order.quantity-above-maximum']],
    ['refuses less than the least amount', { price: '100', quantity: '0.01' }, ['order.notional-below-minimum']],
    [
      'refuses a buy above the balance, fee included',
      { price: '50000', quantity: '2' },
      ['order.insufficient-balance'],
    ],
    [
      'refuses a sell above the balance',
      { side: 'sell', price: '50000', quantity: '0.6' },
      ['order.insufficient-balance'],
    ],
    [
      'refuses a stop that would trigger at once',
      { type: 'stop', stopPrice: '49000', quantity: '0.1' },
      ['order.stop-already-reached'],
    ],
    [
      'refuses a take-profit that would trigger at once',
      { type: 'take-profit', stopPrice: '51000', quantity: '0.1' },
      ['order.take-profit-already-reached'],
    ],
    [
      'takes a take-profit on the other side than a stop',
      { type: 'take-profit-limit', stopPrice: '49000', price: '49010', quantity: '0.1' },
      [],
    ],
    [
      'refuses an OCO with both legs on one side',
      { type: 'oco', price: '51000', stopPrice: '52000', quantity: '0.1' },
      ['order.oco-prices-out-of-order'],
    ],
  ])('%s', (_rule, change, expected) => {
    expect(codes(change)).toEqual(expected);
  });

  it('lets a visitor see the summary without a balance', () => {
    expect(codes({ price: '50000', quantity: '2' }, { available: null })).toEqual([]);
  });

  it('sizes to a share of the balance that the server will accept, fee included', () => {
    const sized = withPercent(form({ price: '50000' }), 100, context);
    expect(summarise(sized, context).problems).toEqual([]);
    expect(sized.quantity).toBe('1.998');
    expect(withPercent(form({ side: 'sell', price: '50000' }), 50, context).quantity).toBe('0.25');
    expect(withPercent(form({ type: 'market' }), 25, context)).toMatchObject({ sizedBy: 'total', total: '25000' });
  });

  it('takes a quantity from the book only as far as it can be paid', () => {
    const buy = form({ price: '50000' });
    expect(withQuantity(buy, '1.5', context).quantity).toBe('1.5');
    expect(withQuantity(buy, '10', context).quantity).toBe('1.998');
    expect(withQuantity(form({ side: 'sell', price: '50000' }), '3', context).quantity).toBe('0.5');
    expect(withQuantity(buy, '10', { ...context, available: null }).quantity).toBe('10');
    expect(
      withQuantity(form({ side: 'sell', price: '50000' }), '3', { ...context, available: { base: '0', quote: '9' } }),
    ).toMatchObject({ quantity: '' });
  });

  it('puts a refusal of the server at the field it is about', () => {
    expect(formFieldOf('price', form({}))).toBe('price');
    expect(formFieldOf('price', form({ type: 'market' }))).toBeNull();
    expect(formFieldOf('quantity', form({ sizedBy: 'total' }))).toBe('total');
    expect(formFieldOf('quoteAmount', form({ type: 'market', sizedBy: 'total' }))).toBe('total');
    expect(formFieldOf(undefined, form({}))).toBeNull();
  });

  it('names its problems in nine languages with every figure that their texts ask for', () => {
    const attempts: Partial<OrderFields>[] = [
      {},
      { price: '0', quantity: '0' },
      { price: '1.005', quantity: '0.000001' },
      { price: '100', quantity: '101' },
      { price: '100', quantity: '0.01' },
      { price: '50000', quantity: '2' },
      { type: 'stop', quantity: '1' },
      { type: 'stop', stopPrice: '0.001', quantity: '1' },
      { type: 'stop', stopPrice: '49000', quantity: '0.1' },
      { type: 'oco', price: '51000', stopPrice: '52000', quantity: '0.1' },
    ];
    const problems = attempts.flatMap((attempt) => summarise(form(attempt), context).problems);
    expect(new Set(problems.map((problem) => problem.code)).size).toBeGreaterThan(10);
    for (const language of languageKeys) {
      const texts = bundle(language, 'order-refusal');
      for (const { code, params } of problems) {
        const wanted = [...(texts[code] ?? '{{missing}}').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
        expect([language, code, wanted.filter((name) => !(name! in params))]).toEqual([language, code, []]);
      }
    }
  });
});
