import { startOf } from '../../../shared/utc-date.js';
import { chachaBlock, type Key } from '../simulator/chacha.js';
import { wordOf } from '../simulator/path.js';
import { Purpose } from '../simulator/purposes.js';

const WORDS = 0x1_0000_0000;
const DAY_MS = 86_400_000;

/**
 * Which of `steps` opening prices a new coin gets, from 0. `words` are the key of the epoch that contains 00:00 UTC of its listing. A
 * word in the uneven rest at the end of the range is drawn again, so that each step is exactly as likely.
 */
export function openingStep(words: Key, coin: string, listsOn: string, steps: number): number {
  const block = new Uint32Array(16);
  const even = WORDS - (WORDS % steps);
  const day = startOf(listsOn) / DAY_MS;
  for (let n = 0; ; n += 1) {
    chachaBlock(words, Purpose.NewCoin, wordOf(coin), day, n, block);
    const word = block.find((one) => one < even);
    if (word !== undefined) return word % steps;
  }
}
