import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bracketTable } from '../contracts/policy-trading.contract.js';
import {
  bracketPolicy,
  bracketsAt,
  bracketsFrom,
  bracketsInForce,
  bracketTableProblem,
  BRACKETS,
  gapLeverageMax,
  isRaised,
  openingLeverageMax,
} from './margin-brackets.js';
import {
  initialMargin,
  isLiquidated,
  maintenanceMargin,
  notionalOf,
  openingCost,
  type OpenPosition,
} from './margin.js';
import { amount, format, ONE, over, times, ZERO, type Amount } from './money.js';

const HOUR = 3_600_000;
const TAKER = amount('0.0005');

/** Worked by hand: each amount is the one before, plus the limit times what the rate rises by. */
const ROWS: readonly [to: string, rate: string, leverage: number, amount: string][] = [
  ['50000', '0.004', 100, '0'],
  ['250000', '0.005', 75, '50'],
  ['1000000', '0.01', 50, '1300'],
  ['5000000', '0.025', 20, '16300'],
  ['10000000', '0.05', 10, '141300'],
  ['20000000', '0.1', 5, '641300'],
  ['30000000', '0.125', 4, '1141300'],
  ['50000000', '0.15', 3, '1891300'],
];

const tableOf = (rows: readonly (readonly [to: string, rate: string, leverage: number, ...unknown[]])[]) =>
  Object.fromEntries(
    rows.flatMap(([to, rate, leverage], below) => [
      [`to${below + 1}`, to],
      [`rate${below + 1}`, rate],
      [`leverage${below + 1}`, leverage],
    ]),
  );
const TABLE = tableOf(ROWS);

describe('the table of margin brackets', () => {
  it('is read with the maintenance amounts that make the margin continuous', () => {
    const read = bracketsFrom(TABLE).map(({ to, rate, leverageMax, amount: less }) => [
      format(to),
      format(rate),
      leverageMax,
      format(less),
    ]);
    expect(read).toEqual(ROWS);
  });

  it.each([
    ['a notional that does not rise', { to3: '250000' }, 'to3'],
    ['a notional of nothing', { to1: '0' }, 'to1'],
    ['a notional that is no number', { to5: 'many' }, 'to5'],
    ['a maintenance rate that does not rise', { rate4: '0.01' }, 'rate4'],
    ['a leverage that does not fall', { leverage2: 100 }, 'leverage2'],
    ['an initial margin below twice the maintenance margin', { leverage1: 125, rate1: '0.0040000001' }, 'leverage1'],
    ['a leverage that the rate of its own bracket does not bear', { rate4: '0.0250000001' }, 'leverage4'],
  ])('refuses %s', (_, change, key) => {
    const values = { ...TABLE, ...change };
    expect(bracketTableProblem(values)).toBe(key);
    expect(bracketTable.safeParse(values).error?.issues.map(({ path }) => path[0])).toContain(key);
  });

  it('takes an initial margin of exactly twice the maintenance margin', () => {
    expect(bracketTable.parse({ ...TABLE, leverage1: 125 })).toMatchObject({ leverage1: 125 });
  });

  it.each(['leverage1', 'rate8', 'to8'])('refuses a table without %s', (key) => {
    const { [key]: _, ...rest } = TABLE;
    expect(bracketTable.safeParse(rest).success).toBe(false);
  });

  it('has the policy of its class', () => {
    expect([bracketPolicy('crypto'), bracketPolicy('metals')]).toEqual(['contract.crypto', 'contract.others']);
  });
});

const ppm = (value: number): string => format(over(BigInt(value) * ONE, 1_000_000n * ONE, 'half-even'));
const each8 = <Value>(value: fc.Arbitrary<Value>, unique = false) =>
  (unique ? fc.uniqueArray : fc.array)(value, { minLength: BRACKETS, maxLength: BRACKETS });

/** Tables without a problem: each rate lies between the one below and half of what its leverage leaves. */
const goodTables = fc
  .tuple(
    each8(fc.integer({ min: 1, max: 125 }), true),
    each8(fc.integer({ min: 1, max: 9_999_999 })),
    each8(fc.double({ min: 0, max: 1, noNaN: true })),
  )
  .map(([leverages, notionals, parts]) => {
    let [to, rate] = [0, 999];
    const falling = [...leverages].sort((a, b) => b - a);
    return tableOf(
      falling.map((leverage, below) => {
        to += notionals[below] as number;
        const room = Math.floor(500_000 / leverage) - rate - 1;
        rate += 1 + Math.floor(room * (parts[below] as number));
        return [String(to), ppm(rate), leverage] as const;
      }),
    );
  });

/** The same with one value changed; about half of them have something against them. */
const changedTables = fc
  .tuple(
    goodTables,
    fc.integer({ min: 1, max: BRACKETS }),
    fc.constantFrom('to', 'rate', 'leverage'),
    fc.integer({ min: 1, max: 125 }),
  )
  .map(([values, bracket, what, to]) => ({
    ...values,
    [`${what}${bracket}`]: what === 'to' ? String(to * 500_000) : what === 'rate' ? ppm(to * 1_000) : to,
  }));

describe('any table that the policy takes', () => {
  it('has brackets that rise, and rates that rise while leverage falls', () => {
    const taken = { true: 0, false: 0 };
    fc.assert(
      fc.property(fc.oneof(goodTables, changedTables), (values) => {
        const brackets = bracketsFrom(values);
        const holds = brackets.every(({ from, to, rate, leverageMax }, below) => {
          const lower = brackets[below - 1];
          const isBorne = rate + rate <= ONE / BigInt(leverageMax);
          return to > from && rate > (lower?.rate ?? ZERO) && leverageMax < (lower?.leverageMax ?? Infinity) && isBorne;
        });
        expect(bracketTable.safeParse(values).success).toBe(holds);
        taken[`${holds}`] += 1;
      }),
    );
    expect(Math.min(taken.true, taken.false)).toBeGreaterThan(10);
  });

  it('leaves a position that opens with the highest leverage of two tables a tenth of its margin to lose under either', () => {
    const fees = fc.integer({ min: 0, max: 100_000 });
    const shares = fc.integer({ min: 1, max: 1_000_000 });
    const sides = fc.constantFrom('long' as const, 'short' as const);
    fc.assert(
      fc.property(goodTables, goodTables, fees, shares, sides, (before, after, fee, share, side) => {
        const tables = [before, after].map((values) => bracketsFrom(bracketTable.parse(values)));
        const limits = tables.map((brackets) => brackets.at(-1)?.to ?? ZERO);
        const limit = limits.reduce((one, other) => (one < other ? one : other));
        const takerRate = over(BigInt(fee) * ONE, 1_000_000n * ONE, 'half-even');
        const notional = (limit * BigInt(share)) / 1_000_000n;
        const leverage = openingLeverageMax(tables, notional);
        expect(openingLeverageMax(tables, limit + 1n)).toBe(0);
        const mark = 100n * ONE;
        const position = openedAt(mark, { side, notional, leverage, takerRate });
        const tenth = (mark / BigInt(leverage) / 10n) * (side === 'long' ? -1n : 1n);
        for (const brackets of tables)
          for (const price of [mark, mark + tenth])
            expect(isLiquidated(position, price, { brackets, takerRate })).toBe(false);
      }),
    );
  });
});

/** A position filled at a price, with what its order had on hold for initial margin and closing fee. */
function openedAt(price: Amount, { side, notional, leverage, takerRate }: Opening): OpenPosition {
  const quantity = over(notional, price, 'down');
  const cost = openingCost({ side, price, quantity, leverage }, { opening: takerRate, closing: takerRate });
  expect(cost.initialMargin).toBe(initialMargin(notionalOf(price, quantity), leverage));
  const margin = cost.initialMargin + cost.closingFee;
  return { side, quantity, entryNotional: notionalOf(price, quantity), margin, fundingOwed: ZERO };
}
interface Opening {
  readonly side: 'long' | 'short';
  readonly notional: Amount;
  readonly leverage: number;
  readonly takerRate: Amount;
}

describe('a new version of the brackets', () => {
  const versions = [100, 200, 210].map((hour) => ({ publishedAt: hour * HOUR, values: { to1: String(hour) } }));
  const inForce = (hour: number): number => bracketsInForce(versions, hour * HOUR).publishedAt / HOUR;

  it.each([
    ['before everything', 90, 100],
    ['at once for the first version', 100, 100],
    ['a moment before 24 hours are over', 224 - 1e-6, 100],
    ['24 hours after it was published', 224, 200],
    ['for that one although a newer one is public', 230, 200],
    ['24 hours after the newer one', 234, 210],
  ])('is followed by positions %s', (_, hour, expected) => {
    expect(inForce(hour)).toBe(expected);
  });

  it('never begins without any version', () => {
    expect(() => bracketsInForce([], 0)).toThrow('no version was ever published');
  });

  it('was public for 24 hours whenever it is not the first', () => {
    const times = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 1_100 }), (hours, at) => {
        const published = [...hours].sort((a, b) => a - b).map((hour) => ({ publishedAt: hour * HOUR }));
        const found = bracketsInForce(published, at * HOUR);
        const due = published.filter(({ publishedAt }) => publishedAt + 24 * HOUR <= at * HOUR);
        expect(found).toBe(due.at(-1) ?? published[0]);
      }),
    );
  });
});

describe('the table while margins are raised for a close', () => {
  const GAP = { raisesAt: 2 * HOUR, closesAt: 3 * HOUR, opensAt: 20 * HOUR, rate: '0.03' };
  const rows = ROWS.map(([to, rate, leverageMax]) => ({ to, rate, leverageMax }));
  const at = (hour: number) => bracketsAt(rows, GAP, hour * HOUR);
  const told = (hour: number) => at(hour).map(({ rate, leverageMax }) => [format(rate), leverageMax]);

  it('is the usual one before and from the open on', () => {
    for (const hour of [0, 1.99, 20, 30])
      expect(told(hour)).toEqual(ROWS.map(([, rate, leverage]) => [rate, leverage]));
    expect(bracketsAt(rows, null, 2 * HOUR)).toEqual(at(0));
    expect([1.99, 2, 3, 19.99, 20].map((hour) => isRaised(GAP, hour * HOUR))).toEqual([false, true, true, true, false]);
  });

  it('has no rate below the gap, and no leverage that puts up less than six fifths of it', () => {
    // 1 / (0.03 x 1.2) = 27.8. Where the usual table asks for more, that stays.
    const raised = [
      ...Array.from({ length: 4 }, () => ['0.03', 27]),
      ['0.05', 10],
      ['0.1', 5],
      ['0.125', 4],
      ['0.15', 3],
    ];
    raised[3] = ['0.03', 20];
    for (const hour of [2, 3, 19.99]) expect(told(hour)).toEqual(raised);
  });

  it('leaves one times to a gap of any size, and all of it to none', () => {
    expect(['0.0083', '0.2', '0.8333', '0.84', '5'].map((rate) => gapLeverageMax({ rate }))).toEqual([100, 4, 1, 1, 1]);
  });

  it('asks for the gap of the whole notional at least, whatever its size, and never for less than usual', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000_000 }), fc.integer({ min: 1, max: 9_999 }), (usdt, rate) => {
        const gap = { ...GAP, rate: format(BigInt(rate) * amount('0.0001')) };
        const notional = BigInt(usdt) * ONE;
        const raised = maintenanceMargin(notional, bracketsAt(rows, gap, 3 * HOUR));
        expect(raised).toBeGreaterThanOrEqual(times(notional, amount(gap.rate), 'down'));
        expect(raised).toBeGreaterThanOrEqual(maintenanceMargin(notional, at(0)));
      }),
    );
  });

  it('lets nothing open that it would reduce at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000_000 }), fc.integer({ min: 1, max: 8_000 }), (usdt, rate) => {
        const gap = { ...GAP, rate: format(BigInt(rate) * amount('0.0001')) };
        const brackets = bracketsAt(rows, gap, 3 * HOUR);
        const notional = BigInt(usdt) * ONE;
        const leverage = openingLeverageMax([brackets], notional);
        const opening = { side: 'long', price: ONE, quantity: notional, leverage } as const;
        const cost = openingCost(opening, { opening: ZERO, closing: TAKER });
        const position: OpenPosition = {
          side: 'long',
          quantity: notional,
          entryNotional: notional,
          margin: cost.initialMargin + cost.closingFee,
          fundingOwed: ZERO,
        };
        // Of one times, the closing fee is reserved for a price of zero.
        if (leverage > 1) expect(isLiquidated(position, ONE, { brackets, takerRate: TAKER })).toBe(false);
      }),
    );
  });
});
