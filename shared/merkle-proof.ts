import { EMPTY_ROOT, HASH_BYTES, isSize, nodeHash, sameHash, type Hash } from './merkle.js';

interface Inclusion {
  readonly leaf: Hash;
  readonly index: number;
  readonly size: number;
  readonly proof: readonly Hash[];
  readonly root: Hash;
}

/** Whether the tree of this size and root has the leaf at this index (RFC 9162, 2.1.3.2). */
export function isIncluded({ leaf, index, size, proof, root }: Inclusion): boolean {
  if (!isSize(size) || !isSize(index) || index >= size || !areHashes(leaf, root, ...proof)) return false;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash);
      [node, last] = pastRightEdge(node, last);
    } else hash = nodeHash(hash, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && sameHash(hash, root);
}

interface Consistency {
  readonly oldSize: number;
  readonly oldRoot: Hash;
  readonly newSize: number;
  readonly newRoot: Hash;
  readonly proof: readonly Hash[];
}

/** Whether the new tree begins with all entries of the old one (RFC 9162, 2.1.4.2). Each tree begins with the empty one. */
export function isConsistent({ oldSize, oldRoot, newSize, newRoot, proof }: Consistency): boolean {
  if (!isSize(oldSize) || !isSize(newSize) || oldSize > newSize || !areHashes(oldRoot, newRoot, ...proof)) return false;
  if (oldSize === newSize) return proof.length === 0 && sameHash(oldRoot, newRoot);
  if (oldSize === 0) return proof.length === 0 && sameHash(oldRoot, EMPTY_ROOT);
  const [first, ...rest] = isPowerOfTwo(oldSize) ? [oldRoot, ...proof] : proof;
  if (first === undefined) return false;
  let [node, last] = [oldSize - 1, newSize - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  let [older, newer] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      older = nodeHash(sibling, older);
      newer = nodeHash(sibling, newer);
      [node, last] = pastRightEdge(node, last);
    } else newer = nodeHash(newer, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && sameHash(older, oldRoot) && sameHash(newer, newRoot);
}

/** Upwards past the levels on which the node at the right edge has no sibling. */
function pastRightEdge(node: number, last: number): [number, number] {
  let [up, lastUp] = [node, last];
  while (!isOdd(up) && up > 0) [up, lastUp] = [half(up), half(lastUp)];
  return [up, lastUp];
}

/** Sizes may exceed 32 bits, so bits are read by arithmetic. */
const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);

function isPowerOfTwo(value: number): boolean {
  let rest = value;
  while (rest > 1 && !isOdd(rest)) rest = half(rest);
  return rest === 1;
}

function areHashes(...hashes: readonly Hash[]): boolean {
  return hashes.every(({ length }) => length === HASH_BYTES);
}
