import { BEATS_PER_SECOND } from '../simulator/beats.js';
import { chachaBlock, type Key } from '../simulator/chacha.js';
import { wordOf } from '../simulator/path.js';
import { Purpose } from '../simulator/purposes.js';

/** The bounds of a delay in beats, both included. */
export interface DelayBounds {
  readonly least: number;
  readonly most: number;
}

/**
 * How many beats after its purchase an option enters. `words` are the key of the epoch in which it was bought: nobody knows the delay
 * while that seed is secret, and anyone computes it again once it is revealed.
 * @param optionId names the option; its hash (FNV-1a) is part of the address
 * @param placedBeat quarter seconds since 1970
 */
export function entryDelay(words: Key, optionId: string, placedBeat: number, { least, most }: DelayBounds): number {
  const block = new Uint32Array(16);
  const second = Math.floor(placedBeat / BEATS_PER_SECOND);
  chachaBlock(words, Purpose.OptionEntry, wordOf(optionId), second, placedBeat % BEATS_PER_SECOND, block);
  return least + ((block[0] as number) % (most - least + 1));
}
