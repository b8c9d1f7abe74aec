import { chachaBlock, type Key } from '../simulator/chacha.js';
import { wordOf } from '../simulator/path.js';
import { Purpose } from '../simulator/purposes.js';

const WORDS = 0x1_0000_0000;

/**
 * Which of `steps` daily rates a date has, from 0. `words` are the key of the epoch that contains its 00:00 UTC. A word in the uneven
 * rest at the end of the range is drawn again, so that each step is exactly as likely.
 * @param day days since 1970
 */
export function custodyStep(words: Key, productId: string, day: number, steps: number): number {
  const block = new Uint32Array(16);
  const even = WORDS - (WORDS % steps);
  for (let n = 0; ; n += 1) {
    chachaBlock(words, Purpose.CustodyRate, wordOf(productId), day, n, block);
    const word = block.find((one) => one < even);
    if (word !== undefined) return word % steps;
  }
}
