import { describe, expect, it } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { amount, format, ONE, ZERO } from './money.js';
import {
  affordable,
  averageOf,
  feeOf,
  holdOf,
  leastQuantity,
  notionalProblem,
  outcomeOf,
  priceProblem,
  quantityProblem,
  withoutFee,
  worstPrice,
} from './order.js';

const Reference = Decimal.clone({ precision: 100, toExpNeg: -100, toExpPos: 100 });
const QUOTE_DECIMALS = 8;
const TICK = amount('0.01');
const decimal = (max: bigint, places: number): fc.Arbitrary<string> =>
  fc.bigInt({ min: 1n, max }).map((units) => new Reference(units.toString()).div(10 ** places).toFixed());
const money = decimal(10n ** 16n, 8);
const price = decimal(10n ** 8n, 2);
const rate = decimal(1000n, 4);
const side = fc.constantFrom('buy' as const, 'sell' as const);

describe('the arithmetic of an order', () => {
  it('charges a fee rounded down and holds the cost rounded up, as decimal.js does', () => {
    fc.assert(
      fc.property(money, rate, (notional, taker) => {
        const fee = new Reference(notional).times(taker).toDecimalPlaces(QUOTE_DECIMALS, Decimal.ROUND_DOWN);
        const cost = new Reference(notional).times(new Reference(1).plus(taker));
        const held = cost.toDecimalPlaces(QUOTE_DECIMALS, Decimal.ROUND_UP);
        expect(format(feeOf(amount(notional), amount(taker), QUOTE_DECIMALS))).toBe(fee.toFixed());
        expect(format(holdOf(amount(notional), amount(taker), QUOTE_DECIMALS))).toBe(held.toFixed());
      }),
    );
  });

  it('never charges more in pieces than it holds for the whole', () => {
    fc.assert(
      fc.property(fc.array(money, { minLength: 1, maxLength: 9 }), rate, (pieces, taker) => {
        const notionals = pieces.map(amount);
        const whole = notionals.reduce((sum, each) => sum + each, ZERO);
        const fees = notionals.reduce((sum, each) => sum + feeOf(each, amount(taker), QUOTE_DECIMALS), ZERO);
        expect(whole + fees <= holdOf(whole, amount(taker), QUOTE_DECIMALS)).toBe(true);
      }),
    );
  });

  it('lets a market order reach as far as the band, in whole ticks and never to nothing', () => {
    fc.assert(
      fc.property(price, rate, side, (reference, band, of) => {
        const factor = of === 'buy' ? new Reference(1).plus(band) : new Reference(1).minus(band);
        const worst = new Reference(reference).times(factor).toDecimalPlaces(2, Decimal.ROUND_DOWN);
        const expected = Decimal.max(worst, '0.01').toFixed();
        expect(format(worstPrice(of, amount(reference), amount(band), TICK))).toBe(expected);
      }),
    );
  });

  it('counts ticks as it counts prices', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 8n }), rate, side, (ticks, band, of) =>
        expect(worstPrice(of, ticks, amount(band), 1n) * TICK).toBe(worstPrice(of, ticks * TICK, amount(band), TICK)),
      ),
    );
  });

  it('adds what rests to what fills: a buy pays the fees on top, a sell gets so much less', () => {
    const now = { filled: ONE, notional: amount('100'), fee: amount('0.1') };
    const resting = { quantity: amount('2'), price: amount('50'), rate: amount('0.002') };
    const of = (one: 'buy' | 'sell') => Object.values(outcomeOf(one, now, resting, QUOTE_DECIMALS)).map(format);
    expect([of('buy'), of('sell')]).toEqual([
      ['200', '0.3', '200.3'],
      ['200', '0.3', '199.7'],
    ]);
  });

  it('averages down to twelve decimals, and has no average of nothing', () => {
    expect(averageOf(ONE, ZERO)).toBeNull();
    expect(format(averageOf(amount('2'), amount('3'))!)).toBe('0.666666666666');
  });

  it('affords no more than the money pays for, fee included', () => {
    fc.assert(
      fc.property(money, price, rate, (has, at, taker) => {
        const quantity = new Reference(format(affordable(amount(has), amount(at), amount(taker))));
        const cost = quantity.times(at).times(new Reference(1).plus(taker));
        expect(cost.lessThanOrEqualTo(has)).toBe(true);
        const trade = withoutFee(amount(has), amount(taker));
        expect(trade + feeOf(trade, amount(taker), QUOTE_DECIMALS) <= amount(has)).toBe(true);
      }),
    );
    expect(affordable(ONE, ZERO, ZERO)).toBe(ZERO);
  });
});

describe('what is refused of an order', () => {
  const lots = { lot: amount('0.001'), minimum: amount('0.01'), maximum: amount('5') };

  it.each([
    [undefined, 'not-positive'],
    ['0', 'not-positive'],
    ['-1', 'not-positive'],
    ['5.0001', 'above-maximum'],
    ['0.0005', 'over-precise'],
    ['0.009', 'below-minimum'],
    ['0.01', undefined],
    ['5', undefined],
  ])('a quantity of %s is %s', (text, problem) =>
    expect(quantityProblem(text === undefined ? undefined : amount(text), lots)).toBe(problem),
  );

  it.each([
    [undefined, 'not-positive'],
    ['0', 'not-positive'],
    ['0.015', 'over-precise'],
    ['0.02', undefined],
  ])('a price of %s is %s', (text, problem) =>
    expect(priceProblem(text === undefined ? undefined : amount(text), TICK)).toBe(problem),
  );

  it('is a worth below the least or above the most, and neither limit itself', () => {
    const limits = { minimum: amount('5'), maximum: amount('100') };
    const problems = ['4.99', '5', '100', '100.01'].map((worth) => notionalProblem(amount(worth), limits));
    expect(problems).toEqual(['below-minimum', undefined, undefined, 'above-maximum']);
  });

  it('is nothing of the least quantity at any price, and one lot less is refused', () => {
    fc.assert(
      fc.property(price, money, (at, minimum) => {
        const limits = { minimum: amount(minimum), maximum: amount(minimum) * 10n };
        const wide = { ...lots, maximum: amount('1000000000000') };
        const least = leastQuantity(amount(at), wide, limits);
        const worthOf = (quantity: bigint) => (quantity * amount(at)) / ONE;
        expect(quantityProblem(least, wide)).toBeUndefined();
        expect(notionalProblem(worthOf(least), limits)).not.toBe('below-minimum');
        const less = least - wide.lot;
        expect(quantityProblem(less, wide) ?? notionalProblem(worthOf(less), limits)).toBe('below-minimum');
      }),
    );
  });
});
