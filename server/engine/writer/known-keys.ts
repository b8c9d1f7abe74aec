import type { AnsweredKeys } from '../history/event-store.js';

const PAGE = 20_000;
const CAPACITY_MIN = 1 << 16;

/**
 * Which keys may have an answer, so that a new one is not looked up before every decision. A Bloom filter: about one in a hundred keys
 * without an answer seems to have one and is looked up in vain. Until all stored keys are read, every key may have one.
 */
export class KnownKeys {
  /** Added before there is a filter. */
  private early: string[] = [];
  private filter: BloomFilter | undefined;
  private isWhole = false;
  private learning: Promise<void> | undefined;

  constructor(private readonly stored: AnsweredKeys) {}

  mayHave(key: string): boolean {
    return !this.isWhole || this.filter === undefined || this.filter.mayHave(key);
  }

  /** To be called before the key's answer is stored. */
  add(key: string): void {
    if (this.filter === undefined) this.early.push(key);
    else this.filter.add(key);
  }

  /** Another server may have answered keys that are not known here. */
  forget(): void {
    this.filter = undefined;
    this.isWhole = false;
  }

  /** Reads all stored keys, once for all who ask meanwhile. Rejects with the database's error. */
  learn(): Promise<void> {
    this.learning ??= this.readUntilWhole().finally(() => (this.learning = undefined));
    return this.learning;
  }

  /** Whether so many were added that too many seem to be known. */
  get isFull(): boolean {
    return this.filter?.isFull === true;
  }

  private async readUntilWhole(): Promise<void> {
    this.forget();
    // What was forgotten meanwhile is read again.
    while (!this.isWhole) await this.readAll();
  }

  private async readAll(): Promise<void> {
    this.filter = undefined;
    const capacity = Math.max(CAPACITY_MIN, 2 * (await this.stored.count()));
    const filter = new BloomFilter(capacity);
    for (const key of this.early) filter.add(key);
    this.early = [];
    this.filter = filter;
    for (let after = ''; ;) {
      const page = await this.stored.page(after, PAGE);
      for (const key of page) filter.add(key);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last;
    }
    this.isWhole = this.filter === filter;
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
