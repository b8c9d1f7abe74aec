import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  bankruptcyPrice,
  deleveragingScore,
  liquidationPrice,
  type MarginTerms,
  type OpenPosition,
  type PositionSide,
} from '../../../../shared/margin.js';
import { BINANCE } from '../../../../shared/margin.testkit.js';
import { amount, format, ONE, ZERO } from '../../../../shared/money.js';
import { deleveraged, nextStep, ranked, type Distressed, type Opposite } from './liquidation.rules.js';

const TERMS: MarginTerms = { brackets: BINANCE, takerRate: amount('0.0005') };
const LOT = amount('0.001');
const CENT = amount('0.01');
const RICH = amount('1000000');

function of(side: PositionSide, lots: number, price: string, margin: string): OpenPosition {
  const quantity = BigInt(lots) * LOT;
  return { side, quantity, entryNotional: (quantity * amount(price)) / ONE, margin: amount(margin), fundingOwed: ZERO };
}

function reached(position: OpenPosition, mark: string, more: Partial<Distressed> = {}): Distressed {
  const lots = Number(position.quantity / LOT);
  const usual = { tick: CENT, band: amount('0.02'), hasOrders: false, isReduced: false, cover: RICH };
  return { position, lots, mark: amount(mark), ...usual, ...more };
}

describe('a liquidation', () => {
  const long = of('long', 1_000, '10000', '1000');

  it('does nothing to a position that is safe, and begins with its orders', () => {
    expect(nextStep(reached(long, '9100'), TERMS)).toEqual({ type: 'none' });
    expect(nextStep(reached(long, '9000', { hasOrders: true }), TERMS)).toEqual({ type: 'cancel-orders' });
  });

  it('sells all of a small position, no further than where its margin is gone', () => {
    // Bankrupt at 9,000 / 0.9995 = 9,004.5; the band of 2% would reach to 8,859.6.
    expect(nextStep(reached(long, '9040'), TERMS)).toEqual({ type: 'reduce', lots: 1_000, limitTicks: 900_451 });
    const short = of('short', 1_000, '10000', '1000');
    expect(nextStep(reached(short, '10960'), TERMS)).toEqual({ type: 'reduce', lots: 1_000, limitTicks: 1_099_450 });
  });

  it('reduces a large one to the bracket below first', () => {
    // 260 coins at 9,450 are 2,457,000, in bracket 4; bracket 3 ends at 1,000,000: 105.82 coins.
    const step = nextStep(reached(of('long', 260_000, '10000', '182000'), '9450'), TERMS);
    expect(step).toMatchObject({ type: 'reduce', lots: 260_000 - 105_820 });
  });

  it('gives what the market does not take to the fund, and to deleveraging what the fund cannot cover', () => {
    const rest = { isReduced: true } as const;
    // Bankrupt at 9,004.5023 it leaves at 9,004.51, and is worth 8,990: a loss of 14.51 for one coin.
    const insured = (cover: string) => nextStep(reached(long, '8990', { ...rest, cover: amount(cover) }), TERMS);
    const taken = { type: 'take-over', lots: 1_000, priceTicks: 900_451 };
    expect(insured('14.51')).toEqual({ ...taken, insured: 1_000 });
    // 14.505 would cover the loss at the price that is not rounded. 14.505 / 0.01451 are 999 lots and a part.
    expect(insured('14.505')).toEqual({ ...taken, insured: 999 });
    expect(insured('0')).toEqual({ ...taken, insured: 0 });
    // Above its bankruptcy price the fund gets what is left, and needs no cover.
    const profitable = nextStep(reached(long, '9010', { ...rest, cover: ZERO }), TERMS);
    expect(profitable).toEqual({ ...taken, insured: 1_000 });
  });

  it('never sells below the bankruptcy price, nor outside the band', () => {
    const positions = fc.record({
      side: fc.constantFrom<PositionSide>('long', 'short'),
      lots: fc.integer({ min: 1, max: 1_000_000 }),
      ticks: fc.integer({ min: 10_000, max: 1_000_000 }),
      leverage: fc.integer({ min: 1, max: 50 }),
      beyond: fc.integer({ min: 0, max: 500 }),
    });
    fc.assert(
      fc.property(positions, ({ side, lots, ticks, leverage, beyond }) => {
        const quantity = BigInt(lots) * LOT;
        const entryNotional = (quantity * BigInt(ticks) * CENT) / ONE;
        const position: OpenPosition = {
          side,
          quantity,
          entryNotional,
          margin: entryNotional / BigInt(leverage),
          fundingOwed: ZERO,
        };
        const price = liquidationPrice(position, TERMS);
        if (price === null) return;
        const away = (price * BigInt(beyond)) / 10_000n;
        const mark = side === 'long' ? price - away : price + away;
        const step = nextStep(reached(position, format(mark), { mark }), TERMS);
        if (step.type !== 'reduce') return expect(step.type).toBe('none');
        const limit = BigInt(step.limitTicks) * CENT;
        const bankrupt = bankruptcyPrice(position, TERMS);
        const isCovered = side === 'long' ? limit >= bankrupt : limit <= bankrupt;
        expect(isCovered).toBe(true);
        const isNear = side === 'long' ? limit >= mark - mark / 50n : limit <= mark + mark / 50n;
        expect(isNear).toBe(true);
        expect(step.lots > 0 && step.lots <= lots).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('deleveraging', () => {
  const MARK = amount('9000');
  const opposite = (owner: string, lots: number, price: string, margin: string): Opposite => ({
    owner,
    lots,
    position: of('short', lots, price, margin),
  });
  // Of a mark of 9,000: gains of 10%, 10% and 5% at 4.7, 9 and 19.
  const queue = [
    opposite('ann', 1_000, '10000', '900'),
    opposite('bob', 1_000, '10000', '0.1'),
    opposite('cid', 1_000, '9450', '23'),
  ];

  it('takes from the highest profit at the highest leverage first, and no more than it needs', () => {
    expect(ranked(queue, amount('9000')).map(({ owner }) => owner)).toEqual(['cid', 'bob', 'ann']);
    expect(deleveraged(1_500, queue, amount('9000'))).toMatchObject([
      { owner: 'cid', lots: 1_000, place: 1 },
      { owner: 'bob', lots: 500, place: 2 },
    ]);
    expect(deleveraged(9_000, queue, amount('9000')).reduce((sum, { lots }) => sum + lots, 0)).toBe(3_000);
  });

  it('has one order whatever order the positions come in', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...queue, opposite('dan', 1_000, '10000', '900')], { minLength: 4 }), (some) => {
        expect(ranked(some, amount('9000')).map(({ owner }) => owner)).toEqual(['cid', 'bob', 'ann', 'dan']);
      }),
    );
  });

  it('puts nobody in order who is behind the last one that is needed', () => {
    let compared = 0;
    const many = Array.from({ length: 10_000 }, (_, at) => {
      const each = opposite(`owner${(at * 7_919) % 10_000}`, 1_000, '10000', `${900 + (at % 97)}`);
      return Object.defineProperty({ ...each }, 'owner', { get: () => ((compared += 1), each.owner) });
    });
    const [first] = ranked(many, amount('9000'));
    compared = 0;
    expect(deleveraged(10, many, amount('9000'))).toMatchObject([{ owner: first?.owner, lots: 10, place: 1 }]);
    // Owners are compared where scores are equal. A sort compares each of them several times.
    expect(compared).toBeLessThan(10_000);
  });

  it('takes from the same ones as a walk along the whole queue, put in order', () => {
    const some = fc.record({
      lots: fc.integer({ min: 1, max: 50 }),
      price: fc.constantFrom(8_950, 9_050, 9_100, 9_105),
      margin: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 40 }), fc.integer({ min: 0, max: 1_500 }), (holdings, wanted) => {
        const others = holdings.map(({ lots, price, margin }, at) => opposite(`o${at}`, lots, `${price}`, `${margin}`));
        let left = wanted;
        const expected = ranked(others, MARK).flatMap(({ owner, lots, position }, at) => {
          const taken = Math.min(left, lots);
          left -= taken;
          return taken === 0 ? [] : [{ owner, lots: taken, score: deleveragingScore(position, MARK), place: at + 1 }];
        });
        expect(deleveraged(wanted, others, MARK)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
