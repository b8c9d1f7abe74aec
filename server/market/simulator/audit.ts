import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Instant } from '../../core/clock.js';
import { never } from '../../core/never.js';
import type { Candle } from './candles.js';
import { commitmentOf, effectiveSeed, epochOf, previousSeed } from './epochs.js';
import { impactOfFills, type AgentFill, type Impact } from './impact.js';
import type { AgentLevel } from './ladder.js';
import type { BookSource, MarketSource } from './market-source.js';
import type { MarketCalendar } from './market-calendar.js';
import type { Period } from './periods.js';
import { PausedSource } from './paused-source.js';
import { PriceModel } from './price-model.js';

/** What was published about an epoch: before it the commitment and the beacon, after it the seed. Hex. */
export interface PublishedEpoch {
  epoch: number;
  commitment: string;
  beacon: string;
  seed: string;
}

/** A price or a candle that was shown to a client. */
export type AuditSample =
  | { kind: 'price'; symbol: string; at: Instant; priceTicks: number }
  | { kind: 'candle'; symbol: string; period: Period; toMs: Instant; candle: Candle };

/** What one command traded between a user and agents. */
export interface AuditFill extends Pick<AgentFill, 'side' | 'role'> {
  symbol: string;
  at: Instant;
  /** The book's impact before the command. */
  impact: Impact;
  /** What was traded with agents, [priceTicks, lots] in order. */
  levels: readonly AgentLevel[];
  /** For a maker: the start of the period whose tape may have reached it. */
  fromMs?: Instant;
  /** The impact that was recorded after it. */
  impactAfter?: Impact;
}

export interface AuditInput {
  specs: readonly InstrumentSpec[];
  calendars: readonly MarketCalendar[];
  launchAt: Instant;
  epochMs: number;
  /** All that are revealed, from the launch on, in rising order; neighbours are checked as links of the chain. */
  epochs: readonly PublishedEpoch[];
  /** The hash before the chain's first seed, and the epoch of that seed. */
  anchor?: { epoch: number; hash: string };
  samples?: readonly AuditSample[];
  fills?: readonly AuditFill[];
  /** The market of the fills' realm, over the fundamental one. */
  moved?: (source: MarketSource) => BookSource;
}

export interface AuditDifference {
  what: 'commitment' | 'chain' | 'anchor' | 'price' | 'candle' | 'ladder' | 'impact' | 'seed';
  epoch: number;
  symbol?: string;
  at?: Instant;
  expected: string;
  found: string;
}

type AuditAnswer =
  | { equal: true; checked: { epochs: number; samples: number; fills: number } }
  | { equal: false; difference: AuditDifference };

/**
 * Recomputes what was promised, shown and traded from what was revealed. Answers the first difference: chain first, then samples,
 * then fills, each in the order given. `expected` follows from the seeds, `found` is from the record.
 */
export function auditPrices(input: AuditInput): AuditAnswer {
  const seeds = new Map(input.epochs.map(({ epoch, seed, beacon }) => [epoch, effectiveSeed(seed, beacon)]));
  const broken = firstBrokenEpoch(input);
  if (broken) return { equal: false, difference: broken };
  const { specs, calendars, launchAt, epochMs } = input;
  const simulator = new PriceModel({ specs, calendars, launchAt, epochMs, seedOf: (epoch) => seeds.get(epoch) });
  const model = new PausedSource(simulator, { calendars, launchAt, epochMs });
  // A level is the sum of all returns since launch, so every epoch up to an instant has to be revealed.
  let knownUntil = epochOf(launchAt, epochMs);
  while (seeds.has(knownUntil)) knownUntil++;
  const known = (at: Instant): boolean => at < launchAt || epochOf(at, epochMs) < knownUntil;
  const { samples = [], fills = [] } = input;
  for (const sample of samples) {
    const at = sample.kind === 'price' ? sample.at : sample.toMs - 1;
    const difference = known(at) ? sampleDifference(model, sample) : unknownSeed();
    if (difference) return different(sample.symbol, at, difference);
  }
  const quoted = input.moved?.(model) ?? model;
  for (const fill of fills) {
    const difference = known(fill.at) ? fillDifference(quoted, fill) : unknownSeed();
    if (difference) return different(fill.symbol, fill.at, difference);
  }
  return { equal: true, checked: { epochs: input.epochs.length, samples: samples.length, fills: fills.length } };

  function different(symbol: string, at: Instant, found: Finding): AuditAnswer {
    return { equal: false, difference: { ...found, epoch: epochOf(at, epochMs), symbol, at } };
  }
}

type Finding = Pick<AuditDifference, 'what' | 'expected' | 'found'>;

function unknownSeed(): Finding {
  return { what: 'seed', expected: 'a revealed seed', found: 'none' };
}

function firstBrokenEpoch({ epochs, anchor }: AuditInput): AuditDifference | undefined {
  for (let i = 0; i < epochs.length; i++) {
    const { epoch, seed, commitment } = epochs[i] as PublishedEpoch;
    const expected = commitmentOf(seed);
    if (expected !== commitment) return { what: 'commitment', epoch, expected, found: commitment };
    const before = epochs[i - 1];
    const link = previousSeed(seed);
    if (before && before.epoch === epoch - 1 && before.seed !== link) {
      return { what: 'chain', epoch: before.epoch, expected: link, found: before.seed };
    }
    if (anchor && anchor.epoch === epoch && link !== anchor.hash) {
      return { what: 'anchor', epoch, expected: link, found: anchor.hash };
    }
  }
  return undefined;
}

function sampleDifference(model: MarketSource, sample: AuditSample): Finding | undefined {
  switch (sample.kind) {
    case 'price': {
      const expected = model.priceTicksAt(sample.symbol, sample.at);
      return expected === sample.priceTicks
        ? undefined
        : { what: 'price', expected: String(expected), found: String(sample.priceTicks) };
    }
    case 'candle': {
      const { symbol, period, candle, toMs } = sample;
      const [expected] = model.candles(symbol, period, { fromMs: candle.openAt, toMs });
      return sameCandle(expected, candle)
        ? undefined
        : { what: 'candle', expected: textOf(expected), found: textOf(candle) };
    }
    default:
      return never(sample);
  }
}

function sameCandle(one: Candle | undefined, other: Candle): boolean {
  return one !== undefined && (Object.keys(one) as (keyof Candle)[]).every((key) => one[key] === other[key]);
}

function fillDifference(model: BookSource, fill: AuditFill): Finding | undefined {
  const finding = fill.role === 'taker' ? takenDifference(model, fill) : reachedDifference(model, fill);
  if (finding || !fill.impactAfter) return finding;
  const expected = fill.role === 'taker' ? impactOf(model, fill) : fill.impact;
  const same = (Object.keys(expected) as (keyof Impact)[]).every((key) => expected[key] === fill.impactAfter?.[key]);
  return same ? undefined : { what: 'impact', expected: textOf(expected), found: textOf(fill.impactAfter) };
}

function impactOf(model: BookSource, { symbol, at, impact, side, role, levels }: AuditFill): Impact {
  const fills = levels.map(([priceTicks, lots]): AgentFill => ({ side, role, priceTicks, lots }));
  return impactOfFills(impact, fills, at, model.impactScale(symbol, at));
}

/** A taker gets agents' levels from the best on, each in full before the next. */
function takenDifference(model: BookSource, { symbol, at, impact, side, levels }: AuditFill): Finding | undefined {
  const ladder = model.ladder(symbol, at, impact);
  const standing = side === 'buy' ? ladder.asks : ladder.bids;
  for (let i = 0; i < levels.length; i++) {
    const [price, lots] = levels[i] as AgentLevel;
    const quote = standing[i];
    const isLast = i === levels.length - 1;
    if (quote && quote[0] === price && (isLast ? lots <= quote[1] : lots === quote[1])) continue;
    return {
      what: 'ladder',
      expected: quote ? `${quote[1]} lots at ${quote[0]}` : 'no quote',
      found: `${lots} lots at ${price}`,
    };
  }
  return undefined;
}

/** A resting order is reached by agents' quotes that cross it, or by the tape's takers within their limits. */
function reachedDifference(model: BookSource, fill: AuditFill): Finding | undefined {
  const { symbol, at, impact, side, levels } = fill;
  const ladder = model.ladder(symbol, at, impact);
  const against = side === 'buy' ? ladder.asks : ladder.bids;
  const reaches = (ticks: number, price: number): boolean => (side === 'buy' ? ticks <= price : ticks >= price);
  const tape = model.trades(symbol, fill.fromMs ?? at - 1000, at);
  for (const [price, lots] of levels) {
    const crossed = against.some(([ticks]) => reaches(ticks, price));
    const taken = tape.filter((trade) => trade.side !== side && reaches(trade.limitTicks, price));
    const tradedThrough = tape.some(({ priceTicks }) => reaches(priceTicks, price));
    if (crossed || tradedThrough || taken.reduce((sum, trade) => sum + trade.lots, 0) >= lots) continue;
    return { what: 'ladder', expected: 'nothing that reaches the order', found: `${lots} lots at ${price}` };
  }
  return undefined;
}

function textOf(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}
