import { createHash } from 'node:crypto';
import type { Instant } from '../../core/clock.js';
import { randomnessOf, type DrandRound, type FoundRound, type WithoutDrand } from '../drand/drand.rules.js';

/** Hashes of the newest events of the users' histories, 32 bytes in lower-case hex. */
export interface Heads {
  readonly demo: string;
  readonly real: string;
}

/**
 * What is new in a beacon: a round of drand, or what has happened in the users' histories since the commitment before; `none` if
 * nothing has.
 */
export type Entropy =
  | { readonly source: 'drand'; readonly drand: DrandRound }
  | { readonly source: 'users' | 'none'; readonly withoutDrand: WithoutDrand };

/**
 * What is mixed into an epoch's seed: 32 bytes in lower-case hex, different in every epoch because its number is hashed too. A
 * round of drand stands alone: with the heads beside it, the operator could try events until the hash pleases them.
 */
export function beaconOf(epoch: number, entropy: Entropy, heads: Heads): string {
  const fresh =
    entropy.source === 'drand' ? `drand/${randomnessOf(entropy.drand)}` : `heads/${heads.demo}/${heads.real}`;
  return createHash('sha256').update(`glassbook/beacon/${epoch}/${fresh}`).digest('hex');
}

/** `before` are the heads of the commitment before; of the first epoch, those at the opening of the market. */
export function entropyOf(found: FoundRound, heads: Heads, before: Heads): Entropy {
  if (typeof found === 'object') return { source: 'drand', drand: found };
  const hasMoved = heads.demo !== before.demo || heads.real !== before.real;
  return { source: hasMoved ? 'users' : 'none', withoutDrand: found };
}

/** How long after its epoch began a commitment came; 0 if it came before. */
export function latenessMs(at: Instant, startsAt: Instant): number {
  return Math.max(0, at - startsAt);
}
