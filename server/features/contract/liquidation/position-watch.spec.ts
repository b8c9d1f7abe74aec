import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isLiquidated, marginBrackets, riskRate, type PositionSide } from '../../../../shared/margin.js';
import { BINANCE } from '../../../../shared/margin.testkit.js';
import { amount, ONE, ZERO } from '../../../../shared/money.js';
import { openPosition, type Holding } from '../position/position.rules.js';
import { PositionWatch } from './position-watch.js';

const TERMS = { brackets: BINANCE, takerRate: amount('0.0005'), warningAt: amount('0.8'), raised: null };
const LOT = amount('0.001');
const CENT = amount('0.01');

function holdingOf(side: PositionSide, lots: number, ticks: number, leverage: number): Holding {
  const entryNotional = (BigInt(lots) * LOT * BigInt(ticks) * CENT) / ONE;
  const margin = entryNotional / BigInt(leverage);
  const rest = { number: 1, fundingIndex: amount('2'), fees: ZERO, funding: ZERO, unpaid: ZERO, realised: ZERO };
  return { side, lots, entryNotional, margin, ...rest };
}

const positions = fc.array(
  fc.record({
    lots: fc.integer({ min: 1, max: 1_000_000 }),
    ticks: fc.integer({ min: 9_000, max: 11_000 }),
    leverage: fc.integer({ min: 1, max: 100 }),
  }),
  { minLength: 1, maxLength: 20 },
);
const marks = fc.array(fc.integer({ min: 100, max: 25_000 }), { minLength: 1, maxLength: 8 });

describe('the watch over positions', () => {
  it.each(['long', 'short'] as const)(
    'finds every %s that a mark price liquidates, and none that is far from it',
    (side) => {
      fc.assert(
        fc.property(positions, marks, (some, ticks) => {
          const watch = new PositionWatch(LOT, TERMS);
          const held = some.map(({ lots, ticks: entry, leverage }) => holdingOf(side, lots, entry, leverage));
          held.forEach((holding, at) => watch.set(`${at}`, side, holding));
          for (const each of ticks) {
            const mark = BigInt(each) * CENT;
            const found = new Set(watch.liquidatedAt(side, mark));
            held.forEach((holding, at) => {
              const position = openPosition(holding, LOT, holding.fundingIndex);
              if (isLiquidated(position, mark, TERMS)) return expect(found.has(`${at}`)).toBe(true);
              const risk = riskRate(position, mark, TERMS);
              const isNear = risk !== null && risk > amount('0.999');
              expect(found.has(`${at}`) && !isNear).toBe(false);
            });
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  it('names whom to warn once, and again when they were safe', () => {
    const watch = new PositionWatch(LOT, TERMS);
    // 1 at 100 with 10 of margin: a risk rate of 0.8 at 90.5091, of 0.7 at 90.5911.
    watch.set('ann', 'long', holdingOf('long', 1_000, 10_000, 10));
    const at = (text: string) => watch.warnedAt('long', amount(text));
    expect([at('90.6'), at('90.5'), at('90.4'), at('90.55')]).toEqual([[], ['ann'], [], []]);
    expect([at('90.5'), at('90.7'), at('90.5')]).toEqual([[], [], ['ann']]);
    watch.set('ann', 'long', null);
    expect([at('50'), watch.liquidatedAt('long', amount('50'))]).toEqual([[], []]);
  });

  it('judges all by new terms', () => {
    const watch = new PositionWatch(LOT, TERMS);
    watch.set('ann', 'long', holdingOf('long', 1_000, 10_000, 10));
    expect(watch.liquidatedAt('long', amount('92'))).toEqual([]);
    const brackets = marginBrackets([{ to: '1000000', leverageMax: 10, rate: '0.05' }]);
    expect([...watch.judgeBy({ ...TERMS, brackets })]).toHaveLength(1);
    expect(watch.liquidatedAt('long', amount('92'))).toEqual(['ann']);
  });
});
