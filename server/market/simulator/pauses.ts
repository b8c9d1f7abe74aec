import type { PauseReason } from '../../../contracts/session.contract.js';
import type { Instant } from '../../core/clock.js';
import { BEAT_MS } from './beats.js';

/** From a beat until the whole minute whose auction ends it; until the close where it goes on that long. */
export interface Pause {
  readonly reason: PauseReason;
  readonly from: Instant;
  readonly until: Instant;
}

/** The lowest and the highest price of a day, in whole ticks; both may be traded. */
export interface PriceLimits {
  readonly lowTicks: number;
  readonly highTicks: number;
}

/** Trading pauses when a beat's price is further than `band` from the reference, as a share of it, and for so long at least. */
export interface Interruption {
  readonly band: number;
  readonly pauseMs: number;
}

/** A session, or what is left of one at the launch. All are whole minutes. */
export interface PausedSession {
  readonly opensAt: Instant;
  readonly closesAt: Instant;
  /** From when orders for its closing auction stand. */
  readonly cutOffAt: Instant | undefined;
}

/** The published path that pauses follow from. */
export interface PausedPath {
  /** In ticks, not rounded, while the market is open. */
  exactTicksAt(at: Instant): number;
  /** Whether a price of the whole seconds from one instant to another is below or above these ticks. */
  leaves(fromMs: Instant, toMs: Instant, low: number, high: number): boolean;
  /** The end of what is known together with an instant: one step never looks beyond it. */
  knownWith(at: Instant): Instant;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Stretches that are looked through as a whole before their parts are. */
const STEPS = [HOUR_MS, 10 * MINUTE_MS, MINUTE_MS] as const;
/** So many whole minutes are averaged to the reference. */
const REFERENCES = 5;
/** No interruption begins in the last minutes of a session. */
const LAST_MS = 10 * MINUTE_MS;
/** A price outside the day's limits pauses trading in blocks of this length. */
const BLOCK_MS = 5 * MINUTE_MS;

/** The end of the block of a pause that runs at an instant: when it may end, as far as anybody knows then. */
export function pausedUntil({ reason, from, until }: Pause, at: Instant): Instant {
  if (reason === 'volatility') return until;
  const first = wholeMinuteAfter(from, BLOCK_MS);
  const blocks = at < first ? 0 : Math.floor((at - first) / BLOCK_MS) + 1;
  return Math.min(until, first + blocks * BLOCK_MS);
}

/**
 * The pauses of one session, found from its open on as far as somebody asks. The reference of a minute is the mean of up to five
 * whole-minute prices, since the session or the last pause; the first beat outside begins a pause. What a price does while
 * trading is paused begins none.
 */
export class SessionPauses {
  private readonly found: Pause[] = [];
  private doneTo: Instant;
  /** Where the references begin. */
  private since: Instant;

  constructor(
    private readonly path: PausedPath,
    readonly session: PausedSession,
    readonly rules: {
      readonly interruption: Interruption | undefined;
      readonly limits: PriceLimits | undefined;
    },
  ) {
    this.doneTo = this.since = session.opensAt;
  }

  /** Those that have begun by an instant, oldest first. */
  by(at: Instant): readonly Pause[] {
    while (this.doneTo <= at && this.doneTo < this.session.closesAt) this.step();
    const later = this.found.findIndex(({ from }) => from > at);
    return later === -1 ? this.found : this.found.slice(0, later);
  }

  /** The one that runs at an instant. */
  at(at: Instant): Pause | undefined {
    const last = this.by(at).at(-1);
    return last !== undefined && at < last.until ? last : undefined;
  }

  private step(): void {
    const { doneTo: from, session } = this;
    const last = this.found.at(-1);
    if (last?.until === from) {
      if (last.reason === 'price-limit' && this.isBeyond(this.path.exactTicksAt(from))) {
        this.found[this.found.length - 1] = { ...last, until: (this.doneTo = this.blockEnd(from)) };
        return;
      }
      this.since = from;
    }
    const to = Math.min(endOfStep(from, HOUR_MS), this.path.knownWith(from), session.closesAt);
    const pause = this.search(from, to, 0);
    if (pause !== undefined) this.found.push(pause);
    this.doneTo = pause?.until ?? to;
  }

  /** The first pause that begins in a stretch; what cannot hold one is not taken apart. */
  private search(fromMs: Instant, toMs: Instant, depth: number): Pause | undefined {
    if (!this.mayPause(fromMs, toMs)) return undefined;
    const step = STEPS[depth + 1];
    if (step === undefined) return this.inMinute(fromMs);
    for (let from = fromMs; from < toMs; from = endOfStep(from, step)) {
      const pause = this.search(from, Math.min(toMs, endOfStep(from, step)), depth + 1);
      if (pause !== undefined) return pause;
    }
    return undefined;
  }

  private mayPause(fromMs: Instant, toMs: Instant): boolean {
    const { path } = this;
    const { interruption, limits } = this.rules;
    if (limits !== undefined && path.leaves(fromMs, toMs, limits.lowTicks - 0.49, limits.highTicks + 0.49)) return true;
    if (interruption === undefined || !this.mayInterrupt(fromMs)) return false;
    const first = Math.max(this.since, fromMs - (REFERENCES - 1) * MINUTE_MS);
    // Prices within this corridor are within the band of each other, and so of any mean of them.
    const middle = path.exactTicksAt(first);
    const width = Math.sqrt(1 + interruption.band);
    return path.leaves(first, toMs, middle / width, middle * width);
  }

  private inMinute(minuteAt: Instant): Pause | undefined {
    const { path } = this;
    const corridor = this.corridorOf(minuteAt);
    for (let at = minuteAt; at < minuteAt + MINUTE_MS; at += BEAT_MS) {
      const price = path.exactTicksAt(at);
      if (this.isBeyond(price)) return { reason: 'price-limit', from: at, until: this.blockEnd(at) };
      if (corridor === undefined || (price >= corridor.low && price <= corridor.high)) continue;
      if (this.mayInterrupt(at)) return { reason: 'volatility', from: at, until: this.interruptedUntil(at) };
    }
    return undefined;
  }

  private corridorOf(minuteAt: Instant): { readonly low: number; readonly high: number } | undefined {
    const { interruption } = this.rules;
    if (interruption === undefined) return undefined;
    let [sum, count] = [0, 0];
    for (let at = minuteAt; at >= this.since && count < REFERENCES; at -= MINUTE_MS, count += 1)
      sum += this.path.exactTicksAt(at);
    const reference = sum / count;
    return { low: reference * (1 - interruption.band), high: reference * (1 + interruption.band) };
  }

  private isBeyond(price: number): boolean {
    const { limits } = this.rules;
    if (limits === undefined) return false;
    const ticks = Math.max(1, Math.round(price));
    return ticks < limits.lowTicks || ticks > limits.highTicks;
  }

  /** An interruption is over before anything of the close begins. */
  private mayInterrupt(at: Instant): boolean {
    const { closesAt, cutOffAt = closesAt } = this.session;
    return at < closesAt - LAST_MS && this.interruptedUntil(at) < cutOffAt;
  }

  private interruptedUntil(at: Instant): Instant {
    return wholeMinuteAfter(at, this.rules.interruption?.pauseMs ?? 0);
  }

  private blockEnd(at: Instant): Instant {
    return Math.min(this.session.closesAt, wholeMinuteAfter(at, BLOCK_MS));
  }
}

/** The first whole minute at least so long after an instant. */
function wholeMinuteAfter(at: Instant, leastMs: number): Instant {
  return Math.ceil((at + leastMs) / MINUTE_MS) * MINUTE_MS;
}

function endOfStep(at: Instant, stepMs: number): Instant {
  return (Math.floor(at / stepMs) + 1) * stepMs;
}
