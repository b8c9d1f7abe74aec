import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isLiquidated, marginBrackets, riskRate, type PositionSide } from '../../../../shared/margin.js';
import { BINANCE } from '../../../../shared/margin.testkit.js';
import { amount, ONE, ZERO } from '../../../../shared/money.js';
import { openPosition, settledAt, type Holding } from '../position/position.rules.js';
import { PositionWatch } from './position-watch.js';

const TERMS = { brackets: BINANCE, takerRate: amount('0.0005'), warningAt: amount('0.8'), raised: null };
const LOT = amount('0.001');
const CENT = amount('0.01');
/** What every position has paid. */
const INDEX = amount('2');

function holdingOf(side: PositionSide, lots: number, ticks: number, leverage: number): Holding {
  const entryNotional = (BigInt(lots) * LOT * BigInt(ticks) * CENT) / ONE;
  const margin = entryNotional / BigInt(leverage);
  const rest = { number: 1, fundingIndex: INDEX, fees: ZERO, funding: ZERO, unpaid: ZERO, realised: ZERO };
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
          const watch = new PositionWatch(LOT, TERMS, INDEX);
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

  it.each(['long', 'short'] as const)(
    'finds every %s that a mark price liquidates by what it owes, before it has paid',
    (side) => {
      const round = fc.record({
        /** A change of the index, in hundredths. */
        charge: fc.integer({ min: -300, max: 300 }),
        ticks: fc.integer({ min: 100, max: 25_000 }),
        /** These have paid before the mark price comes. */
        paid: fc.array(fc.nat({ max: 19 }), { maxLength: 5 }),
        closed: fc.option(fc.nat({ max: 19 })),
      });
      fc.assert(
        fc.property(positions, fc.array(round, { minLength: 1, maxLength: 5 }), (some, rounds) => {
          const watch = new PositionWatch(LOT, TERMS, INDEX);
          const held = new Map(
            some.map(({ lots, ticks, leverage }, at) => [`${at}`, holdingOf(side, lots, ticks, leverage)]),
          );
          for (const [id, holding] of held) watch.set(id, side, holding);
          let index = INDEX;
          for (const { charge, ticks, paid, closed } of rounds) {
            index += BigInt(charge) * CENT;
            watch.charged(index);
            for (const id of paid.map(String)) {
              const before = held.get(id);
              if (before === undefined) continue;
              const { holding } = settledAt(before, LOT, index);
              held.set(id, holding);
              watch.set(id, side, holding);
            }
            if (held.delete(`${closed}`)) watch.set(`${closed}`, side, null);
            const mark = BigInt(ticks) * CENT;
            for (const _ of watch.catchUp(side, mark));
            const found = watch.liquidatedAt(side, mark);
            for (const [id, holding] of held) {
              const { position } = settledAt(holding, LOT, index);
              if (isLiquidated(position, mark, TERMS)) expect(found).toContain(id);
              else if (found.includes(id)) expect(riskRate(position, mark, TERMS)).toBeGreaterThan(amount('0.999'));
            }
          }
        }),
        { numRuns: 500 },
      );
    },
  );

  it('refreshes only those that a charge might bring within reach', () => {
    const watch = new PositionWatch(LOT, TERMS, INDEX);
    // 1 at 100 each, by 10 and by 20 times: warned of at 90.51 and 95.53, liquidated at 90.41 and 95.43; a charge of 0.01 moves that by 0.01.
    for (const [id, leverage] of [
      ['ann', 10],
      ['bob', 20],
    ] as const)
      watch.set(id, 'long', holdingOf('long', 1_000, 10_000, leverage));
    watch.charged(INDEX + CENT);
    const refreshed = (mark: string) => [...watch.catchUp('long', amount(mark))].length;
    expect(['96', '95.535', '95.535', '90.6', '90.515', '90'].map(refreshed)).toEqual([0, 1, 0, 0, 1, 0]);
  });

  it('warns by what was charged, before it is paid and after it', () => {
    const watch = new PositionWatch(LOT, TERMS, INDEX);
    const short = holdingOf('short', 1_000, 10_000, 50);
    watch.set('ann', 'short', short);
    const warnedAt = (mark: string): string[] => {
      for (const _ of watch.catchUp('short', amount(mark)));
      return watch.warnedAt('short', amount(mark));
    };
    // A risk rate of 0.8 at 81.6 / 0.8045 = 101.43; once she receives 1, at 82.4 / 0.8045 = 102.424.
    expect(warnedAt('101.42')).toEqual([]);
    watch.charged(INDEX + ONE);
    expect(warnedAt('101.5')).toEqual([]);
    watch.set('ann', 'short', settledAt(short, LOT, INDEX + ONE).holding);
    expect([warnedAt('102.42'), warnedAt('102.43'), warnedAt('102.5')]).toEqual([[], ['ann'], []]);
    watch.set('bob', 'long', holdingOf('long', 1_000, 10_000, 50));
    watch.charged(INDEX + 3n * ONE);
    for (const _ of watch.catchUp('long', amount('100')));
    expect([watch.warnedAt('long', amount('100')), watch.liquidatedAt('long', amount('100'))]).toEqual([
      ['bob'],
      ['bob'],
    ]);
  });

  it('ranks by what was charged, whoever has paid it', () => {
    const watch = new PositionWatch(LOT, TERMS, INDEX);
    const shorts = new Map([
      ['ann', { ...holdingOf('short', 1_000, 10_000, 50), margin: amount('2') }],
      ['bob', { ...holdingOf('short', 1_000, 10_000, 50), margin: amount('2.05') }],
    ]);
    for (const [id, holding] of shorts) watch.set(id, 'short', holding);
    const placeOf = (id: string) => watch.rankOf(id, 'short', { mark: amount('99'), at: 0 })?.place;
    expect(placeOf('ann')).toBe(1);
    const index = INDEX + 30n * CENT;
    watch.charged(index);
    expect(['ann', 'bob'].map(placeOf)).toEqual([1, 2]);
    watch.set('ann', 'short', settledAt(shorts.get('ann') as Holding, LOT, index).holding);
    expect(['ann', 'bob'].map(placeOf)).toEqual([1, 2]);
  });

  it('names whom to warn once, and again when they were safe', () => {
    const watch = new PositionWatch(LOT, TERMS, INDEX);
    // 1 at 100 with 10 of margin: a risk rate of 0.8 at 90.5091, of 0.7 at 90.5911.
    watch.set('ann', 'long', holdingOf('long', 1_000, 10_000, 10));
    const at = (text: string) => watch.warnedAt('long', amount(text));
    expect([at('90.6'), at('90.5'), at('90.4'), at('90.55')]).toEqual([[], ['ann'], [], []]);
    expect([at('90.5'), at('90.7'), at('90.5')]).toEqual([[], [], ['ann']]);
    watch.set('ann', 'long', null);
    expect([at('50'), watch.liquidatedAt('long', amount('50'))]).toEqual([[], []]);
  });

  it('judges all by new terms', () => {
    const watch = new PositionWatch(LOT, TERMS, INDEX);
    watch.set('ann', 'long', holdingOf('long', 1_000, 10_000, 10));
    expect(watch.liquidatedAt('long', amount('92'))).toEqual([]);
    const brackets = marginBrackets([{ to: '1000000', leverageMax: 10, rate: '0.05' }]);
    expect([...watch.judgeBy({ ...TERMS, brackets })]).toHaveLength(1);
    expect(watch.liquidatedAt('long', amount('92'))).toEqual(['ann']);
  });
});
