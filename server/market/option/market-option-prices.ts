import { Injectable } from '@nestjs/common';
import type { Instant } from '../../core/clock.js';
import {
  OptionPrices,
  type CountedOption,
  type OptionAverage,
  type OptionEntry,
  type OptionFigures,
  type OptionLive,
  type OptionOffer,
  type OptionTiming,
} from '../../core/ports/option-prices.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { format } from '../../../shared/money.js';
import { exactIndexTicks, STEPS_PER_TICK } from '../mark-price/index-price.js';
import { BEAT_MS, BEATS_PER_SECOND } from '../simulator/beats.js';
import { keyOf } from '../simulator/chacha.js';
import { epochEndsAt, epochOf } from '../simulator/epochs.js';
import { UnknownEpochError } from '../simulator/key-ring.js';
import type { Market } from '../runtime/market.js';
import { MarketService } from '../runtime/market.service.js';
import { entryDelay } from './entry-delay.js';
import { averagePrice, interruptionOf, stepsAt, sumOfSteps } from './option-average.js';
import { averagedShare, chanceAbove, chancesOf, payoutsOf } from './option-chances.js';
import { optionSpread } from './option-spread.js';
import { isPauseNear } from './pause-near.js';

const SECOND_MS = 1_000;
const SHORT_SECONDS = 300;

/** Options by the fundamental price, which no trade moves: a push of an index earns nothing. */
@Injectable()
export class MarketOptionPrices extends OptionPrices {
  constructor(private readonly markets: MarketService) {
    super();
  }

  symbols(): readonly string[] {
    return this.markets.open.market.symbols();
  }

  offer(symbol: string, timing: OptionTiming, edge: string, at: Instant): OptionOffer | Refusal {
    if (!this.markets.isOpen) return refuse('request.unavailable');
    const { market } = this.markets.open;
    if (!market.has(symbol)) return refuse('market.symbol-unknown', { field: 'symbol', symbol });
    const shut = market.index(symbol, at);
    if (isRefusal(shut)) return { figures: null, problem: shut };
    const spread = optionSpread(market.source, market.expectedVariances, symbol, timing, at);
    if (spread === undefined) return { figures: null, problem: refuse('option.not-offered', { symbol }) };
    const chances = chancesOf(spread);
    const whole = Math.sqrt(spread.variance);
    const short = whole * Math.sqrt(Math.min(1, SHORT_SECONDS / timing.seconds));
    const figures: OptionFigures = {
      at,
      instrumentVersion: market.version(symbol),
      price: format(shut),
      chances,
      payouts: payoutsOf(chances, edge),
      variance: spread.variance.toFixed(16),
    };
    const isNear = isPauseNear(market.source, symbol, market.calendar(symbol), { at, whole, short });
    return { figures, problem: closing(market, symbol, timing, at) ?? (isNear ? near(symbol) : null) };
  }

  beatsOf(optionId: string, timing: OptionTiming, at: Instant) {
    const { parts } = this.markets.open.market;
    const placedBeat = Math.floor(at / BEAT_MS);
    const epoch = epochOf(placedBeat * BEAT_MS, parts.epochMs);
    const seed = parts.seedOf(epoch);
    if (seed === undefined) throw new UnknownEpochError(epoch);
    const bounds = { least: timing.delayBeatsMin, most: timing.delayBeatsMax };
    const entryBeat = placedBeat + entryDelay(keyOf(seed), optionId, placedBeat, bounds);
    const lastBeat = entryBeat + timing.seconds * BEATS_PER_SECOND;
    return { placedBeat, entryBeat, lastBeat, beats: timing.averageSeconds * BEATS_PER_SECOND };
  }

  entry(option: CountedOption): OptionEntry {
    const market = this.known();
    const { symbol, entryBeat } = option;
    const returned = interrupted(market, option, entryBeat);
    if (returned !== undefined) return { returned };
    const steps = stepsAt(market.source, symbol, entryBeat);
    return { steps: String(steps), price: format(averagePrice(steps, 1, market.tick(symbol))) };
  }

  average(option: CountedOption): OptionAverage {
    const market = this.known();
    const { symbol, beats, lastBeat } = option;
    const returned = interrupted(market, option, lastBeat);
    if (returned !== undefined) return { returned };
    const sum = sumOfSteps(market.source, symbol, option);
    return { sumSteps: String(sum), price: format(averagePrice(sum, beats, market.tick(symbol))) };
  }

  live(
    option: CountedOption & { readonly variance: string; readonly entrySteps: string | null },
    at: Instant,
  ): OptionLive {
    const market = this.known();
    const { symbol, entrySteps, lastBeat, beats, entryBeat } = option;
    const exact = exactIndexTicks(market.source, symbol, at);
    const price = format(market.finePrice(symbol, exact));
    if (entrySteps === null) return { price, above: null };
    const now = Math.floor(at / BEAT_MS);
    const first = lastBeat - beats + 1;
    const left = Math.min(beats, Math.max(0, lastBeat - now));
    let known = 0;
    for (let beat = first; beat <= Math.min(now, lastBeat); beat += 1)
      known += Number(stepsAt(market.source, symbol, beat));
    const average = (known + left * exact * STEPS_PER_TICK) / beats;
    const total = lastBeat - entryBeat;
    const ofBeat = +option.variance / (averagedShare(total, beats) * total);
    const before = Math.max(0, first - 1 - now);
    const inside = (left * (left + 1) * (2 * left + 1)) / (6 * beats * beats);
    return { price, above: chanceAbove(average / Number(entrySteps) - 1, ofBeat * (before + inside)) };
  }

  pricesOf({ symbol, instrumentVersion, lastBeat, beats }: CountedOption) {
    const market = this.known();
    // A dividend or a split since then counts every price otherwise; the audit has the version of then.
    if (market.version(symbol) !== instrumentVersion) return [];
    const tick = market.tick(symbol);
    return Array.from({ length: beats }, (_, n) => {
      const beat = lastBeat - beats + 1 + n;
      return { beat, price: format(averagePrice(stepsAt(market.source, symbol, beat), 1, tick)) };
    });
  }

  epochAt(at: Instant) {
    const { epochMs } = this.markets.open.market.parts;
    const epoch = epochOf(at, epochMs);
    return { epoch, endsAt: epochEndsAt(epoch, epochMs) };
  }

  /** A timer may be due before the market has opened: then it is tried again. */
  private known(): Market {
    if (!this.markets.isOpen) throw new UnknownEpochError(0);
    return this.markets.open.market;
  }
}

const near = (symbol: string): Refusal => refuse('option.pause-near', { symbol });

/** Whether the calendar closes the market before an option bought now has settled. */
function closing(market: Market, symbol: string, timing: OptionTiming, at: Instant): Refusal | null {
  const settlesBy = at + timing.delayBeatsMax * BEAT_MS + timing.seconds * SECOND_MS;
  const { open, nextChangeAt = Infinity } = market.calendarHours(symbol, at);
  if (open && nextChangeAt > settlesBy) return null;
  return refuse('option.closes-before-settlement', { symbol, closesAt: open ? nextChangeAt : at });
}

/** An instrument that was revised since is counted otherwise. */
function interrupted(market: Market, option: CountedOption, toBeat: number) {
  const { symbol, entryBeat, instrumentVersion } = option;
  if (market.version(symbol) !== instrumentVersion) return 'action' as const;
  return interruptionOf(market.source, symbol, entryBeat * BEAT_MS, toBeat * BEAT_MS);
}
