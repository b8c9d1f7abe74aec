import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { WITHOUT_DRAND } from '../../../contracts/market.contract.js';
import type { Instant } from '../../core/clock.js';

/**
 * Rounds of drand, a public randomness beacon (https://docs.drand.love): many parties sign the number of each round together, and
 * nobody knows a signature before enough of them have signed. Only chains of this scheme are read: no round depends on another,
 * signatures are points of G1, keys of G2.
 */
export const DRAND_SCHEME = 'bls-unchained-g1-rfc9380';

/** A chain of rounds, as its servers describe it. Keys, seeds and hashes are lower-case hex. */
export interface DrandChain {
  /** Names the chain: a hash of everything below. */
  readonly hash: string;
  /** 96 bytes. */
  readonly publicKey: string;
  readonly periodSeconds: number;
  /** When round 1 was due, seconds since 1970. */
  readonly genesisSeconds: number;
  readonly groupHash: string;
  readonly beaconName: string;
}

export interface DrandRound {
  readonly chain: DrandChain;
  readonly round: number;
  /** 48 bytes. */
  readonly signature: string;
}

export type WithoutDrand = (typeof WITHOUT_DRAND)[number];

/** A round of drand, or why there is none. */
export type FoundRound = DrandRound | WithoutDrand;

/** As drand hashes a chain's description itself. */
export function chainHashOf({
  publicKey,
  periodSeconds,
  genesisSeconds,
  groupHash,
  beaconName,
}: Omit<DrandChain, 'hash'>) {
  const times = Buffer.alloc(12);
  times.writeUInt32BE(periodSeconds);
  times.writeBigInt64BE(BigInt(genesisSeconds), 4);
  const hash = createHash('sha256').update(times).update(publicKey, 'hex').update(groupHash, 'hex');
  return (beaconName === '' || beaconName === 'default' ? hash : hash.update(beaconName)).digest('hex');
}

/** The first round that is due at an instant or after it; below 1 the chain had not begun. */
export function roundDueAt({ periodSeconds, genesisSeconds }: DrandChain, at: Instant): number {
  return Math.ceil((at / 1000 - genesisSeconds) / periodSeconds) + 1;
}

export function randomnessOf({ signature }: Pick<DrandRound, 'signature'>): string {
  return createHash('sha256').update(signature, 'hex').digest('hex');
}

/** What is wrong with a round that was due at an instant, each as what was expected and what was found; mostly nothing. */
export function wrongInRound(
  { chain, round, signature }: DrandRound,
  dueAt: Instant,
): [expected: string, found: string][] {
  const due = roundDueAt(chain, dueAt);
  const wrong: [string, string][] = [];
  if (chainHashOf(chain) !== chain.hash) wrong.push([`drand chain ${chainHashOf(chain)}`, `drand chain ${chain.hash}`]);
  if (round !== due || due < 1) wrong.push([`drand round ${due}`, `drand round ${round}`]);
  if (!isSigned(chain, round, signature)) wrong.push([`a signature of drand round ${round}`, signature]);
  return wrong;
}

/**
 * A signature has one encoding and lies in the group. If it could be written in another way, or with a point outside the group
 * added to it, the operator could choose among several hashes of it.
 */
function isSigned({ publicKey }: DrandChain, round: number, signature: string): boolean {
  const bls = bls12_381.shortSignatures;
  const number = Buffer.alloc(8);
  try {
    number.writeBigUInt64BE(BigInt(round));
    const point = bls.Signature.fromHex(signature);
    point.assertValidity();
    if (point.toHex() !== signature) return false;
    return bls.verify(point, bls.hash(createHash('sha256').update(number).digest()), Buffer.from(publicKey, 'hex'));
  } catch {
    return false;
  }
}
