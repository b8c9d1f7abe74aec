import { chachaBlock, type Key } from './chacha.js';
import { gaussian } from './exact-math.js';

/** What a random block is for; part of its address, so no two uses ever see the same words. */
export const enum Purpose {
  Split = 1,
  Root = 2,
  Volatility = 3,
  Leaf = 4,
  Ladder = 5,
  SharedSplit = 16,
  SharedRoot = 24,
  SharedVolatility = 32,
}

/** A key with a number that identifies it: 0 is the prehistory's, others are epoch numbers. */
export interface NumberedKey {
  id: number;
  words: Key;
}

const SLOTS = 8192;

/**
 * The Gaussians that instruments share at a node: eight factors to a group, for each one draw that moves prices (even
 * index) and one that moves variances (odd index). A direct-mapped cache of fixed size; a miss costs one block.
 */
export class SharedDraws {
  private readonly tags = new Float64Array(SLOTS * 4).fill(-1);
  private readonly words = new Uint32Array(SLOTS * 16);
  private readonly block = new Uint32Array(16);

  /** Draw `index` (0 to 15) of a group at the node that starts at `from` and lasts `length` seconds. */
  draw(key: NumberedKey, purpose: Purpose, group: number, from: number, length: number, index: number): number {
    const domain = purpose + group;
    const hash = Math.imul(from ^ Math.imul(length, 0x9e3779b1) ^ Math.imul(domain, 0x85ebca6b), 0xc2b2ae35);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const tag = slot * 4;
    const { tags } = this;
    if (tags[tag] !== key.id || tags[tag + 1] !== domain || tags[tag + 2] !== from || tags[tag + 3] !== length) {
      chachaBlock(key.words, domain, 0, from, length, this.block);
      this.words.set(this.block, slot * 16);
      tags[tag] = key.id;
      tags[tag + 1] = domain;
      tags[tag + 2] = from;
      tags[tag + 3] = length;
    }
    return gaussian(this.words[slot * 16 + index] as number);
  }
}
