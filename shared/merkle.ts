import { sha256 } from './sha256.js';

/** The Merkle tree of RFC 6962 and RFC 9162 over entries in order. A hash has 32 bytes. */
export type Hash = Uint8Array;

export const HASH_BYTES = 32;

/** The hash of the complete subtree over the entries from `index * 2 ** level` to before `(index + 1) * 2 ** level`. */
export type NodeAt = (level: number, index: number) => Hash;

export interface NodePlace {
  readonly level: number;
  readonly index: number;
}

/** The root of a tree without entries. */
export const EMPTY_ROOT: Hash = sha256(new Uint8Array());

export function leafHash(entry: Uint8Array): Hash {
  const message = new Uint8Array(1 + entry.length);
  message.set(entry, 1);
  return sha256(message);
}

export function nodeHash(left: Hash, right: Hash): Hash {
  const message = new Uint8Array(1 + left.length + right.length);
  message[0] = 1;
  message.set(left, 1);
  message.set(right, 1 + left.length);
  return sha256(message);
}

export function sameHash(one: Hash, other: Hash): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** The right edge of a growing tree: all that appending needs, one hash for each bit set in the size. */
export class CompactRange {
  private constructor(
    private entries: number,
    /** Of complete subtrees, the widest first. */
    private readonly edge: Hash[],
  ) {}

  static empty(): CompactRange {
    return new CompactRange(0, []);
  }

  /** The edge of a tree whose complete subtrees are at hand. */
  static of(size: number, nodeAt: NodeAt): CompactRange {
    checkSize(size);
    return new CompactRange(
      size,
      edgePlaces(size).map(({ level, index }) => nodeAt(level, index)),
    );
  }

  get size(): number {
    return this.entries;
  }

  /** Adds a leaf. `made` hears each subtree that the leaf completes, itself included; on average there are two. */
  append(leaf: Hash, made?: (place: NodePlace, hash: Hash) => void): void {
    let [hash, level, index] = [leaf, 0, this.entries];
    made?.({ level, index }, hash);
    for (; index % 2 === 1; level++) {
      hash = nodeHash(this.edge.pop()!, hash);
      index = (index - 1) / 2;
      made?.({ level: level + 1, index }, hash);
    }
    this.edge.push(hash);
    this.entries++;
  }

  root(): Hash {
    return this.edge.length === 0 ? EMPTY_ROOT : this.edge.reduceRight((right, left) => nodeHash(left, right));
  }
}

export function rootOf(size: number, nodeAt: NodeAt): Hash {
  return CompactRange.of(size, nodeAt).root();
}

/** What leads from the entry at `index` to the root, from the leaf upwards. */
export function inclusionProof(index: number, size: number, nodeAt: NodeAt): Hash[] {
  checkSize(size);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError(`no entry ${index} of ${size}`);
  const proof: Hash[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + split(to - from);
    if (index < middle) {
      proof.push(subtree(middle, to, nodeAt));
      to = middle;
    } else {
      proof.push(subtree(from, middle, nodeAt));
      from = middle;
    }
  }
  return proof.reverse();
}

/** What shows that the tree of `newSize` begins with the tree of `oldSize`; empty where there is nothing to show. */
export function consistencyProof(oldSize: number, newSize: number, nodeAt: NodeAt): Hash[] {
  checkSize(oldSize);
  checkSize(newSize);
  if (oldSize > newSize) throw new RangeError(`a tree of ${newSize} does not begin with ${oldSize}`);
  if (oldSize === 0 || oldSize === newSize) return [];
  const proof: Hash[] = [];
  let [from, to] = [0, newSize];
  while (oldSize < to) {
    const middle = from + split(to - from);
    if (oldSize <= middle) {
      proof.push(subtree(middle, to, nodeAt));
      to = middle;
    } else {
      proof.push(subtree(from, middle, nodeAt));
      from = middle;
    }
  }
  if (from > 0) proof.push(subtree(from, to, nodeAt));
  return proof.reverse();
}

/** The nodes that a root or proof is made of, so that they can be read before it is made. */
export function nodesFor(make: (nodeAt: NodeAt) => unknown): NodePlace[] {
  const places: NodePlace[] = [];
  make((level, index) => {
    places.push({ level, index });
    return EMPTY_ROOT;
  });
  return places;
}

export function isSize(size: number): boolean {
  return Number.isSafeInteger(size) && size >= 0;
}

function checkSize(size: number): void {
  if (!isSize(size)) throw new RangeError(`${size} is no size of a tree`);
}

/** The largest power of two below `count`. */
function split(count: number): number {
  let half = 1;
  while (half * 2 < count) half *= 2;
  return half;
}

/** `from` is where a subtree as wide as this one begins. */
function subtree(from: number, to: number, nodeAt: NodeAt): Hash {
  const half = split(to - from);
  if (to - from === 1) return nodeAt(0, from);
  if (half * 2 === to - from) return nodeAt(Math.log2(half) + 1, from / (half * 2));
  return nodeHash(subtree(from, from + half, nodeAt), subtree(from + half, to, nodeAt));
}

function edgePlaces(size: number): NodePlace[] {
  const places: NodePlace[] = [];
  for (let [level, index] = [0, size]; index > 0; level++, index = Math.floor(index / 2))
    if (index % 2 === 1) places.push({ level, index: index - 1 });
  return places.reverse();
}
