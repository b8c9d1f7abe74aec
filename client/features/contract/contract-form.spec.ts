import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PositionView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { amount, roundToStep } from '../../../shared/money';
import { EMPTY_FORM, type OrderFields } from '../../orders/order-fields';
import {
  bodyOf,
  closable,
  fieldsOfType,
  heldSide,
  isClosing,
  largestNotional,
  markOnTick,
  openable,
  percentOf,
  placed,
  positionFor,
  problemsOf,
  typeOf,
  type Intent,
} from './contract-form';

const book = {
  symbol: 'BTCUSDT-PERP',
  base: 'BTC',
  tickSize: '0.1',
  lotSize: '0.001',
  minQuantity: '0.001',
  maxQuantity: '100',
} as InstrumentView;

const form = (over: Partial<OrderFields>): OrderFields => ({ ...EMPTY_FORM, ...over });
const hedge = (over: Partial<Intent> = {}): Intent => ({
  ...{ mode: 'hedge', action: 'open', reduceOnly: false, side: 'buy' },
  ...over,
});
const oneWay = (over: Partial<Intent> = {}): Intent => hedge({ mode: 'one-way', ...over });

describe('what an order does', () => {
  it.each([
    [hedge(), 'long', false],
    [hedge({ side: 'sell' }), 'short', false],
    [hedge({ action: 'close', side: 'sell' }), 'long', true],
    [hedge({ action: 'close' }), 'short', true],
    [oneWay(), 'long', false],
    [oneWay({ reduceOnly: true }), 'short', true],
    // Each mode has a switch of its own, and the other one's means nothing.
    [oneWay({ action: 'close' }), 'long', false],
    [hedge({ reduceOnly: true }), 'long', false],
  ] as const)('%j is about a %s, closing: %p', (intent, side, closing) => {
    expect([heldSide(intent), isClosing(intent)]).toEqual([side, closing]);
  });
});

describe('the body of an order', () => {
  const limit = form({ price: '92000', quantity: '0.5', stopPrice: '91000', trigger: 'mark' });

  it('names the position in hedge mode, and in one-way mode that it only reduces', () => {
    const opened = { symbol: 'X', side: 'buy', positionSide: 'long', type: 'limit', quantity: '0.5' };
    expect(bodyOf(limit, hedge(), 'X')).toEqual({ ...opened, price: '92000', timeInForce: 'GTC' });
    expect(bodyOf(limit, oneWay({ reduceOnly: true }), 'X')).toMatchObject({
      positionSide: 'both',
      reduceOnly: 'true',
    });
    expect(bodyOf(limit, hedge({ reduceOnly: true }), 'X')).not.toHaveProperty('reduceOnly');
  });

  it('has only what its type has: no price at market, no trigger at a limit', () => {
    const keys = (type: OrderFields['type']) => Object.keys(bodyOf({ ...limit, type }, hedge(), 'X'));
    expect(keys('market')).toEqual(['symbol', 'side', 'positionSide', 'type', 'quantity']);
    expect(keys('stop')).toEqual(expect.arrayContaining(['stopPrice', 'trigger']));
    expect(keys('stop')).not.toContain('price');
    expect(keys('take-profit-limit')).toEqual(expect.arrayContaining(['price', 'stopPrice', 'timeInForce']));
  });

  it('watches the mark price where it opens, and what was chosen where it closes', () => {
    const stop = { ...limit, type: 'stop', trigger: 'last' } as const;
    expect(bodyOf(stop, hedge(), 'X')).toMatchObject({ trigger: 'mark' });
    expect(bodyOf(stop, hedge({ action: 'close' }), 'X')).toMatchObject({ trigger: 'last' });
    expect(bodyOf(stop, oneWay({ reduceOnly: true }), 'X')).toMatchObject({ trigger: 'last' });
  });

  it('waits for no auction, and one that only makes is good till cancelled', () => {
    expect(bodyOf({ ...limit, timeInForce: 'OPG' }, hedge(), 'X')).toMatchObject({ timeInForce: 'GTC' });
    expect(bodyOf({ ...limit, timeInForce: 'IOC' }, hedge(), 'X')).toMatchObject({ timeInForce: 'IOC' });
    const maker = bodyOf({ ...limit, timeInForce: 'IOC', postOnly: true }, hedge(), 'X');
    expect(maker).toMatchObject({ timeInForce: 'GTC', postOnly: 'true' });
  });

  it('is a limit order where the spot form was left at a pair', () => {
    expect(typeOf(form({ type: 'oco' }))).toBe('limit');
    expect(fieldsOfType('stop-limit')).toEqual(['stopPrice', 'price', 'quantity']);
  });
});

describe('what is wrong with what was typed', () => {
  const codes = (over: Partial<OrderFields>) => problemsOf(form(over), book).map(({ field, code }) => [field, code]);

  it('is said of each field of the type and of no other', () => {
    expect(codes({ type: 'market' })).toEqual([['quantity', 'order.quantity-required']]);
    expect(codes({ type: 'stop-limit', quantity: '1' })).toEqual([
      ['stopPrice', 'order.stop-price-required'],
      ['price', 'order.price-required'],
    ]);
    expect(codes({ price: '92000.05', quantity: '0.0005' })).toEqual([
      ['price', 'order.price-over-precise'],
      ['quantity', 'order.quantity-over-precise'],
    ]);
    expect(codes({ price: '92000.1', quantity: '101' })).toEqual([['quantity', 'order.quantity-above-maximum']]);
    expect(codes({ price: '92000.1', quantity: '0.5' })).toEqual([]);
  });
});

describe('the largest size', () => {
  const brackets = [
    { to: amount('50000'), leverageMax: 100 },
    { to: amount('1000000'), leverageMax: 20 },
  ];
  const terms = { mark: amount('100'), band: amount('0.05'), rate: amount('0.001'), leverage: 10, tables: [brackets] };
  const open = (over: Partial<OrderFields>, available: string, percent = 100, leverage = 10) =>
    openable(form(over), book, { available: amount(available), percent, terms: { ...terms, leverage } });

  it('of a limit at the mark price is what margin and both fees leave: 10 + 0.1 + 0.09 USDT a unit', () => {
    expect(open({ price: '100' }, '101.9')).toBe('10');
    expect(open({ price: '100' }, '101.8999')).toBe('9.999');
    expect(open({ price: '100' }, '101.9', 50)).toBe('5');
  });

  it('of a limit below the mark price holds margin at the mark price', () => {
    expect(open({ price: '80' }, '101.9')).toBe('10');
    // Selling below the mark price loses the difference at once: 20 more a unit.
    expect(open({ side: 'sell', price: '80' }, '302.1')).toBe('10');
  });

  it('at market is reckoned close to the mark price, for it holds what it takes', () => {
    // 100.1 ÷ 10, fees on 100.1 and 90.09, and 0.1 lost at once.
    expect(open({ type: 'market' }, '103.0019')).toBe('10');
  });

  it('never passes what the leverage allows, nor the maximum order', () => {
    expect(largestNotional([brackets], 20)).toBe(amount('1000000'));
    expect(largestNotional([brackets], 21)).toBe(amount('50000'));
    const coming = [
      { to: amount('20000'), leverageMax: 50 },
      { to: amount('90000'), leverageMax: 5 },
    ];
    expect([5, 20, 51].map((leverage) => largestNotional([brackets, coming], leverage))).toEqual(
      ['90000', '20000', '0'].map(amount),
    );
    expect(open({ price: '1000' }, '1000000', 100, 21)).toBe('50');
    expect(open({ price: '100' }, '1000000000')).toBe('100');
  });

  it('is empty while a price is missing', () => {
    expect(open({ price: '' }, '100')).toBe('');
    expect(open({ type: 'stop' }, '100')).toBe('');
  });

  it('is whole lots, and never more for less money', () => {
    const money = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(money, money, fc.integer({ min: 1, max: 100 }), (one, other, percent) => {
        const [less, more] = [one, other]
          .sort((a, b) => a - b)
          .map((each) => open({ price: '100' }, `${each}`, percent));
        const [small, large] = [less, more].map((text) => amount(text || '0')) as [bigint, bigint];
        expect(large >= small).toBe(true);
        expect(roundToStep(large, amount('0.001'), 'down')).toBe(large);
      }),
    );
  });
});

it('begins at the mark price on the tick', () => {
  expect(markOnTick({ markPrice: '92478.7412', tickSize: '0.1' })).toBe('92478.7');
  expect(markOnTick({ markPrice: null, tickSize: '0.1' })).toBeNull();
});

describe('a share of a position', () => {
  it('is whole lots, and all of it at 100 per cent', () => {
    expect(closable('0.333', 50, '0.001')).toBe('0.166');
    expect(closable('0.333', 100, '0.001')).toBe('0.333');
    expect(closable('0.001', 50, '0.001')).toBe('');
  });

  it('is read back to the nearest per cent, 100 at most', () => {
    expect(percentOf('0.166', '0.333')).toBe(50);
    expect(percentOf('1', '0.333')).toBe(100);
    expect(percentOf('1', '0')).toBe(0);
    expect(percentOf('', '1')).toBe(0);
  });

  it('belongs to the position that the order would close', () => {
    const positions = [
      { symbol: 'A', side: 'long' },
      { symbol: 'B', side: 'short' },
    ] as PositionView[];
    expect(positionFor(positions, 'A', hedge({ action: 'close', side: 'sell' }))).toBe(positions[0]);
    expect(positionFor(positions, 'A', hedge({ action: 'close', side: 'buy' }))).toBeUndefined();
    expect(positionFor(undefined, 'A', hedge())).toBeUndefined();
  });
});

describe('what the server objects to', () => {
  const problem = (refusal: string, field: string | null) => ({ refusal, params: {}, message: `${refusal}!`, field });

  it('stands at its field where the type has it, else over the button; what a dialog asks for is left out', () => {
    const problems = [
      problem('security.trade-password-required', null),
      problem('contract.position-limit', 'quantity'),
      problem('order.insufficient-margin', 'quantity'),
      problem('order.price-outside-band', 'price'),
    ];
    const isAskedFor = (refusal: string) => refusal.startsWith('security.');
    expect(placed(problems, 'market', isAskedFor)).toEqual({
      fields: { quantity: 'contract.position-limit!' },
      form: 'order.price-outside-band!',
    });
    expect(placed(problems, 'limit', isAskedFor).form).toBeUndefined();
  });
});
