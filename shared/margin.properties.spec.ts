import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, ONE, roundTo, ZERO } from './money.js';
import {
  bankruptcyPrice,
  bracketOf,
  entryPrice,
  fundingOwed,
  initialMargin,
  isLiquidated,
  liquidationPrice,
  lotsAboveBracket,
  maintenanceMargin,
  marginBalance,
  removableMargin,
  type OpenPosition,
  type PositionSide,
} from './margin.js';
import { BINANCE } from './margin.testkit.js';

/** A position within the brackets, in lots and ticks, with a margin from 1% to 150% of what it cost. */
const positions = fc
  .record({
    side: fc.constantFrom<PositionSide>('long', 'short'),
    lots: fc.integer({ min: 1, max: 20_000_000 }),
    ticks: fc.integer({ min: 100, max: 10_000_000 }),
    share: fc.integer({ min: 100, max: 15_000 }),
    owed: fc.integer({ min: -500, max: 50 }),
  })
  .map(({ side, lots, ticks, share, owed }): OpenPosition => {
    const entryNotional = BigInt(lots) * BigInt(ticks) * amount('0.00001');
    const margin = roundTo((entryNotional * BigInt(share)) / 10_000n, 8, 'up');
    const fundingOwedNow = roundTo((entryNotional * BigInt(owed)) / 100_000n, 8, 'half-even');
    return { side, quantity: BigInt(lots) * amount('0.001'), entryNotional, margin, fundingOwed: fundingOwedNow };
  });
const rates = fc.constantFrom('0', '0.0002', '0.0005', '0.002').map(amount);
/** Rounding of margin and fee at eight decimals, of a price at eighteen. */
const A_FEW_ROUNDINGS = amount('0.0000001');

describe('margin', () => {
  it('is liquidated from its liquidation price on, and not before', () => {
    fc.assert(
      fc.property(positions, rates, (position, takerRate) => {
        const terms = { brackets: BINANCE, takerRate };
        const price = liquidationPrice(position, terms);
        if (price === null) return expect(isLiquidated(position, amount('0.00000001'), terms)).toBe(false);
        const step = (A_FEW_ROUNDINGS * ONE) / position.quantity + 1n;
        const worse = position.side === 'long' ? -step : step;
        if (price + worse > ZERO) expect(isLiquidated(position, price + worse, terms)).toBe(true);
        expect(isLiquidated(position, price - worse, terms)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is gone at the bankruptcy price, beyond the price of liquidation, and never worth less before', () => {
    fc.assert(
      fc.property(positions, rates, (position, takerRate) => {
        const terms = { brackets: BINANCE, takerRate };
        const [bankrupt, liquidated] = [bankruptcyPrice(position, terms), liquidationPrice(position, terms)];
        if (bankrupt === ZERO) return;
        const fee = (bankrupt * position.quantity * takerRate) / ONE / ONE;
        const left = marginBalance(position, bankrupt) - fee;
        const tolerance = position.quantity / 1_000_000_000n + 10n;
        expect(left >= -tolerance && left <= tolerance).toBe(true);
        const isFurther = position.side === 'long' ? bankrupt <= (liquidated ?? 0n) : bankrupt >= (liquidated ?? 0n);
        expect(isFurther).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('may be taken out as far as the position stays safe', () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: 1, max: 20 }), (position, leverage) => {
        const terms = { brackets: BINANCE, takerRate: amount('0.0005') };
        const mark = entryPrice(position);
        const free = removableMargin(position, mark, leverage, terms);
        expect(free >= ZERO && free <= position.margin).toBe(true);
        if (free === ZERO) return;
        const left = { ...position, margin: position.margin - free };
        const needed = initialMargin(position.entryNotional, leverage);
        expect(marginBalance(left, mark) >= needed - A_FEW_ROUNDINGS * BigInt(leverage)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('pays receivers of funding no more than payers pay, in however many positions', () => {
    const lots = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(lots, fc.integer({ min: -1_000_000, max: 1_000_000 }), (parts, index) => {
        const owed = (side: PositionSide, some: number) =>
          fundingOwed({ side, quantity: BigInt(some) * amount('0.001') }, ZERO, BigInt(index) * amount('0.00000001'));
        const whole = parts.reduce((sum, some) => sum + some, 0);
        const sum = owed('long', whole) + parts.reduce((total, some) => total + owed('short', some), ZERO);
        expect(sum >= ZERO && sum < amount('0.00000001') * BigInt(parts.length + 1)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('rises with the notional without a jump, bracket after bracket', () => {
    for (const { to } of BINANCE.slice(0, -1)) {
      const [below, above] = [maintenanceMargin(to, BINANCE), maintenanceMargin(to + amount('0.01'), BINANCE)];
      expect(above >= below && above - below < amount('0.01')).toBe(true);
      expect(bracketOf(BINANCE, to).bracket + 1).toBe(bracketOf(BINANCE, to + 1n).bracket);
    }
  });

  it('falls into the bracket below by the lots that are asked for, and by no fewer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000_000 }), fc.integer({ min: 1, max: 1_000 }), (lots, worth) => {
        const lotNotional = amount('0.01') * BigInt(worth);
        const gone = lotsAboveBracket(lots, lotNotional, BINANCE);
        const before = bracketOf(BINANCE, BigInt(lots) * lotNotional).bracket;
        const after = bracketOf(BINANCE, BigInt(lots - gone) * lotNotional).bracket;
        expect(after).toBe(Math.max(1, before - 1));
        if (gone > 0) expect(bracketOf(BINANCE, BigInt(lots - gone + 1) * lotNotional).bracket).toBe(before);
      }),
      { numRuns: 500 },
    );
  });
});
