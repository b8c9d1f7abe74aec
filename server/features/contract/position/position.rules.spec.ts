import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bankruptcyPrice, initialMargin, notionalOf, type PositionSide } from '../../../../shared/margin.js';
import { amount, format, roundTo, ZERO, type Amount } from '../../../../shared/money.js';
import { closed, fundingSettled, opened, openPosition, type Holding } from './position.rules.js';

const TICK_LOT = amount('0.00001');
const LOT = amount('0.001');
const notional = (ticks: number, lots: number): Amount => BigInt(ticks) * BigInt(lots) * TICK_LOT;
const worth = (text: string) => amount(text);

function long(lots: number, price: string, margin: string): Holding {
  const traded = { side: 'long', lots, notional: (worth(price) * BigInt(lots)) / 1_000n, fee: ZERO } as const;
  return opened(null, traded, { margin: worth(margin), fundingIndex: ZERO, number: 1 });
}

describe('a position', () => {
  it('enters at the average of what its lots cost', () => {
    const one = long(1_000, '100', '10');
    const two = opened(
      one,
      { side: 'long', lots: 3_000, notional: worth('360'), fee: worth('0.18') },
      { margin: worth('36'), fundingIndex: ZERO, number: 1 },
    );
    expect(two).toMatchObject({ lots: 4_000, entryNotional: worth('460'), margin: worth('46'), fees: worth('0.18') });
  });

  it('gives back margin and profit in proportion when a part is closed', () => {
    const { after, realised, released, shortfall } = closed(long(4_000, '100', '40'), {
      lots: 1_000,
      notional: worth('120'),
      fee: worth('0.06'),
    });
    expect([realised, released, shortfall].map(format)).toEqual(['20', '29.94', '0']);
    expect(after).toMatchObject({
      lots: 3_000,
      entryNotional: worth('300'),
      margin: worth('30'),
      realised: worth('20'),
    });
  });

  it('takes a loss above the margin of the closed lots from the rest', () => {
    const { after, realised, released, shortfall } = closed(long(4_000, '100', '40'), {
      lots: 1_000,
      notional: worth('85'),
      fee: ZERO,
    });
    expect([realised, released, shortfall].map(format)).toEqual(['-15', '0', '0']);
    expect(after.margin).toBe(worth('25'));
  });

  it('never costs its owner more than the margin', () => {
    const { after, released, shortfall } = closed(long(4_000, '100', '40'), {
      lots: 4_000,
      notional: worth('350'),
      fee: worth('0.2'),
    });
    expect(after).toMatchObject({ lots: 0, margin: ZERO });
    expect([released, shortfall].map(format)).toEqual(['0', '10.2']);
  });

  it('pays funding from its margin, and keeps what it is paid there', () => {
    const { after, paid } = fundingSettled(long(2_000, '30000', '600'), LOT, worth('3'));
    expect([format(paid), format(after.margin), format(after.funding)]).toEqual(['6', '594', '6']);
    const back = fundingSettled(after, LOT, worth('1'));
    expect([format(back.paid), format(back.after.margin), format(back.after.funding)]).toEqual(['-4', '598', '2']);
  });

  it('owes on what its margin does not cover: what it receives, or earns at a close, pays that first', () => {
    const { after, paid, shortfall } = fundingSettled(long(2_000, '30000', '5'), LOT, worth('3'));
    expect([paid, shortfall, after.margin, after.unpaid].map(format)).toEqual(['5', '1', '0', '1']);
    expect(format(openPosition(after, LOT, worth('4')).fundingOwed)).toBe('3');
    const more = fundingSettled(after, LOT, worth('4'));
    expect([more.paid, more.shortfall, more.after.unpaid].map(format)).toEqual(['0', '2', '3']);
    const back = fundingSettled(more.after, LOT, worth('1'));
    expect([back.paid, back.shortfall, back.after.margin, back.after.unpaid].map(format)).toEqual([
      '-3',
      '-3',
      '3',
      '0',
    ]);
    // Half is closed 10 above its entry, and the fee is 1: 10 come back with no margin, and 3 of them were owed.
    const half = closed(more.after, { lots: 1_000, notional: worth('30010'), fee: worth('1') });
    expect([half.released, half.fundingPaid, half.after.unpaid].map(format)).toEqual(['6', '3', '0']);
    expect(format(half.after.funding)).toBe('8');
    // At its entry nothing comes back: agents had advanced what stays unpaid.
    const lost = closed(more.after, { lots: 2_000, notional: worth('60000'), fee: ZERO });
    expect([lost.released, lost.fundingPaid, lost.after.unpaid, lost.shortfall].map(format)).toEqual([
      '0',
      '0',
      '3',
      '0',
    ]);
  });

  it('does not grow before its funding is settled, nor close what is not there', () => {
    const one = long(1_000, '100', '10');
    const more = { side: 'long', lots: 1, notional: worth('1'), fee: ZERO } as const;
    expect(() => opened(one, more, { margin: ZERO, fundingIndex: worth('1'), number: 1 })).toThrow('funding');
    expect(() => closed(one, { lots: 1_001, notional: worth('1'), fee: ZERO })).toThrow('more than');
  });
});

const steps = fc.array(
  fc.record({
    opens: fc.boolean(),
    lots: fc.integer({ min: 1, max: 5_000 }),
    ticks: fc.integer({ min: 50, max: 20_000 }),
    fee: fc.integer({ min: -10, max: 50 }),
  }),
  { minLength: 1, maxLength: 30 },
);
const side = fc.constantFrom<PositionSide>('long', 'short');

/** Plays fills on one position, and adds up what moved. */
function play(own: PositionSide, moves: readonly { opens: boolean; lots: number; ticks: number; fee: number }[]) {
  let holding: Holding | null = null;
  const sums = { in: ZERO, out: ZERO, realised: ZERO, closingFees: ZERO, shortfall: ZERO, spent: ZERO, got: ZERO };
  for (const { opens, lots, ticks, fee: rate } of moves) {
    const free = opens || holding === null;
    const some: number = free ? lots : Math.min(lots, (holding as Holding).lots);
    const traded = { lots: some, notional: notional(ticks, some), fee: notional(rate, some) / 100n };
    const fee = roundTo(traded.fee, 8, 'up');
    if (free) {
      const margin = initialMargin(traded.notional, 10);
      holding = opened(holding, { ...traded, fee, side: own }, { margin, fundingIndex: ZERO, number: 1 });
      sums.in += margin;
      sums.spent += traded.notional;
    } else {
      const result = closed(holding as Holding, { ...traded, fee });
      holding = result.after.lots === 0 ? null : result.after;
      sums.out += result.released;
      sums.realised += result.realised;
      sums.closingFees += fee;
      sums.shortfall += result.shortfall;
      sums.got += traded.notional;
    }
  }
  return { holding, sums };
}

describe('any sequence of fills', () => {
  it('loses and makes no money: what went in is on hold, came back, was lost or paid', () => {
    fc.assert(
      fc.property(side, steps, (own, moves) => {
        const { holding, sums } = play(own, moves);
        const held = holding?.margin ?? ZERO;
        expect(sums.in + sums.realised - sums.closingFees + sums.shortfall - sums.out).toBe(held);
        expect(held >= ZERO && sums.out >= ZERO).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('realises what was sold less what was bought, and the open lots keep what they cost', () => {
    fc.assert(
      fc.property(side, steps, (own, moves) => {
        const { holding, sums } = play(own, moves);
        const cost = sums.spent - (holding?.entryNotional ?? ZERO);
        expect(sums.realised).toBe(own === 'long' ? sums.got - cost : cost - sums.got);
        expect(holding?.entryNotional ?? ZERO).toBeGreaterThanOrEqual(ZERO);
      }),
      { numRuns: 500 },
    );
  });

  it('comes to the same in parts, but for a rounding of each part', () => {
    fc.assert(
      fc.property(
        side,
        fc.integer({ min: 2, max: 5_000 }),
        fc.integer({ min: 50, max: 20_000 }),
        (own, lots, ticks) => {
          const start = opened(
            null,
            { side: own, lots, notional: notional(7_001, lots), fee: ZERO },
            { margin: initialMargin(notional(7_001, lots), 3), fundingIndex: ZERO, number: 1 },
          );
          const whole = closed(start, { lots, notional: notional(ticks, lots), fee: ZERO });
          const half = Math.floor(lots / 2);
          const first = closed(start, { lots: half, notional: notional(ticks, half), fee: ZERO });
          const second = closed(first.after, {
            lots: lots - half,
            notional: notional(ticks, lots - half),
            fee: ZERO,
          });
          expect(first.realised + second.realised).toBe(whole.realised);
          expect(first.released + second.released - first.shortfall - second.shortfall).toBe(
            whole.released - whole.shortfall,
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('leaves nothing at the bankruptcy price, and needs nobody’s help', () => {
    fc.assert(
      fc.property(side, fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 2, max: 100 }), (own, lots, leverage) => {
        const cost = notional(7_001, lots);
        const start = opened(
          null,
          { side: own, lots, notional: cost, fee: ZERO },
          { margin: initialMargin(cost, leverage), fundingIndex: ZERO, number: 1 },
        );
        const price = bankruptcyPrice(openPosition(start, LOT, ZERO), { takerRate: ZERO });
        const worthNow = notionalOf(price, BigInt(lots) * LOT);
        const end = closed(start, { lots, notional: worthNow, fee: ZERO });
        const tolerance = amount('0.00000002');
        expect(end.released <= tolerance && end.shortfall <= tolerance).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
