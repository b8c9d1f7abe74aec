import type { Instant } from '../../core/clock.js';
import { COMMIT_AHEAD_MS } from '../simulator/epochs.js';
import type { DrandRound, FoundRound, WithoutDrand } from './drand.rules.js';
import { NoRound } from './drand-client.js';

/** Then the epoch is committed without drand, with two beats of the market to spare. */
const GIVE_UP_MS = 10_000;

export interface RoundSource {
  /** Throws `NoRound`. */
  roundDueAt(at: Instant, signal?: AbortSignal): Promise<DrandRound>;
}

interface Asked {
  readonly startsAt: Instant;
  readonly abort: AbortController;
  found?: FoundRound;
  /** Why the try before gave nothing. */
  before?: WithoutDrand;
}

/** The round of each epoch is fixed: the first that is due a minute before it begins. Without a source there is none. */
export class DrandRounds {
  private asked: Asked | undefined;

  constructor(
    private readonly source: RoundSource | null,
    private readonly log: { warn(message: string): void },
  ) {}

  /** Of an epoch that has begun. Waits until the signal at most, which several epochs share. */
  async ofBegun(startsAt: Instant, signal: AbortSignal): Promise<FoundRound> {
    if (this.source === null) return 'off';
    return signal.aborted ? 'late' : this.find(this.source, startsAt, signal);
  }

  /** Of the coming epoch, asked for in the background, so that the market never waits. `undefined` while there is time to wait. */
  ofComing(startsAt: Instant, now: Instant): FoundRound | undefined {
    const { source } = this;
    if (source === null) return 'off';
    if (this.asked?.startsAt !== startsAt) this.ask(source, startsAt);
    const asked = this.asked as Asked;
    if (typeof asked.found === 'object') return asked.found;
    if (now >= startsAt - GIVE_UP_MS) {
      asked.abort.abort();
      return asked.found ?? asked.before ?? 'late';
    }
    if (asked.found !== undefined) this.ask(source, startsAt, asked.found);
    return undefined;
  }

  private ask(source: RoundSource, startsAt: Instant, before?: WithoutDrand): void {
    const abort = new AbortController();
    const asked: Asked = before === undefined ? { startsAt, abort } : { startsAt, abort, before };
    this.asked = asked;
    void this.find(source, startsAt, abort.signal).then((found) => (asked.found = found));
  }

  private async find(source: RoundSource, startsAt: Instant, signal: AbortSignal): Promise<FoundRound> {
    try {
      return await source.roundDueAt(startsAt - COMMIT_AHEAD_MS, signal);
    } catch (error) {
      this.log.warn(`drand for the epoch of ${new Date(startsAt).toISOString()}: ${String(error)}`);
      return error instanceof NoRound ? error.reason : 'unavailable';
    }
  }
}
