/** The simulator against the limits of the specification: how long a chart takes, and what ticking costs. */

import type { InstrumentSpec } from '../contracts/instrument.contract.js';
import { readCatalogue } from '../server/market/catalogue/read-catalogue.js';
import { CandleBlocks } from '../server/market/simulator/candle-blocks.js';
import { DEFAULT_EPOCH_MS, effectiveSeed, epochOf } from '../server/market/simulator/epochs.js';
import { NO_IMPACT } from '../server/market/simulator/impact.js';
import { PausedSource } from '../server/market/simulator/paused-source.js';
import { PREHISTORY_STARTS_AT, PriceModel } from '../server/market/simulator/price-model.js';
import { EffectiveActions } from '../server/market/runtime/effective-actions.js';
import { Market } from '../server/market/runtime/market.js';
import { Tickers } from '../server/market/runtime/tickers.js';
import { median, row, type BenchRow } from './kit.js';

const LAUNCH_AT = 1_795_176_000_000;
const DAY_MS = 86_400_000;
/** A first look at a span searches its extremes; the next one finds the finished blocks. */
const FIRST_LOOK_LIMIT_MS = 1000;
const CHART_LIMIT_MS = 10;

const { specs, calendars } = readCatalogue();
/** Seeds are known when a chart is asked for: computing them is not part of it. */
const seeds = new Map<number, string>();
const FIRST_EPOCH = epochOf(LAUNCH_AT, DEFAULT_EPOCH_MS);
for (let epoch = FIRST_EPOCH; epoch < FIRST_EPOCH + 6 * 800; epoch++) {
  seeds.set(epoch, effectiveSeed('5e'.repeat(32), epoch.toString(16).padStart(64, '0')));
}
const seedOf = (epoch: number): string | undefined => seeds.get(epoch);

function modelOf(chosen: readonly InstrumentSpec[]): PausedSource {
  const terms = { calendars, launchAt: LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS };
  return new PausedSource(new PriceModel({ ...terms, specs: chosen, seedOf }), terms);
}

/** Time on the processor, which neighbours on a busy machine do not lengthen; collecting garbage is part of it. */
function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Tuesday 15:00 UTC: New York and Europe are both open. */
const BUSY_AT = Date.UTC(2026, 11, 1, 15);
const WATCHED = 300;
const ROUNDS = 3;
const CHARTS = 40;

interface ChartMs {
  readonly first: number;
  readonly again: number;
}

/** The slowest of forty charts, each of another instrument, from 2011 to a year after launch: at first, and once kept. */
function slowestChartMs(period: '1d' | '1m', limit: number): ChartMs {
  const times = Array.from({ length: CHARTS }, (): { first: number[]; again: number[] } => ({ first: [], again: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    const blocks = new CandleBlocks(modelOf(specs), PREHISTORY_STARTS_AT);
    for (let i = 0; i < CHARTS; i++) {
      const { symbol } = specs[(i * 37) % specs.length] as InstrumentSpec;
      const beforeMs = LAUNCH_AT + Math.round((i / (CHARTS - 1)) * 16.5 * 365 * DAY_MS) - 15.5 * 365 * DAY_MS;
      const draw = (): number => cpuSeconds(() => blocks.before(symbol, period, beforeMs, limit)) * 1000;
      times[i]?.first.push(draw());
      times[i]?.again.push(draw());
    }
  }
  // The median of the rounds: the first one also pays for compiling, which happens once in a server's life.
  return {
    first: Math.max(...times.map(({ first }) => median(first))),
    again: Math.max(...times.map(({ again }) => median(again))),
  };
}

/** Share of one core, in per cent, that a second of prices and tape takes for all instruments. */
function tickingPercent(count: number): number {
  const many = Array.from({ length: count }, (_, i) => {
    const spec = specs[i % specs.length] as InstrumentSpec;
    if (i < specs.length) return spec;
    const base = `${spec.base.slice(0, 8)}${Math.floor(i / specs.length)}`;
    return { ...spec, base, symbol: `${base}USDT` };
  });
  const model = modelOf(many);
  const symbols = model.symbols();
  // A Monday afternoon in Europe, when nearly everything is open.
  const from = LAUNCH_AT + 3 * DAY_MS + 3 * 3_600_000;
  const tick = (at: number): void => {
    for (const symbol of symbols) {
      for (let ms = 0; ms < 1000; ms += 250) model.priceTicksAt(symbol, at + ms);
      model.trades(symbol, at, at + 1000);
    }
  };
  for (let second = 0; second < 3; second++) tick(from + second * 1000);
  const measured = count > 1000 ? 10 : 60;
  const spent = cpuSeconds(() => {
    for (let second = 3; second < 3 + measured; second++) tick(from + second * 1000);
  });
  return (spent / measured) * 100;
}

function ladderMicroseconds(): number {
  const model = modelOf(specs);
  const open = model.symbols().filter((symbol) => model.sessionState(symbol, LAUNCH_AT).open);
  const rounds = 40;
  const run = (from: number): void => {
    for (let i = 0; i < rounds; i++) for (const symbol of open) model.ladder(symbol, from + i * 250, NO_IMPACT);
  };
  run(LAUNCH_AT);
  return (cpuSeconds(() => run(LAUNCH_AT + 60_000)) * 1e6) / (rounds * open.length);
}

interface TickersCost {
  /** Share of one core, in per cent, in an hour of trading. */
  readonly percent: number;
  /** What prices, tickers and the days behind them hold, in MB. */
  readonly memory: number;
}

/** Everything at 1 s and what people watch, hold or ordered at 250 ms, each ticker with the 24 hours before it. */
function tickersCost(): TickersCost {
  const versions = new Map(specs.map((spec) => [spec.symbol, { spec, version: 1 }]));
  const held = heldMegabytes();
  const market = new Market({
    instruments: { versions },
    actions: new EffectiveActions(),
    calendars,
    launchAt: LAUNCH_AT,
    epochMs: DEFAULT_EPOCH_MS,
    seedOf,
    maxNotional: () => '1000000',
    replaysOf: () => [],
  });
  const tickers = new Tickers(market);
  const all = market.symbols();
  const watched = all.filter((symbol) => market.isOpen(symbol, BUSY_AT)).slice(0, WATCHED);
  const every = (at: number): void => all.forEach((symbol) => tickers.ticker('demo', symbol, at));
  const second = (at: number): void => {
    every(at);
    for (let ms = 250; ms < 1000; ms += 250) watched.forEach((symbol) => tickers.ticker('demo', symbol, at + ms));
  };
  for (let warm = 0; warm < 3; warm += 1) second(BUSY_AT + warm * 1000);
  const memory = heldMegabytes() - held;
  // A minute from its first second, in which the days of all instruments move on; and the step of an hour, once in 3,600 s.
  const minute = cpuSeconds(() => {
    for (let at = BUSY_AT + 60_000; at < BUSY_AT + 120_000; at += 1000) second(at);
  });
  every(BUSY_AT + 3_599_000);
  const hour = cpuSeconds(() => every(BUSY_AT + 3_600_000));
  return { percent: (minute / 60 + hour / 3600) * 100, memory };
}

function heldMegabytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

export function bench(): Promise<BenchRow[]> {
  const days = slowestChartMs('1d', 365);
  const minutes = slowestChartMs('1m', 1000);
  const note = 'slowest of 40 instruments, CPU time, median of three; peer: the limit';
  const first = { peer: FIRST_LOOK_LIMIT_MS, unit: 'ms', atMost: 1, note };
  const busy = tickersCost();
  const again = { peer: CHART_LIMIT_MS, unit: 'ms', atMost: 1, note };
  return Promise.resolve([
    row({ name: 'a year of daily candles, first look', ours: days.first, ...first }),
    row({ name: '1,000 minute candles, first look', ours: minutes.first, ...first }),
    row({ name: 'a year of daily candles, again', ours: days.again, ...again }),
    row({ name: '1,000 minute candles, again', ours: minutes.again, ...again }),
    row({
      name: '300 instruments ticking 4 times a second, with tape',
      ours: tickingPercent(300),
      peer: 15,
      unit: '% of one core',
      atMost: 1,
      note: 'peer: the limit',
    }),
    row({
      name: '3,000 instruments ticking 4 times a second, with tape',
      ours: tickingPercent(3000),
      peer: 100,
      unit: '% of one core',
      atMost: 1,
      note: 'peer: one core, or it would not keep up',
    }),
    row({
      name: `tickers of ${specs.length} instruments at 1 s, of ${WATCHED} at 250 ms, with 24 hours`,
      ours: busy.percent,
      peer: 8,
      unit: '% of one core',
      atMost: 1,
      note: 'Tuesday 15:00 UTC; peer: the limit',
    }),
    row({
      name: `memory of prices and tickers of ${specs.length} instruments`,
      ours: busy.memory,
      peer: 400,
      unit: 'MB',
      atMost: 1,
      note: 'peer: the limit of the whole server',
    }),
    row({
      name: 'one ladder of 40 levels a side',
      ours: ladderMicroseconds(),
      peer: 250_000 / 300,
      unit: 'µs',
      atMost: 1,
      note: 'peer: 300 ladders in one beat of 250 ms',
    }),
  ]);
}
