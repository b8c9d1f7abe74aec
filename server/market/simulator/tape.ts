import type { Instant } from '../../core/clock.js';
import { BEAT_MS } from './beats.js';
import { chachaBlock } from './chacha.js';
import type { NumberedKey } from './key-ring.js';
import { Purpose } from './purposes.js';
import type { Volume } from './volume.js';

/** A public trade between agents. */
export interface TapeTrade {
  at: Instant;
  priceTicks: number;
  lots: number;
  /** The taker's side. */
  side: 'buy' | 'sell';
  /** The worst price that the taker would have taken, half a spread away: users' orders up to it come first. */
  limitTicks: number;
}

/** More trades than this in one beat are printed as this many, with the same lots in sum. */
export const TRADES_PRINTED_PER_BEAT = 3;

/** A beat of the tape: its price, and what is traded at it. */
export interface TapeBeat {
  readonly beat: number;
  readonly priceTicks: number;
  readonly volume: Volume;
}

/** The trades of one second, each at the price that the book shows at its instant; the lots sum to the second's volume. */
export function tapeOfBeats(
  beats: readonly TapeBeat[],
  key: NumberedKey,
  word: number,
  halfSpreadTicks: number,
): TapeTrade[] {
  const trades: TapeTrade[] = [];
  if (beats.every(({ volume }) => volume.trades === 0)) return trades;
  const words = new Uint32Array(32);
  const more = words.subarray(16);
  const second = Math.floor(((beats[0] as TapeBeat).beat * BEAT_MS) / 1000);
  chachaBlock(key.words, Purpose.Leaf, word, second, 0, words);
  chachaBlock(key.words, Purpose.Leaf, word, second, 1, more);
  let last = (beats[0] as TapeBeat).priceTicks;
  beats.forEach(({ beat, priceTicks, volume }, quarter) => {
    const count = Math.min(volume.trades, TRADES_PRINTED_PER_BEAT);
    const at = quarter * TRADES_PRINTED_PER_BEAT;
    const lots = shareLots(volume.lots, count, words.subarray(at));
    const step = BEAT_MS / Math.max(1, count);
    for (let i = 0; i < count; i++) {
      const random = more[at + i] as number;
      // A print above the one before was bought; at the same price the coin decides.
      const side = priceTicks > last ? 'buy' : priceTicks < last ? 'sell' : random & 1 ? 'buy' : 'sell';
      const limitTicks = side === 'buy' ? priceTicks + halfSpreadTicks : Math.max(1, priceTicks - halfSpreadTicks);
      const printedAt = beat * BEAT_MS + Math.floor(i * step + ((random >>> 8) / 16777216) * step);
      trades.push({ at: printedAt, priceTicks, lots: lots[i] as number, side, limitTicks });
      last = priceTicks;
    }
  });
  return trades;
}

/** Splits lots over trades, at least one each, by random weights; the sum is exact. */
function shareLots(total: number, count: number, words: Uint32Array): number[] {
  const weights = Array.from({ length: count }, (_, i) => {
    const u = ((words[i] as number) + 1) / 4294967296;
    return 0.05 + u * u * u;
  });
  const sum = weights.reduce((x, y) => x + y, 0);
  const spare = total - count;
  const lots = weights.map((weight) => 1 + Math.floor((spare * weight) / sum));
  const given = lots.reduce((x, y) => x + y, 0);
  lots[count - 1] = (lots[count - 1] as number) + total - given;
  return lots;
}

/** Of trades, oldest first; `null` where there are none. */
export function rangeOf(tape: readonly TapeTrade[]) {
  const last = tape.at(-1);
  if (last === undefined) return null;
  const prices = tape.map(({ priceTicks }) => priceTicks);
  return { lowTicks: Math.min(...prices), highTicks: Math.max(...prices), lastTicks: last.priceTicks };
}
