import { describe, expect, it } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import {
  amount,
  decimalsOf,
  format,
  fromSteps,
  over,
  percentOf,
  portion,
  type Rounding,
  roundTo,
  stepsOf,
  times,
  tryAmount,
} from './money.js';

const Reference = Decimal.clone({ precision: 100, toExpNeg: -100, toExpPos: 100 });
const NAMES: Record<Rounding, Decimal.Rounding> = {
  down: Decimal.ROUND_DOWN,
  up: Decimal.ROUND_UP,
  'half-even': Decimal.ROUND_HALF_EVEN,
};
const decimalText = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, places]) => new Reference(digits.toString()).div(new Reference(10).pow(places)).toFixed());
const rounding = fc.constantFrom<Rounding>('down', 'up', 'half-even');

describe('money', () => {
  it('reads and writes plain decimals without losing a digit', () => {
    fc.assert(fc.property(decimalText, (text) => expect(format(amount(text))).toBe(new Reference(text).toFixed())));
  });

  it('multiplies as decimal.js does, for every named rounding', () => {
    fc.assert(
      fc.property(decimalText, decimalText, rounding, (a, b, name) => {
        const expected = new Reference(a).times(b).toDecimalPlaces(18, NAMES[name]).toFixed();
        expect(format(times(amount(a), amount(b), name))).toBe(expected === '-0' ? '0' : expected);
      }),
    );
  });

  it('divides as decimal.js does, for every named rounding', () => {
    fc.assert(
      fc.property(decimalText, decimalText, rounding, (a, b, name) => {
        fc.pre(amount(b) !== 0n);
        const expected = new Reference(a).div(b).toDecimalPlaces(18, NAMES[name]).toFixed();
        expect(format(over(amount(a), amount(b), name))).toBe(expected === '-0' ? '0' : expected);
      }),
    );
  });

  it('rounds to an asset precision as decimal.js does', () => {
    fc.assert(
      fc.property(decimalText, fc.integer({ min: 0, max: 18 }), rounding, (text, decimals, name) => {
        const expected = new Reference(text).toDecimalPlaces(decimals, NAMES[name]).toFixed();
        expect(format(roundTo(amount(text), decimals, name))).toBe(expected === '-0' ? '0' : expected);
      }),
    );
  });

  it('rounds a tie to the even digit, and whatever lies beside it to the nearer one', () => {
    const nearest = (text: string): string => format(roundTo(amount(text), 2, 'half-even'));
    expect(['0.125', '0.135', '0.145', '-0.125', '-0.135', '0.005', '0.015'].map(nearest)).toEqual([
      '0.12',
      '0.14',
      '0.14',
      '-0.12',
      '-0.14',
      '0',
      '0.02',
    ]);
    expect(['0.125000000000000001', '0.134999999999999999', '-0.125000000000000001'].map(nearest)).toEqual([
      '0.13',
      '0.13',
      '-0.13',
    ]);
  });

  it.each([
    '',
    ' ',
    '1e5',
    '+1',
    '.5',
    '5.',
    '1,000',
    '0x10',
    'NaN',
    'Infinity',
    '1.0000000000000000001',
    '١',
    '-',
    '1 ',
  ])('refuses %p as an amount', (text) => expect(tryAmount(text)).toBeUndefined());

  it('halts on a malformed amount of our own', () => expect(() => amount('1e5')).toThrow('not a decimal'));

  it('counts whole steps, and knows a price that is not on the tick', () => {
    expect(stepsOf(amount('97250.15'), amount('0.01'))).toBe(9725015);
    expect(stepsOf(amount('97250.155'), amount('0.01'))).toBeUndefined();
    expect(stepsOf(amount('999999999999999999'), amount('0.000001'))).toBeUndefined();
    expect(format(fromSteps(9725015, amount('0.01')))).toBe('97250.15');
  });

  it('tells how many decimals a value uses', () => {
    expect([amount('5'), amount('0.10'), amount('0.000000000000000001')].map(decimalsOf)).toEqual([0, 1, 18]);
  });

  it('takes a part of a value without losing a digit on the way', () => {
    const third = portion(amount('1'), amount('0.00000001'), amount('0.00000003'), 'down');
    expect(format(third)).toBe('0.333333333333333333');
    expect(format(portion(amount('100.1'), amount('2'), amount('2'), 'up'))).toBe('100.1');
  });

  it.each([
    ['0.392', '1000', '0.03'],
    ['-0.392', '1000', '-0.04'],
    ['-0.00001', '1000', '-0.01'],
    ['0.00001', '1000', '0'],
    ['50', '200', '25'],
  ])('calls %s of %s %s per cent: gains are rounded down and losses up', (value, base, percent) =>
    expect(format(percentOf(amount(value), amount(base)))).toBe(percent),
  );
});
