import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Instant } from '../../core/clock.js';
import { pricesFrom, type Candle, type Tree } from './candles.js';
import { keyOf } from './chacha.js';
import { DAY_SECONDS } from './civil.js';
import { Dynamics } from './dynamics.js';
import { PREHISTORY_SEED } from './epochs.js';
import { ln } from './exact-math.js';
import type { Impact, ImpactScale } from './impact.js';
import type { AgentLadder } from './ladder.js';
import { regularHours, type MarketCalendar, type Session } from './market-calendar.js';
import { MarketClock, type Activity, type SessionState } from './market-clock.js';
import type { CandleRange, MarketSource } from './market-source.js';
import type { Period } from './periods.js';
import { Quoter } from './quoter.js';
import type { ReplayRow } from './replay-csv.js';
import { SharedDraws, type NumberedKey } from './shared-draws.js';
import { Splitter } from './splitter.js';
import type { TapeTrade } from './tape.js';
import { State, type TreeNode } from './tree-node.js';

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
 * Drives one instrument from real daily candles. Each given candle is the root of a tree, and every finer period is
 * drawn inside it by the same bridge as in the simulator, so all periods agree with each other and with the file.
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
    const dynamics = new Dynamics({ ...spec, factors: [] }, new SharedDraws());
    const tree = replayTree(rows, sessions, dynamics, clock, key);
    const shiftSeconds = -(options.shiftDays ?? 0) * DAY_SECONDS;
    const startSecond = (sessions[0] as Session).openSecond;
    const keyAt = (): NumberedKey => key;
    this.quoter = new Quoter({ spec, word: dynamics.word, clock, tree, keyAt, startSecond, shiftSeconds });
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

  ladder(symbol: string, at: Instant, impact: Impact): AgentLadder {
    return this.of(symbol).ladder(at, impact);
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

function replayTree(
  rows: readonly ReplayRow[],
  sessions: readonly Session[],
  dynamics: Dynamics,
  clock: MarketClock,
  key: NumberedKey,
): Tree {
  const { spec } = dynamics;
  const splitter = new Splitter(dynamics, clock);
  const ticks = (price: number): number => Math.max(1, Math.round(price / +spec.tickSize));
  const referenceTicks = ticks((rows[0] as ReplayRow).close);
  const level = (price: number): number => ln(ticks(price) / referenceTicks);
  const meanVolume = rows.reduce((sum, { volume }) => sum + volume, 0) / rows.length;

  const openRoot = (i: number): TreeNode => {
    const { open, high, low, close, volume } = rows[i] as ReplayRow;
    const { openSecond, closeSecond } = sessions[i] as Session;
    const root = emptyRoot(openSecond, closeSecond, clock, State.Open);
    root.startLevel = level(open);
    root.endLevel = level(close);
    root.high = level(high);
    root.low = level(low);
    const range = root.high - root.low;
    // Parkinson (1980): the variance of a Brownian path whose range was seen once.
    root.variance = (range * range) / 2.772588722239781;
    const busy = meanVolume > 0 ? volume / meanVolume : 0;
    const lotUsdt = close * +spec.lotSize;
    root.volumeLots = Math.min(2e12, Math.round((busy * spec.dailyVolumeUsdt) / lotUsdt));
    root.trades =
      root.volumeLots === 0 ? 0 : Math.min(root.volumeLots, Math.max(1, Math.round(busy * dynamics.tradesPerDay)));
    return root;
  };
  const shutRoot = (after: number): TreeNode => {
    const from = (sessions[after] as Session).closeSecond;
    const root = emptyRoot(from, sessions[after + 1]?.openSecond ?? from + 1, clock, State.Closed);
    root.startLevel = root.endLevel = root.high = root.low = level((rows[after] as ReplayRow).close);
    return root;
  };
  const endSecond = (sessions.at(-1) as Session).closeSecond;

  return {
    rootAt: (second) => {
      const i = lastOpenedBy(sessions, second);
      if (i < 0 || second >= endSecond) throw new Error(`the replay of ${spec.symbol} has no second ${second}`);
      return second < (sessions[i] as Session).closeSecond ? openRoot(i) : shutRoot(i);
    },
    keyOf: () => key,
    split: (node, nodeKey) => splitter.split(node, nodeKey),
    isKnownAt: (second) => second < endSecond && second >= (sessions[0] as Session).openSecond,
    ...pricesFrom(referenceTicks),
  };
}

function emptyRoot(from: number, to: number, clock: MarketClock, state: State): TreeNode {
  const atFrom: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
  const atTo: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
  clock.read(from, atFrom);
  clock.read(to, atTo);
  const levels = { startLevel: 0, endLevel: 0, high: 0, low: 0 };
  return { from, to, ...levels, variance: 0, volumeLots: 0, trades: 0, state, atFrom, atTo };
}

/** The last session that has opened by `second`, or -1. */
function lastOpenedBy(sessions: readonly Session[], second: number): number {
  let low = 0;
  let high = sessions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sessions[middle] as Session).openSecond <= second) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
