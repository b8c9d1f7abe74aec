import { chachaBlock, type Key } from '../simulator/chacha.js';
import { wordOf } from '../simulator/path.js';
import { Purpose } from '../simulator/purposes.js';

const WORDS = 0x1_0000_0000;

/**
 * Whether a date is one of rebalancing: one in `oneIn`, each as likely. `words` are the key of the epoch that contains its 00:00 UTC. A word in
 * the uneven rest at the end of the range is drawn again.
 * @param day days since 1970
 */
export function isDrawn(words: Key, level: string, day: number, oneIn: number): boolean {
  const block = new Uint32Array(16);
  const even = WORDS - (WORDS % oneIn);
  for (let n = 0; ; n += 1) {
    chachaBlock(words, Purpose.FundRebalancing, wordOf(level), day, n, block);
    const word = block.find((one) => one < even);
    if (word !== undefined) return word % oneIn === 0;
  }
}
