import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from '../market/catalogue/read-catalogue.js';
import type { Candle } from '../market/simulator/candles.js';
import { DEFAULT_EPOCH_MS } from '../market/simulator/epochs.js';
import { NO_IMPACT } from '../market/simulator/impact.js';
import type { AgentLevel } from '../market/simulator/ladder.js';
import { PriceModel } from '../market/simulator/price-model.js';
import { parseReplayCsv } from '../market/simulator/replay-csv.js';
import {
  correlation,
  logReturns,
  mean,
  stylizedFacts,
  type StylizedFacts,
} from '../market/simulator/stylized-facts.js';

import { KEPT_FIGURES } from '../market/scorecard/kept-figures.js';
import { measured, SCORECARD_SEEDS } from '../market/scorecard/measure-seed.js';
import { scorecardOf } from '../market/scorecard/scorecard.js';
import { scorecardTable } from '../market/scorecard/scorecard-table.js';
import { sideBySide } from '../market/scorecard/side-by-side.js';

/**
 * Measures the simulator beside a real series and writes the tables into docs/model-card.md, between its marks, and what the scorecard page shows into seeds/.
 * Run after a build: `node dist/server/cli/model-card.js`. The same seed gives the same tables.
 */
const CARD = 'docs/model-card.md';
const REAL = 'node_modules/vega-datasets/data/sp500-2000.csv';
const REAL_MONTHS = 'node_modules/vega-datasets/data/stocks.csv';
const PICTURE = 'docs/images/beside-real.svg';
const BEGIN = '<!-- measured: begin -->';
const END = '<!-- measured: end -->';

const DAILY = ['SPX', 'DAX', 'AAPL', 'BTC', 'ETH', 'EUR', 'GBPJPY', 'XAU', 'WTI', 'TLT'];
const MINUTES = ['SPX', 'AAPL', 'BTC', 'EUR', 'XAU'];
const RELATED = [
  'BTC',
  'ETH',
  'DOGE',
  'SPX',
  'NDX',
  'AAPL',
  'DAX',
  'EUR',
  'GBP',
  'USDJPY',
  'EURGBP',
  'XAU',
  'WTI',
  'TLT',
];
const TWENTY_YEARS = { fromMs: Date.UTC(2010, 0, 5), toMs: Date.UTC(2030, 0, 1) };

const catalogue = readCatalogue();

function modelLaunchedAt(launchAt: number): PriceModel {
  const seedOf = (epoch: number): string => createHash('sha256').update(`model card ${epoch}`).digest('hex');
  return new PriceModel({ ...catalogue, launchAt, epochMs: DEFAULT_EPOCH_MS, seedOf });
}

function factsOf(candles: readonly Candle[], withinDays = false): StylizedFacts {
  const returns = logReturns(candles.map(({ closeTicks }) => closeTicks));
  const volumes = candles.slice(1).map(({ volumeLots, closeTicks }) => volumeLots * closeTicks);
  // Minutes are measured inside sessions: the night's gap is a return of another kind.
  const kept = (i: number): boolean =>
    !withinDays || (candles[i + 1] as Candle).openAt - (candles[i] as Candle).openAt === 60_000;
  return stylizedFacts(
    returns.filter((_, i) => kept(i)),
    volumes.filter((_, i) => kept(i)),
  );
}

const HEAD = [
  '| series | n | deviation | skew | kurtosis | tail index | ACF returns 1 | ACF absolute 1 / 5 / 10 / 20 / 50 / 100 | decay | volume-volatility |',
  '|---|---|---|---|---|---|---|---|---|---|',
];

function factsRow(name: string, facts: StylizedFacts): string {
  const cells = [
    name,
    String(facts.observations),
    `${(facts.deviation * 100).toFixed(3)}%`,
    facts.skewness.toFixed(2),
    facts.kurtosis.toFixed(1),
    facts.tailIndex.toFixed(2),
    facts.returnsAcf1.toFixed(3),
    facts.absoluteAcf.map((value) => value.toFixed(2)).join(' / '),
    facts.decayExponent.toFixed(2),
    facts.volumeVolatility?.toFixed(2) ?? '',
  ];
  return `| ${cells.join(' | ')} |`;
}

function dailyTable(): string[] {
  const rows = parseReplayCsv(REAL, readFileSync(REAL, 'utf8'));
  const real = stylizedFacts(
    logReturns(rows.map(({ close }) => close)),
    rows.slice(1).map(({ volume }) => volume),
  );
  const live = modelLaunchedAt(Date.UTC(2010, 0, 4));
  const past = modelLaunchedAt(Date.UTC(2030, 0, 1));
  const daily = (model: PriceModel, base: string): StylizedFacts =>
    factsOf(model.outlines(`${base}USDT`, '1d', TWENTY_YEARS));
  return [
    '### Daily returns, twenty years',
    '',
    ...HEAD,
    factsRow('**real S&P 500, 2000 to 2020**', real),
    ...DAILY.map((base) => factsRow(`${base}, from epochs' seeds`, daily(live, base))),
    ...DAILY.map((base) => factsRow(`${base}, before launch`, daily(past, base))),
  ];
}

function minuteTable(model: PriceModel): string[] {
  const quarter = { fromMs: Date.UTC(2027, 0, 4), toMs: Date.UTC(2027, 3, 3) };
  return [
    '### One-minute returns inside sessions, three months',
    '',
    ...HEAD,
    ...MINUTES.map((base) => factsRow(base, factsOf(model.outlines(`${base}USDT`, '1m', quarter), true))),
  ];
}

function bookTable(model: PriceModel): string[] {
  const bases = ['BTC', 'ETH', 'DOGE', 'KSM', 'EUR', 'XAU', 'WTI', 'SPX', 'AAPL', 'SPY'];
  const line = (base: string): string => {
    const symbol = `${base}USDT`;
    const spec = model.spec(symbol);
    const spreads: number[] = [];
    const depths: number[] = [];
    const storms: number[] = [];
    for (let minute = 0; minute < 2000; minute++) {
      const at = Date.UTC(2027, 0, 11, 15) + minute * 7 * 60_000;
      const { bids, asks } = model.ladder(symbol, at, NO_IMPACT);
      if (!bids[0] || !asks[0]) continue;
      const mid = (bids[0][0] + asks[0][0]) / 2;
      spreads.push(((asks[0][0] - bids[0][0]) / mid) * 10_000);
      const near = ([ticks]: AgentLevel): boolean => Math.abs(ticks / mid - 1) <= 0.001;
      const lots = [...bids, ...asks].filter(near).reduce((sum, level) => sum + level[1], 0);
      depths.push(lots * mid * +spec.lotSize * +spec.tickSize);
      const [candle] = model.candles(symbol, '1m', { fromMs: at, toMs: at + 60_000 });
      storms.push(candle ? Math.abs(candle.highTicks - candle.lowTicks) / mid : 0);
    }
    const cells = [base, spec.spreadBps, mean(spreads).toFixed(2), correlation(spreads, storms).toFixed(2)];
    return `| ${[...cells, Math.round(mean(depths)).toLocaleString('en')].join(' | ')} |`;
  };
  return [
    "### The agents' book",
    '',
    '| instrument | spread asked for, bps | mean spread, bps | spread-range correlation | mean depth within 0.1%, USDT |',
    '|---|---|---|---|---|',
    ...bases.map(line),
  ];
}

function correlationTable(): string[] {
  const model = modelLaunchedAt(Date.UTC(2030, 0, 1));
  const closes = RELATED.map((base) => {
    const candles = model.outlines(`${base}USDT`, '1d', TWENTY_YEARS);
    return new Map(candles.map(({ openAt, closeTicks }) => [openAt, closeTicks]));
  });
  const days = [...(closes[0] as Map<number, number>).keys()].filter((day) => closes.every((own) => own.has(day)));
  const returns = closes.map((own) => logReturns(days.map((day) => own.get(day) as number)));
  return [
    `### Correlations of daily returns, ${days.length} days that all markets were open`,
    '',
    `| | ${RELATED.join(' | ')} |`,
    `|---${'|---'.repeat(RELATED.length)}|`,
    ...returns.map(
      (own, i) => `| **${RELATED[i]}** | ${returns.map((other) => correlation(own, other).toFixed(2)).join(' | ')} |`,
    ),
  ];
}

/** Months of Apple's closes, 2000 to 2010. */
function realMonths(): number[] {
  const lines = readFileSync(REAL_MONTHS, 'utf8').split('\n');
  return lines.flatMap((line) => (line.startsWith('AAPL,') ? [Number(line.split(',')[2])] : []));
}

/** Simulated closes from 2010 on, so many. */
function simulated(base: string, period: '1d' | '1M', count: number): number[] {
  const candles = modelLaunchedAt(TWENTY_YEARS.fromMs).outlines(`${base}USDT`, period, TWENTY_YEARS);
  return candles.slice(0, count).map(({ closeTicks }) => closeTicks);
}

const everyFifth = (closes: readonly number[]): number[] => closes.filter((_, i) => i % 5 === 0);

/** The real one stands right in the first row and left in the second. */
function besideReal(): string {
  const index = parseReplayCsv(REAL, readFileSync(REAL, 'utf8')).map(({ close }) => close);
  const apple = realMonths();
  return sideBySide([
    {
      title: 'S&amp;P 500, twenty years of weeks',
      left: everyFifth(simulated('SPX', '1d', index.length)),
      right: everyFifth(index),
    },
    { title: 'Apple, ten years of months', left: apple, right: simulated('AAPL', '1M', apple.length) },
  ]);
}

function writeCard(): void {
  writeFileSync(PICTURE, besideReal());
  const model = modelLaunchedAt(Date.UTC(2026, 10, 20));
  const figures = measured(catalogue, SCORECARD_SEEDS);
  writeFileSync(join('seeds', KEPT_FIGURES), `${JSON.stringify(figures)}\n`);
  const scorecard = scorecardTable(scorecardOf(figures));
  const tables = [scorecard, dailyTable(), minuteTable(model), bookTable(model), correlationTable()];
  const text = readFileSync(CARD, 'utf8');
  const before = text.slice(0, text.indexOf(BEGIN) + BEGIN.length);
  const after = text.slice(text.indexOf(END));
  writeFileSync(CARD, `${before}\n\n${tables.map((lines) => lines.join('\n')).join('\n\n')}\n\n${after}`);
  process.stdout.write(`${CARD} measured\n`);
}

writeCard();
