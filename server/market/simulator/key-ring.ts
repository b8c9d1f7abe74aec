import { refuse } from '../../core/refusal.js';
import { keyOf, type Key } from './chacha.js';
import { PREHISTORY_SEED } from './epochs.js';
import { BoundedMap } from '../../core/bounded-map.js';

const KEPT = 4096;

/** A key with a number that identifies it: 0 is the prehistory's, others are epoch numbers. */
export interface NumberedKey {
  id: number;
  words: Key;
}

/** A price of an epoch whose seed is not known (yet): for a moment after a suspended server resumes. */
export class UnknownEpochError extends Error {
  /** The refusal for the caller. */
  readonly refusal = refuse('request.unavailable');

  constructor(readonly epoch: number) {
    super(`the seed of epoch ${epoch} is not known`);
    this.name = 'UnknownEpochError';
  }
}

/** Keys by epoch: the public one before launch, then those of the effective seeds. Keeps the last few thousand. */
export class KeyRing {
  private readonly keys = new BoundedMap<number, NumberedKey>(KEPT);
  private readonly prehistory: NumberedKey = { id: 0, words: keyOf(PREHISTORY_SEED) };

  constructor(
    private readonly launchSecond: number,
    private readonly epochSeconds: number,
    private readonly seedOf: (epoch: number) => string | undefined,
  ) {}

  readonly keyAt = (second: number): NumberedKey =>
    second < this.launchSecond ? this.prehistory : this.keyOfEpoch(Math.floor(second / this.epochSeconds));

  keyOfEpoch(epoch: number): NumberedKey {
    const key = this.find(epoch);
    if (!key) throw new UnknownEpochError(epoch);
    return key;
  }

  isKnown(epoch: number): boolean {
    return this.find(epoch) !== undefined;
  }

  private find(epoch: number): NumberedKey | undefined {
    const known = this.keys.get(epoch);
    if (known) return known;
    const seed = this.seedOf(epoch);
    if (seed === undefined) return undefined;
    const key = { id: epoch, words: keyOf(seed) };
    this.keys.set(epoch, key);
    return key;
  }
}
