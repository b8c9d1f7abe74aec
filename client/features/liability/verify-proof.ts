import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { LiabilityProofView, LiabilityRootView, LiabilitySum } from '../../../contracts/liability.contract';
import { toAmount } from '../../../shared/money';

type Sums = ReadonlyMap<string, bigint>;

/** A hash that the browser made on the way from the leaf to the root. `side`: where the sibling stood; absent at the leaf. */
export interface ProofStep {
  readonly hash: string;
  readonly side?: 'left' | 'right';
  readonly sibling?: readonly LiabilitySum[];
}

/** Why a proof is none: the sums, the root, the published list, or what cannot be read at all. */
type ProofProblem = 'form' | 'owner' | 'sums' | 'root' | 'published';

interface CheckedProof {
  readonly problem: ProofProblem | null;
  readonly steps: readonly ProofStep[];
}

class Wrong extends Error {
  constructor(readonly problem: ProofProblem) {
    super(problem);
  }
}

function must(holds: boolean, problem: ProofProblem): void {
  if (!holds) throw new Wrong(problem);
}

/** Checks a proof as docs/liabilities.md describes, with only the proof, the owner's account and the public root. */
export function verifyProof(
  proof: LiabilityProofView,
  ownerId: string,
  published: LiabilityRootView | undefined,
): CheckedProof {
  const steps: ProofStep[] = [];
  try {
    climb(proof, ownerId, steps);
    must(published !== undefined && isSameRoot(proof, published), 'published');
    return { problem: null, steps };
  } catch (error) {
    return { problem: error instanceof Wrong ? error.problem : 'form', steps };
  }
}

function climb(proof: LiabilityProofView, ownerId: string, steps: ProofStep[]): void {
  const { leaf, path, leaves } = proof;
  must(proof.format === 'glassbook/liability-proof/1' && leaves === 2 ** path.length, 'form');
  must(Number.isSafeInteger(leaf.index) && leaf.index >= 0 && leaf.index < leaves, 'form');
  must(leaf.ownerId === ownerId, 'owner');
  let sums = read(leaf.sums);
  const owner = utf8ToBytes(leaf.ownerId);
  let hash = sha256(concatBytes(byte(0), bytes32(leaf.nonce), byte(owner.length), owner, encode(sums)));
  steps.push({ hash: bytesToHex(hash) });
  for (const [height, { sums: siblingSums, hash: text }] of path.entries()) {
    const [sibling, siblingHash] = [read(siblingSums), bytes32(text)];
    const side = Math.floor(leaf.index / 2 ** height) % 2 === 1 ? 'left' : 'right';
    const pair = [encode(sibling), siblingHash, encode(sums), hash];
    hash = sha256(concatBytes(byte(1), ...(side === 'left' ? pair : [...pair.slice(2), ...pair.slice(0, 2)])));
    sums = add(sums, sibling);
    steps.push({ hash: bytesToHex(hash), side, sibling: siblingSums });
  }
  must(bytesToHex(encode(sums)) === bytesToHex(encode(read(proof.sums))), 'sums');
  const place = [byte(2, proof.realm.length), utf8ToBytes(proof.realm), uint64(proof.epoch), uint64(proof.position)];
  const root = sha256(concatBytes(...place, bytes32(proof.head), uint64(leaves), encode(sums), hash));
  steps.push({ hash: bytesToHex(root) });
  must(bytesToHex(root) === proof.root, 'root');
}

function isSameRoot(proof: LiabilityProofView, published: LiabilityRootView): boolean {
  const textOf = (view: LiabilityRootView): string =>
    JSON.stringify([
      ...[view.realm, view.epoch, view.position, view.head, view.leaves, view.root],
      ...[view.committedPosition, view.committedHash],
      ...view.sums.map(({ asset, amount }) => `${asset} ${amount}`),
    ]);
  return textOf(proof) === textOf(published);
}

/** In the order of assets, each once and above zero: no sum can hide another. */
function read(list: readonly LiabilitySum[]): Sums {
  const sums = new Map<string, bigint>();
  let before = '';
  for (const { asset, amount } of list) {
    must(/^[!-~]{1,32}$/.test(asset) && asset > before, 'form');
    must(/^(0|[1-9]\d*)(\.\d{0,17}[1-9])?$/.test(amount) && amount !== '0', 'form');
    sums.set(asset, toAmount(amount));
    before = asset;
  }
  return sums;
}

function add(one: Sums, other: Sums): Sums {
  const total = new Map(one);
  for (const [asset, amount] of other) total.set(asset, (total.get(asset) ?? 0n) + amount);
  return total;
}

function encode(sums: Sums): Uint8Array {
  const parts = [byte(sums.size >> 8, sums.size & 255)];
  for (const asset of [...sums.keys()].sort()) {
    const units = (sums.get(asset) ?? 0n).toString(16).padStart(32, '0');
    parts.push(byte(asset.length), utf8ToBytes(asset), hexToBytes(units));
  }
  return concatBytes(...parts);
}

const byte = (...values: number[]): Uint8Array => Uint8Array.from(values);

function bytes32(hex: string): Uint8Array {
  must(/^[0-9a-f]{64}$/.test(hex), 'form');
  return hexToBytes(hex);
}

function uint64(value: number): Uint8Array {
  return hexToBytes(BigInt(value).toString(16).padStart(16, '0'));
}
