import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TOOLS } from './drawings/tools';
import { CATALOGUE } from './indicators/catalogue';
import { FRESH, LIMITS, readLayout, readNamed, setupOf, withLayout, type ChartLayout } from './layout';
import { TECHNICAL_TOOLS } from './tool-count';

const LAYOUT: ChartLayout = {
  period: '4h',
  look: 'heikin',
  scale: 'log',
  volume: false,
  indicators: [{ key: 'a', id: 'rsi', params: [21], colours: [3], source: 'hlc3', hidden: true }],
  compared: ['ETHUSDT'],
  drawings: [
    {
      key: 'b',
      tool: 'trend',
      anchors: [
        { at: 1, price: 2 },
        { at: 3, price: 4 },
      ],
      colour: 1,
      text: '',
    },
  ],
};

describe('the technical tools', () => {
  it('are at least sixty, indicators and drawing tools together', () => {
    expect(CATALOGUE.length + TOOLS.length).toBeGreaterThanOrEqual(60);
    expect({ indicators: CATALOGUE.length, drawings: TOOLS.length }).toEqual({ indicators: 79, drawings: 11 });
  });

  it('are as many as the home page says', () => {
    expect(TECHNICAL_TOOLS).toBe(CATALOGUE.length + TOOLS.length);
  });
});

describe('a kept layout', () => {
  it('comes back from storage as it was', () => {
    expect(readLayout(JSON.parse(JSON.stringify(LAYOUT)))).toEqual(LAYOUT);
  });

  it('is the fresh one when storage holds anything else', () => {
    fc.assert(
      fc.property(fc.anything(), (kept) => {
        const { period, look, scale } = readLayout(kept);
        expect([period, look, scale].every((each) => typeof each === 'string')).toBe(true);
      }),
    );
    expect(readLayout(null)).toEqual(FRESH);
    expect(readLayout({ period: '7m', look: 'renko', scale: 3 })).toEqual(FRESH);
  });

  it('loses only the drawings that make no sense', () => {
    const [good] = LAYOUT.drawings;
    const drawings = [
      good,
      { ...good, tool: 'spiral' },
      { ...good, anchors: [{ at: 1, price: 2 }] },
      { ...good, key: 7 },
    ];
    expect(readLayout({ ...LAYOUT, drawings }).drawings).toEqual([good]);
  });

  it('stays within the limits', () => {
    const many = <T>(value: T, count: number): T[] => Array.from({ length: count }, () => value);
    const read = readLayout({
      ...LAYOUT,
      indicators: many(LAYOUT.indicators[0], 50),
      compared: many('ETHUSDT', 9),
      drawings: many(LAYOUT.drawings[0], 300),
    });
    expect(read.indicators).toHaveLength(LIMITS.indicators);
    expect(read.compared).toHaveLength(LIMITS.compared);
    expect(read.drawings).toHaveLength(LIMITS.drawings);
    expect(readNamed(many({ name: 'n', setup: LAYOUT }, 99))).toHaveLength(LIMITS.named);
  });

  it('is let go when forty other instruments were charted since', () => {
    let layouts: Record<string, ChartLayout> = {};
    for (let at = 0; at < 45; at += 1) layouts = withLayout(layouts, `S${at}`, FRESH);
    layouts = withLayout(layouts, 'S5', LAYOUT);
    expect(Object.keys(layouts)).toHaveLength(LIMITS.instruments);
    expect(layouts['S4']).toBeUndefined();
    expect(layouts['S5']).toBe(LAYOUT);
    expect(Object.keys(layouts).at(-1)).toBe('S5');
  });

  it('takes no drawing of an instrument into a named one', () => {
    expect(Object.keys(setupOf(LAYOUT))).toEqual(['period', 'look', 'scale', 'volume', 'indicators']);
    expect(readNamed([{ name: 'Mine', setup: LAYOUT }])).toEqual([{ name: 'Mine', setup: setupOf(LAYOUT) }]);
    expect(readNamed([{ name: '' }, 'x', null])).toEqual([]);
  });
});
