import type { AnsweredKeys } from '../history/event-store.js';

const PAGE = 20_000;
const CAPACITY_MIN = 1 << 16;

/**
 * Which keys may have an answer, so that a new one is not looked up before every decision. A Bloom filter: about one in a hundred keys
 * without an answer seems to have one and is looked up in vain. Until all stored keys are read, every key may have one.
 */
export class KnownKeys {
  /** All that is stored, and what was added since. */
  private whole: BloomFilter | undefined;
  /** What is being read, to take its place. */
  private next: BloomFilter | undefined;
  /** Added and not stored yet: no reading finds them. */
  private readonly unstored = new Set<string>();
  private learning: Promise<void> | undefined;

  constructor(private readonly keys: AnsweredKeys) {}

  mayHave(key: string): boolean {
    return this.whole === undefined || this.whole.mayHave(key);
  }

  /** To be called before the key's answer is stored. */
  add(key: string): void {
    this.unstored.add(key);
    this.whole?.add(key);
    this.next?.add(key);
  }

  stored(key: string): void {
    this.unstored.delete(key);
  }

  /** Another server may have answered keys that are not known here; what was not stored yet may never be. */
  forget(): void {
    this.whole = undefined;
    this.next = undefined;
    this.unstored.clear();
  }

  /** Reads all stored keys, once for all who ask meanwhile. Rejects with the database's error, and what was known stays. */
  learn(): Promise<void> {
    this.learning ??= this.readUntilWhole().finally(() => (this.learning = undefined));
    return this.learning;
  }

  /** Whether it should learn: it knows nothing yet, or so many were added that too many seem to be known. */
  get isDue(): boolean {
    return this.whole === undefined || this.whole.isFull;
  }

  private async readUntilWhole(): Promise<void> {
    // What was forgotten meanwhile is read again.
    while (!(await this.readAll()));
  }

  private async readAll(): Promise<boolean> {
    const next = new BloomFilter(Math.max(CAPACITY_MIN, 2 * (await this.keys.count())));
    for (const key of this.unstored) next.add(key);
    this.next = next;
    for (let after = ''; ;) {
      const page = await this.keys.page(after, PAGE);
      for (const key of page) next.add(key);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last;
    }
    if (this.next !== next) return false;
    this.whole = next;
    this.next = undefined;
    return true;
  }
}

const BITS_A_KEY = 10;
const HASHES = 7;

/** Bloom, "Space/time trade-offs in hash coding with allowable errors" (1970), with the two hashes of Kirsch and Mitzenmacher (2006). */
class BloomFilter {
  private readonly bits: Uint32Array;
  private readonly size: number;
  private count = 0;

  constructor(private readonly capacity: number) {
    this.size = capacity * BITS_A_KEY;
    this.bits = new Uint32Array(Math.ceil(this.size / 32));
  }

  get isFull(): boolean {
    return this.count > this.capacity;
  }

  add(key: string): void {
    this.count += 1;
    const [first, step] = hashes(key);
    for (let n = 0; n < HASHES; n += 1) {
      const bit = (first + n * step) % this.size;
      this.bits[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  mayHave(key: string): boolean {
    const [first, step] = hashes(key);
    for (let n = 0; n < HASHES; n += 1) {
      const bit = (first + n * step) % this.size;
      if ((this.bits[bit >>> 5]! & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** FNV-1a, and the same in another order of steps. */
function hashes(key: string): readonly [number, number] {
  let first = 0x811c9dc5;
  let second = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second, 0x01000193) ^ code;
  }
  return [first >>> 0, (second | 1) >>> 0];
}
