import { describe, expect, it } from '@jest/globals';
import type { OrderView } from '../../contracts/order.contract';
import { amount, format, toAmount, ZERO } from '../../shared/money';
import { readText } from '../lib/rendered.testkit';
import {
  attachedBody,
  attachedProblems,
  NO_LEVELS,
  outcomeOf,
  pricedLevels,
  withLevel,
  withoutLevel,
  type AttachedForm,
  type AttachedPlan,
  type TypedLevel,
} from './attached';
import { AttachedSection } from './AttachedSection';
import { grouped, typeKey } from './orders';
import { EMPTY_FORM, type OrderFields } from './order-fields';
import { context } from './order-form.testkit';
import { summarise } from './order-form';

const rates = { opening: amount('0.0005'), closing: amount('0.0005') };
/** A long of 1 from 10,000 at 10x, in ticks of 0.1 and lots of 0.001. */
const plan: AttachedPlan = {
  position: { side: 'long', leverage: 10, entry: amount('10000'), quantity: amount('1') },
  rates,
  percentRates: rates,
  tick: amount('0.1'),
  lot: amount('0.001'),
};
const short: AttachedPlan = { ...plan, position: { ...plan.position, side: 'short' } };
const level = (change: Partial<TypedLevel> = {}): TypedLevel => ({
  share: '100',
  takeProfit: '',
  stopLoss: '',
  ...change,
});
const form = (levels: readonly TypedLevel[], change: Partial<AttachedForm> = {}): AttachedForm => ({
  ...NO_LEVELS,
  levels,
  ...change,
});
const codes = (levels: readonly TypedLevel[], of = plan) =>
  attachedProblems(form(levels), of).map(({ level: at, field, code }) => `${at} ${field} ${code}`);

describe('the levels of an order', () => {
  it('share all of it: another one takes what is left, and one that goes leaves equal shares', () => {
    const shares = (levels: readonly TypedLevel[]) => levels.map(({ share }) => share);
    expect(shares(withLevel([]))).toEqual(['100']);
    expect(shares(withLevel([level({ share: '40' })]))).toEqual(['40', '60']);
    const three = withLevel(withLevel(withLevel([])));
    expect(shares(three)).toEqual(['33', '33', '34']);
    expect(shares(withoutLevel(three, 0))).toEqual(['50', '50']);
  });

  it('are sent as the server takes them, with what they watch where it was chosen', () => {
    const two = [
      level({ share: '50', takeProfit: '11000', stopLoss: '9500' }),
      level({ share: '25', stopLoss: '9000' }),
    ];
    expect(attachedBody(form(two), plan)).toEqual({ attached: '50:11000:9500,25::9000' });
    const trigger = { trigger: 'last' as const };
    expect(attachedBody(form([level({ takeProfit: '11000' })], trigger), plan)).toEqual({
      attached: '100:11000:',
      attachedTrigger: 'last',
    });
    expect(attachedBody(NO_LEVELS, plan)).toEqual({});
  });

  it('by per cent are the prices that bring so much of the margin after fees', () => {
    const typed = form([level({ takeProfit: '10', stopLoss: '20' })], { by: 'percent' });
    // (10,000 + 5 + 100) / 0.9995, and (10,000 + 5 - 200) / 0.9995.
    expect(pricedLevels(typed, plan)).toMatchObject([{ takeProfit: '10110.1', stopLoss: '9810' }]);
    expect(pricedLevels(typed, short)).toMatchObject([{ takeProfit: '9890', stopLoss: '10189.9' }]);
  });

  it('by per cent of a price leave the fees to the estimate', () => {
    const spot = {
      ...plan,
      position: { ...plan.position, leverage: 1 },
      percentRates: { opening: ZERO, closing: ZERO },
    };
    const typed = form([level({ takeProfit: '10', stopLoss: '20' })], { by: 'percent' });
    expect(pricedLevels(typed, spot)).toMatchObject([{ takeProfit: '11000', stopLoss: '8000' }]);
    // 1,000 less 5 and 5.5.
    expect(format(outcomeOf('11000', amount('1'), spot)?.profit ?? ZERO)).toBe('989.5');
  });

  it.each([
    [1, [1, 0]],
    [2, [1, 1]],
    [3, [1, 1]],
    [100, [50, 30]],
    [250, [125, 75]],
  ])('cover of %i lots what fills will give them', (lots, expected) => {
    const of = { ...plan, position: { ...plan.position, quantity: BigInt(lots) * plan.lot } };
    const levels = ['50', '30'].map((share) => level({ share, stopLoss: '9000' }));
    expect(pricedLevels(form(levels), of).map(({ quantity }) => Number(quantity / plan.lot))).toEqual(expected);
  });

  it('are refused where nothing was typed, a price is on the wrong side, or they cover more than all', () => {
    expect(codes([level()])).toEqual(['0 takeProfit order.attached-level-empty']);
    const wrong = [level({ takeProfit: '9999', stopLoss: '10000' })];
    expect(codes(wrong)).toEqual([
      '0 takeProfit order.attached-take-profit-on-wrong-side',
      '0 stopLoss order.attached-stop-loss-on-wrong-side',
    ]);
    expect(codes(wrong, short)).toEqual(['0 stopLoss order.attached-stop-loss-on-wrong-side']);
    expect(codes([level({ takeProfit: '11000.05' })])).toEqual(['0 takeProfit order.price-over-precise']);
    const many = [level({ share: '60', stopLoss: '9000' }), level({ share: '60', stopLoss: '9000' })];
    expect(codes(many)).toEqual([
      '0 share order.attached-share-above-whole',
      '1 share order.attached-share-above-whole',
    ]);
    expect(codes([level({ share: '', stopLoss: '9000' })])).toEqual(['0 share shareMissing']);
    const never = form([level({ takeProfit: '1000000' })], { by: 'percent' });
    expect(attachedProblems(never, short)).toMatchObject([{ field: 'takeProfit', code: 'unreachable' }]);
  });
});

describe('a buy in spot', () => {
  const typed = (change: Partial<OrderFields>): OrderFields => ({
    ...EMPTY_FORM,
    price: '49000',
    quantity: '0.1',
    attached: form([level({ takeProfit: '55000', stopLoss: '45000' })]),
    ...change,
  });

  it('carries its levels, and is not sent while one is wrong', () => {
    expect(summarise(typed({}), context).body).toMatchObject({ attached: '100:55000:45000' });
    expect(summarise(typed({ attached: form([level({ takeProfit: '48000' })]) }), context).body).toBeNull();
    expect(summarise(typed({ attached: NO_LEVELS }), context).body).not.toHaveProperty('attached');
  });

  it('is judged by what a market order pays now', () => {
    const market = { type: 'market' as const, attached: form([level({ takeProfit: '49999' })]) };
    expect(summarise(typed(market), context).body).toBeNull();
  });

  it.each([
    { side: 'sell', price: '51000' },
    { type: 'oco', price: '45000', stopPrice: '55000' },
  ] as const)('alone can carry them: not %j', (change) => {
    const { plan: found, body } = summarise(typed(change), context);
    expect(found).toBeNull();
    expect(body).not.toBeNull();
    expect(body).not.toHaveProperty('attached');
  });
});

describe('take-profit and stop-loss in the form', () => {
  const read = (value: AttachedForm, change: { tried?: boolean; objection?: string } = {}) =>
    readText(
      <AttachedSection
        {...{ value, plan, tried: false, objection: undefined, ...change }}
        onChange={() => undefined}
        instrument={{ quote: 'USDT', priceDecimals: 1, tickSize: '0.1' }}
        percentOf="roe"
        usualTrigger="mark"
      />,
      'order',
      'order-refusal',
    );

  it('are folded until they are wanted', async () => {
    expect(await read(NO_LEVELS)).toBe('Take-profit / stop-loss');
  });

  it('say beside each price what it would bring', async () => {
    const text = await read(form([level({ takeProfit: '11000', stopLoss: '9500' })]));
    // 1,000 less 5 and 5.5; -500 less 5 and 4.75.
    expect(text).toContain('Take-profit USDT ≈ +989.50 USDT · ROE 98.95%');
    expect(text).toContain('Stop-loss USDT ≈ -509.75 USDT · ROE -50.98%');
    expect(text).toContain('Estimates include your fees but no funding.');
    expect(text).not.toContain('Level 1');
  });

  it('name the price that a per cent comes to', async () => {
    const text = await read(form([level({ takeProfit: '10' })], { by: 'percent' }));
    expect(text).toContain('10,110.1 USDT · ≈ +100.04 USDT · ROE 10.00%');
  });

  it('have shares once there are several, and say what is wrong beside the field, as the server would', async () => {
    const text = await read(form([level({ share: '50', takeProfit: '9000' }), level({ share: '50' })]));
    expect(text).toContain('Level 1 %');
    expect(text).toContain('The take-profit 9,000 is on the wrong side of the entry price 10,000.');
    expect(text).not.toContain('A level needs');
    expect(await read(form([level()]), { tried: true })).toContain('A level needs a take-profit or a stop-loss.');
    expect(await read(form([level({ stopLoss: '9000' })]), { objection: 'Refused.' })).toContain('Refused.');
  });

  it('end at five levels', async () => {
    const five = Array.from({ length: 5 }, () => level({ share: '20', stopLoss: '9000' }));
    expect(await read(form(five))).not.toContain('Add level');
    expect(await read(form(five.slice(1)))).toContain('Add level');
  });
});

it('reckons the same profit for a level as the calculator does', () => {
  const found = outcomeOf('11000', amount('0.5'), plan);
  expect(found?.profit).toBe(toAmount('500') - toAmount('2.5') - toAmount('2.75'));
});

describe('the two legs of a pair', () => {
  it.each([
    ['a limit order and a stop', 'limit', 'type.oco'],
    ['a take-profit and a stop', 'take-profit', 'type.take-profit'],
  ] as const)('are one row: %s', (_, type, name) => {
    const one = { orderId: 'o-1', ocoId: 'o-2', type, filledQuantity: '0' } as OrderView;
    const other = { orderId: 'o-2', ocoId: 'o-1', type: 'stop', filledQuantity: '0' } as OrderView;
    for (const list of [
      [one, other],
      [other, one],
    ])
      expect(grouped(list)).toEqual([{ order: one, leg: other }]);
    expect(typeKey(one)).toBe(name);
  });
});
