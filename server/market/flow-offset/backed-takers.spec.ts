import { describe, expect, it } from '@jest/globals';
import { NO_IMPACT } from '../simulator/impact.js';
import { backedTakers } from './backed-takers.js';

const AT = 1_000_000;
const tape = [
  { at: AT - 2, side: 'buy', lots: 50, priceTicks: 1_040, limitTicks: 1_042 },
  { at: AT - 1, side: 'sell', lots: 20, priceTicks: 1_040, limitTicks: 1_038 },
] as const;
const beat = { at: AT, midTicks: 1_000, offsetTicksAt: () => 40, ladder: { bids: [], asks: [] } };
const paid = (paidTickLots: number) => ({ ...NO_IMPACT, paidTickLots, asOf: AT });

describe('takers of a tape whose price users have moved', () => {
  it('go as far as the tape prints where users have paid for it, and no further than an unmoved tape else', () => {
    const [, sell] = tape;
    const unchanged = { side: sell.side, lots: sell.lots, limitTicks: sell.limitTicks };
    expect(backedTakers(tape, { ...beat, impact: paid(1e9) })).toEqual([
      { side: 'buy', lots: 50, limitTicks: 1_042 },
      unchanged,
    ]);
    expect(backedTakers(tape, { ...beat, impact: paid(0) })).toEqual([
      { side: 'buy', lots: 50, limitTicks: 1_002 },
      unchanged,
    ]);
    expect(backedTakers(tape, { ...beat, impact: paid(42 * 10 + 41) })).toEqual([
      { side: 'buy', lots: 10, limitTicks: 1_042 },
      { side: 'buy', lots: 40, limitTicks: 1_002 },
      unchanged,
    ]);
  });

  it('leave to the quotes what these give', () => {
    const ladder = { bids: [[1_030, 10]] as [number, number][], asks: [] };
    const [first] = backedTakers(tape, { ...beat, ladder, impact: paid(300 + 42) });
    expect(first).toEqual({ side: 'buy', lots: 1, limitTicks: 1_042 });
  });

  it.each([0, -40, 39])('are taken as far as their own instant was moved, not the beat that follows: %s', (after) => {
    const offsetTicksAt = (at: number) => (at < AT ? 40 : after);
    const [first] = backedTakers(tape, { ...beat, offsetTicksAt, impact: paid(0) });
    expect(first).toEqual({ side: 'buy', lots: 50, limitTicks: 1_002 });
  });
});
