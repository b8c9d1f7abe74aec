import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Instant } from '../../core/clock.js';
import type { Candle } from './candles.js';
import { keyOf } from './chacha.js';
import { DAY_SECONDS } from './civil.js';
import { PREHISTORY_SEED } from './epochs.js';
import type { Impact, ImpactScale } from './impact.js';
import type { NumberedKey } from './key-ring.js';
import type { AgentLadder, Touch } from './ladder.js';
import { regularHours, type MarketCalendar, type Session } from './market-calendar.js';
import { MarketClock, type SessionState } from './market-clock.js';
import type { CandleRange, MarketSource } from './market-source.js';
import { wordOf } from './path.js';
import type { Period } from './periods.js';
import type { Extremes } from './extremes.js';
import { Quoter } from './quoter.js';
import type { ReplayRow } from './replay-csv.js';
import { ReplayedDays } from './replayed-days.js';
import type { TapeTrade } from './tape.js';

interface ReplayOptions {
  /** The instrument that is driven: its ticks, lots, spread and mean daily volume. */
  spec: InstrumentSpec;
  calendar: MarketCalendar;
  rows: readonly ReplayRow[];
  /** Days added to every date of the file, so that an old series can play now; 0 leaves it where it was. */
  shiftDays?: number;
  /** 32 bytes in hex from which the paths inside the given candles are drawn; the public seed when absent. */
  seed?: string;
}

/**
 * Drives one instrument from real daily candles. Each given candle is the root of a tree from its open to its close, drawn
 * by the same bridge as in the simulator; then the day is stretched so that its highest beat is the given high and its
 * lowest the given low. So all periods agree with each other and with the file.
 */
export class ReplaySource implements MarketSource {
  private readonly quoter: Quoter;
  private readonly symbol: string;

  constructor(options: ReplayOptions) {
    const { spec, calendar, rows } = options;
    this.symbol = spec.symbol;
    const sessions = rows.map(({ day }) => regularHours(calendar, day));
    const clock = new MarketClock(calendar, sessions);
    const key: NumberedKey = { id: 0, words: keyOf(options.seed ?? PREHISTORY_SEED) };
    const word = wordOf(spec.symbol);
    const tree = new ReplayedDays(rows, sessions, spec, clock, key).tree();
    const shiftSeconds = -(options.shiftDays ?? 0) * DAY_SECONDS;
    const startSecond = (sessions[0] as Session).openSecond;
    const keyAt = (): NumberedKey => key;
    this.quoter = new Quoter({ spec, word, clock, tree, keyAt, startSecond, shiftSeconds });
  }

  symbols(): string[] {
    return [this.symbol];
  }

  spec(symbol: string): InstrumentSpec {
    return this.of(symbol).parts.spec;
  }

  sessionState(symbol: string, at: Instant): SessionState {
    return this.of(symbol).sessionState(at);
  }

  priceTicksAt(symbol: string, at: Instant): number {
    return this.of(symbol).priceTicksAt(at);
  }

  exactTicksAt(symbol: string, at: Instant): number {
    return this.of(symbol).exactTicksAt(at);
  }

  candles(symbol: string, period: Period, range: CandleRange): Candle[] {
    return this.of(symbol).candles(period, range);
  }

  outlines(symbol: string, period: Period, range: CandleRange): Candle[] {
    return this.of(symbol).outlines(period, range);
  }

  extremes(symbol: string, fromMs: Instant, toMs: Instant, known?: Extremes): Extremes | undefined {
    return this.of(symbol).extremes(fromMs, toMs, known);
  }

  ladder(symbol: string, at: Instant, impact: Impact): AgentLadder {
    return this.of(symbol).ladder(at, impact);
  }

  touch(symbol: string, at: Instant): Touch | undefined {
    return this.of(symbol).touch(at);
  }

  impactScale(symbol: string, at: Instant): ImpactScale {
    return this.of(symbol).impactScale(at);
  }

  trades(symbol: string, fromMs: Instant, toMs: Instant): TapeTrade[] {
    return this.of(symbol).trades(fromMs, toMs);
  }

  private of(symbol: string): Quoter {
    if (symbol !== this.symbol) throw new Error(`${symbol} is not replayed here`);
    return this.quoter;
  }
}
