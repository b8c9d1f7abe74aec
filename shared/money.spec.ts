import { describe, expect, it } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import {
  amount,
  decimalsOf,
  format,
  formatTo,
  fromSteps,
  ONE,
  over,
  overOrZero,
  percentOf,
  portion,
  type Rounding,
  roundTo,
  roundToStep,
  stepsOf,
  times,
  toAmount,
  tryAmount,
  typedAmount,
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

  it('rounds to whole ticks and lots as decimal.js does', () => {
    const steps = fc.integer({ min: 1, max: 10 ** 9 }).map((n) => new Reference(n).div(10 ** 6).toFixed());
    fc.assert(
      fc.property(decimalText, steps, rounding, (text, step, name) => {
        const expected = new Reference(text).toNearest(step, NAMES[name]).toFixed();
        expect(format(roundToStep(amount(text), amount(step), name))).toBe(expected === '-0' ? '0' : expected);
      }),
    );
    expect(format(roundToStep(amount('0.0123456'), amount('0.0001'), 'down'))).toBe('0.0123');
    expect(format(roundToStep(amount('0.0123456'), amount('0.0001'), 'up'))).toBe('0.0124');
  });

  it('calls nothing divided by nothing zero on a screen, and halts where it decides', () => {
    expect(overOrZero(ONE, 0n, 'down')).toBe(0n);
    expect(format(overOrZero(ONE, 3n * ONE, 'up'))).toBe('0.333333333333333334');
    expect(() => over(ONE, 0n, 'down')).toThrow('zero');
  });

  it('adds where floats fail', () => {
    expect(format(amount('0.1') + amount('0.2'))).toBe('0.3');
    expect(format(amount('123456789012345678.000000000000000001') - amount('123456789012345678'))).toBe(
      '0.000000000000000001',
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

  it('reads short text as it reads long text, and refuses the same', () => {
    const unit = fc.constantFrom(...'00123456789999.-');
    const anyText = fc.oneof(fc.string({ unit, maxLength: 5 }), fc.string({ unit, minLength: 12, maxLength: 20 }));
    fc.assert(
      fc.property(fc.oneof(anyText, decimalText), (text) => {
        const isPlain = /^-?[0-9]{1,30}([.][0-9]{1,18})?$/.test(text);
        const units = isPlain ? BigInt(new Reference(text).times('1e18').toFixed()) : undefined;
        expect(tryAmount(text)).toBe(units);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['', '.', 'abc', '1e5', '--1', '1.2.3', '5..'])(
    'takes %p as no number while it is typed, and as zero on a screen',
    (text) => {
      expect(typedAmount(text)).toBeUndefined();
      expect(toAmount(text)).toBe(0n);
    },
  );

  it('takes a point at the end of what is typed as one that waits for its decimals', () => {
    expect([typedAmount('5.'), toAmount('5.'), tryAmount('5.')]).toEqual([5n * ONE, 5n * ONE, undefined]);
  });

  it('reads the same figure alike, however many others were read in between', () => {
    const figures = Array.from({ length: 12_000 }, (_, n) => `${n}.${n}`);
    for (const text of [...figures, ...figures]) expect(toAmount(text)).toBe(amount(text));
  });

  it('writes exactly so many decimals as decimal.js does, and cuts off the rest', () => {
    fc.assert(
      fc.property(decimalText, fc.integer({ min: 0, max: 18 }), (text, decimals) => {
        const expected = new Reference(text).toFixed(decimals, Decimal.ROUND_DOWN);
        expect(formatTo(amount(text), decimals)).toBe(/[1-9]/.test(expected) ? expected : expected.replace('-', ''));
      }),
    );
  });

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
