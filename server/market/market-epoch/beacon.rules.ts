import { createHash } from 'node:crypto';
import type { BEACON_SOURCES } from '../../../contracts/market.contract.js';
import type { Instant } from '../../core/clock.js';

/** Hashes of the newest events of the users' histories, 32 bytes in lower-case hex. */
export interface Heads {
  readonly demo: string;
  readonly real: string;
}

/** `none`: nothing has happened in the users' histories since the commitment before. */
export type BeaconSource = (typeof BEACON_SOURCES)[number];

/** Commitment and beacon come in the last minute before their epoch, so the operator never sees more than one epoch ahead. */
export const COMMIT_AHEAD_MS = 60_000;

/** What is mixed into an epoch's seed: 32 bytes in lower-case hex, different in every epoch because its number is hashed too. */
export function beaconOf(epoch: number, heads: Heads): string {
  return createHash('sha256').update(`glassbook/beacon/${epoch}/heads/${heads.demo}/${heads.real}`).digest('hex');
}

/** `before` are the heads of the commitment before; of the first epoch, those at the opening of the market. */
export function sourceOf(heads: Heads, before: Heads): BeaconSource {
  return heads.demo === before.demo && heads.real === before.real ? 'none' : 'users';
}

/** How long after its epoch began a commitment came; 0 if it came before. */
export function latenessMs(at: Instant, startsAt: Instant): number {
  return Math.max(0, at - startsAt);
}
