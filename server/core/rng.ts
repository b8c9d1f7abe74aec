/**
 * Seeded chance for tests and simulations: xoshiro128** (Blackman and Vigna, 2018), seeded by splitmix32.
 * Not for secrets and not for prices, which come from the committed seed of their epoch.
 */
export class Rng {
  private readonly s = new Uint32Array(4) as Uint32Array & Record<0 | 1 | 2 | 3, number>;

  constructor(seed: number) {
    let x = seed >>> 0;
    for (let i = 0; i < 4; i++) {
      x = (x + 0x9e3779b9) >>> 0;
      let z = x;
      z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
      this.s[i] = (z ^ (z >>> 16)) >>> 0;
    }
  }

  /** An integer from 0 to 2^32 - 1. */
  uint32(): number {
    const { s } = this;
    const result = Math.imul(rotl(Math.imul(s[1], 5), 7), 9) >>> 0;
    const t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 11);
    return result;
  }

  /** An integer from 0 to `below` - 1. */
  below(below: number): number {
    return Math.floor((this.uint32() / 4294967296) * below);
  }

  /** An integer from `low` to `high`, both possible. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.uint32() / 4294967296 < probability;
  }

  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error('nothing to pick from');
    return choices[this.below(choices.length)] as T;
  }
}

function rotl(x: number, k: number): number {
  return ((x << k) | (x >>> (32 - k))) >>> 0;
}
