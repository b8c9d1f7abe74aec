import { createHmac, hash } from 'node:crypto';
import { seedMessage } from '../../../shared/commitment.js';
import type { Instant } from '../../core/clock.js';

/**
 * Epochs and their seeds. All seeds, hashes and beacons are 32 bytes in lower-case hex.
 *
 * The seeds form a reverse hash chain that is fixed before the first epoch: the holder of seed n can compute every earlier one but no later one, and a single published anchor binds them all.
 */

/** Four hours. The length of an epoch divides 24 hours and is a whole number of minutes. */
export const DEFAULT_EPOCH_MS = 14_400_000;

/** Commitment and beacon come in the last minute before their epoch, so the operator never sees more than one epoch ahead. */
export const COMMIT_AHEAD_MS = 60_000;

export function epochOf(at: Instant, epochMs: number): number {
  return Math.floor(at / epochMs);
}

export function epochStartsAt(epoch: number, epochMs: number): Instant {
  return epoch * epochMs;
}

export function epochEndsAt(epoch: number, epochMs: number): Instant {
  return (epoch + 1) * epochMs;
}

/** Refuses a length that would cut a minute or a day. */
export function assertEpochMs(epochMs: number): void {
  if (!Number.isInteger(epochMs) || epochMs < 60_000 || epochMs % 60_000 !== 0 || 86_400_000 % epochMs !== 0) {
    throw new Error(`an epoch is a whole number of minutes that divides a day, not ${epochMs} ms`);
  }
}

/** seed(n - 1) from seed(n). */
export function previousSeed(seed: string): string {
  return sha256(seedMessage('chain', seed));
}

/** What is published before the epoch. */
export function commitmentOf(seed: string): string {
  return sha256(seedMessage('commit', seed));
}

/** What prices are drawn from: the operator's seed mixed with entropy that users' own events made. */
export function effectiveSeed(seed: string, beacon: string): string {
  return createHmac('sha256', bytesOf(seed)).update('glassbook/effective').update(bytesOf(beacon)).digest('hex');
}

/** The public seed of the years before launch. */
export const PREHISTORY_SEED = sha256('glassbook/prehistory/1');

/**
 * The chain from a secret last link: `seedOf(n)` for `first <= n < first + length`.
 * Every 64th link is kept, so a lookup hashes at most 63 times.
 */
export class SeedChain {
  private readonly links = new Map<number, string>();

  constructor(
    lastSeed: string,
    readonly firstEpoch: number,
    readonly length: number,
  ) {
    // A server hashes the whole chain when it starts, so each seed is written over the next in one message.
    const message = Buffer.from(seedMessage('chain', lastSeed));
    const seed = message.subarray(-SEED_BYTES);
    for (let n = length - 1; n >= 0; n--) {
      if (n === length - 1 || n % KEEP_EVERY === 0) this.links.set(n, seed.toString('hex'));
      seed.set(hash('sha256', message, 'buffer'));
    }
    this.anchor = seed.toString('hex');
  }

  /** The hash before the first seed: published once at genesis, it binds the whole chain. */
  readonly anchor: string;

  seedOf(epoch: number): string {
    const n = epoch - this.firstEpoch;
    if (n < 0 || n >= this.length) throw new Error(`epoch ${epoch} is outside the chain`);
    let at = Math.min(Math.ceil(n / KEEP_EVERY) * KEEP_EVERY, this.length - 1);
    let seed = this.links.get(at) as string;
    for (; at > n; at--) seed = previousSeed(seed);
    return seed;
  }
}

const KEEP_EVERY = 64;
const SEED_BYTES = 32;

function sha256(message: string | Uint8Array): string {
  return hash('sha256', message);
}

function bytesOf(hex: string): Buffer {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Error('a seed, hash or beacon is 32 bytes of lower-case hex');
  return Buffer.from(hex, 'hex');
}
