import type { OptionChances, OptionPayouts, ReturnReason } from '../../../contracts/option.contract.js';
import type { Instant } from '../clock.js';
import type { Refusal } from '../refusal.js';

/** How long an option lives and how it is counted. */
export interface OptionTiming {
  readonly seconds: number;
  readonly averageSeconds: number;
  /** Bounds of the delay between purchase and entry, in quarter seconds. */
  readonly delayBeatsMin: number;
  readonly delayBeatsMax: number;
}

/** What is known of a rise or a fall at an instant, from ended epochs and public prices alone. */
export interface OptionFigures {
  /** The instant that they were computed for. */
  readonly at: Instant;
  readonly instrumentVersion: number;
  /** The fundamental price now. */
  readonly price: string;
  readonly chances: OptionChances;
  readonly payouts: OptionPayouts;
  /** Expected of the logarithm of average over entry: its variance. */
  readonly variance: string;
}

export interface OptionOffer {
  readonly figures: OptionFigures | null;
  /** Why it is not sold now. */
  readonly problem: Refusal | null;
}

/** The beats that an option is counted by: quarter seconds since 1970. The average ends with `lastBeat`. */
export interface OptionBeats {
  readonly entryBeat: number;
  readonly lastBeat: number;
  readonly beats: number;
}

export interface CountedOption extends OptionBeats {
  readonly symbol: string;
  readonly instrumentVersion: number;
}

/** Prices in ten-thousandths of a tick, and in the quote asset; `returned`: why the stake comes back instead. */
export type OptionEntry = { readonly steps: string; readonly price: string } | { readonly returned: ReturnReason };
export type OptionAverage = { readonly sumSteps: string; readonly price: string } | { readonly returned: ReturnReason };

/** How an open option stands: the fundamental price, and the chance that its average will lie above the entry. */
export interface OptionLive {
  readonly price: string;
  readonly above: number | null;
}

/** The prices of options on a rise or a fall; the market provides them. All of it but `offer` and `live` follows from seeds and instants alone. */
export abstract class OptionPrices {
  abstract symbols(): readonly string[];
  /** `edge`: what a stake costs on average. Refusals: `market.symbol-unknown`, `request.unavailable`. */
  abstract offer(symbol: string, timing: OptionTiming, edge: string, at: Instant): OptionOffer | Refusal;
  /** The delay is fixed by the seed of the epoch that runs at `at`. */
  abstract beatsOf(optionId: string, timing: OptionTiming, at: Instant): OptionBeats & { readonly placedBeat: number };
  /** Of an instant that is over. */
  abstract entry(option: CountedOption): OptionEntry;
  abstract average(option: CountedOption): OptionAverage;
  /** `entrySteps`: `null` before the entry. */
  abstract live(
    option: CountedOption & { readonly variance: string; readonly entrySteps: string | null },
    at: Instant,
  ): OptionLive;
  /** Every price of the average, for its owner; none once the instrument is counted otherwise. */
  abstract pricesOf(option: CountedOption): readonly { readonly beat: number; readonly price: string }[];
  /** Which epoch an instant is in, and when its seed is revealed. */
  abstract epochAt(at: Instant): { readonly epoch: number; readonly endsAt: Instant };
}
