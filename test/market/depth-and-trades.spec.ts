import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_EPOCH_MS } from '../../server/market/simulator/epochs.js';
import { NO_IMPACT } from '../../server/market/simulator/impact.js';
import { PriceModel } from '../../server/market/simulator/price-model.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';

/** The tables of docs/decisions/depth-and-trades.md against what agents quote and print on fixed seeds. */

const PAGE = readFileSync('docs/decisions/depth-and-trades.md', 'utf8');
const [LAUNCH_AT, FIRST_AT] = [Date.UTC(2026, 10, 20), Date.UTC(2027, 0, 11, 15)];
const MINUTE_MS = 60_000;
/** Thirteen times seven minutes apart: every hour of the session, and no minute twice. */
const STEP_MS = 91 * MINUTE_MS;
const LOOKS = 40;
const WITHIN = 0.001;
/** A table of rounded medians holds as long as nothing real changes. */
const ROUNDING = 1.5;
/** Real sizes move by so much from month to month. */
const NEAR = 3;

const FIGURES = ['touch', 'depth', 'medianTrade', 'meanTrade', 'tradesPerDay'] as const;
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

const number = (cell: string): number => Number(cell.replaceAll(',', ''));
const rowsBetween = (mark: string): string[][] => {
  const [, table = ''] = new RegExp(`<!-- ${mark}: begin -->([\\s\\S]*)<!-- ${mark}: end -->`).exec(PAGE) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};
const ours = new Map(
  rowsBetween('ours').map(([base = '', ...cells]) => {
    const figures = Object.fromEntries(FIGURES.map((name, n) => [name, number(cells[n] ?? '')]));
    return [base, figures as Figures];
  }),
);

const specs = testCatalogue.specs.filter(({ base }) => ours.has(base));
const seedOf = (epoch: number): string => createHash('sha256').update(`depth ${epoch}`).digest('hex');
const model = new PriceModel({ ...testCatalogue, specs, launchAt: LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, seedOf });

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** In USDT: best quotes of a side, both sides within ten basis points, and a minute of the tape at each look. */
function measured(base: string): Figures {
  const symbol = `${base}USDT`;
  const { lotSize, tickSize } = model.spec(symbol);
  const unit = +lotSize * +tickSize;
  const [touches, depths, trades]: [number[], number[], number[]] = [[], [], []];
  let openMinutes = 0;
  for (let n = 0; n < LOOKS; n++) {
    const at = FIRST_AT + n * STEP_MS;
    const { bids, asks } = model.ladder(symbol, at, NO_IMPACT);
    const [bid, ask] = [bids[0], asks[0]];
    if (bid === undefined || ask === undefined) continue;
    openMinutes++;
    const mid = (bid[0] + ask[0]) / 2;
    touches.push(((bid[1] + ask[1]) / 2) * mid * unit);
    const near = [...bids, ...asks].filter(([ticks]) => Math.abs(ticks / mid - 1) <= WITHIN);
    depths.push(near.reduce((sum, [ticks, lots]) => sum + ticks * lots, 0) * unit);
    for (const { lots, priceTicks } of model.trades(symbol, at, at + MINUTE_MS)) trades.push(lots * priceTicks * unit);
  }
  expect(openMinutes).toBeGreaterThan(0);
  const [candle] = model.candles(symbol, '1d', { fromMs: Date.UTC(2027, 0, 13), toMs: Date.UTC(2027, 0, 14) });
  return {
    touch: median(touches),
    depth: median(depths),
    medianTrade: median(trades),
    meanTrade: mean(trades),
    tradesPerDay: candle?.trades ?? 0,
  };
}

describe('depth and trades of the best known instruments', () => {
  it.each([...ours.keys()])('of %s are those of the table', (base) => {
    const found = measured(base);
    for (const name of FIGURES) {
      const ratio = found[name] / (ours.get(base)?.[name] ?? 0);
      const off = ratio > ROUNDING || ratio < 1 / ROUNDING ? Math.round(found[name]) : name;
      expect([base, name, off]).toEqual([base, name, name]);
    }
  });

  it('are given for forty instruments of every class', () => {
    expect(ours.size).toBe(specs.length);
    expect(ours.size).toBeGreaterThanOrEqual(38);
    expect(new Set(specs.map((spec) => spec.class)).size).toBe(7);
  });
});

describe('what sources say of real venues', () => {
  const rows = rowsBetween('sources').map(([base = '', figure = '', low = '', high = '', , near = '']) => ({
    base,
    figure,
    bounds: [number(low), number(high)] as const,
    near,
  }));
  const columns: Readonly<Record<string, keyof Figures>> = {
    'depth within 10 bps': 'depth',
    'median trade': 'medianTrade',
    'mean trade': 'meanTrade',
  };
  const [SPREAD, VOLUME] = ['spread, bps', 'volume a day'] as const;
  const compared = rows.filter(({ figure }) => figure in columns || figure === SPREAD);

  function own(base: string, figure: string): number {
    const column = columns[figure];
    return column === undefined ? model.spec(`${base}USDT`).spreadBps : (ours.get(base)?.[column] ?? 0);
  }

  it.each(compared)('is as near as the page says: $base, $figure', ({ base, figure, bounds, near }) => {
    expect(nearness(own(base, figure), bounds)).toBe(near);
  });

  it.each(rows.filter(({ figure }) => figure === VOLUME))(
    'trades as much as ours, or more: $base',
    ({ base, bounds, near }) => {
      const volume = specs.find((spec) => spec.base === base)?.dailyVolumeUsdt ?? 0;
      expect(nearness(volume, bounds)).toBe(near);
      if (near === 'no') expect(volume).toBeLessThan(bounds[0]);
    },
  );

  it('stands beside ours for the futures in volume and in the size of a trade', () => {
    const near = rows.filter((row) => row.near === 'yes').map(({ base, figure }) => `${base} ${figure}`);
    const futures = ['EUR', 'SPX', 'XAU', 'WTI', 'NATGAS'].flatMap((base) => [
      `${base} ${VOLUME}`,
      `${base} mean trade`,
    ]);
    expect(near).toEqual(expect.arrayContaining(futures));
  });
});

function nearness(found: number, [low, high]: readonly [number, number]): string {
  return found >= low / NEAR && found <= high * NEAR ? 'yes' : 'no';
}
