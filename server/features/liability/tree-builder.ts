import { leavesFor, type TreeNode } from './liability.tree.js';
import { addWord, BUNDLE, TreeLevels, type NodeBundle } from './tree-levels.js';
import { grown, TreeOwners } from './tree-owners.js';

/** So much of a nonce is kept with a leaf, to find it by. */
export const KEY_BYTES = 8;
/** Beyond it the few balances of one owner could run over before they are looked at: five quintillion units. */
const UNITS_MAX = 2n ** 122n;
/** A balance is six words of 32 bits: the same owner's one before, the asset, and four of the amount, the highest first. */
const BALANCE = 6;
const BEFORE = 0;
const ASSET = 1;
const AMOUNT = 2;

/** `keys`: the first bytes of the leaves' nonces, in order; empty above the leaves. */
export interface Bundle extends NodeBundle {
  readonly keys: Buffer;
}

interface Built {
  readonly leaves: number;
  readonly top: TreeNode;
}

/**
 * Builds a tree of many leaves: balances come in any order, nodes leave in bundles, and what is in between are numbers in
 * flat arrays. `liability.tree.spec.ts` holds it to the tree that is written down in `liability.tree.ts`.
 */
export class TreeBuilder {
  private readonly owners: TreeOwners;
  /** Balances are numbered from 1, for 0 is none. */
  private balances = new Uint32Array(64 * BALANCE);
  private lastOf = new Uint32Array(64);
  private count = 0;
  private readonly assets = new Map<string, number>();
  private readonly units = new DataView(new ArrayBuffer(16));

  constructor(key: Buffer) {
    this.owners = new TreeOwners(key);
  }

  /** Adds to what is owed to an owner, whose id are those bytes; negative units take back. Units are 10^-18. */
  add(owner: Buffer, asset: string, units: bigint): void {
    if (units >= UNITS_MAX || units <= -UNITS_MAX) throw new Error(`${units} ${asset} is beyond all bounds`);
    const whose = this.owners.of(owner);
    if (whose >= this.lastOf.length) this.lastOf = grown(this.lastOf);
    this.count += 1;
    const at = this.count * BALANCE;
    if (at === this.balances.length) this.balances = grown(this.balances);
    this.balances[at + BEFORE] = this.lastOf[whose] as number;
    this.balances[at + ASSET] = this.assets.get(asset) ?? this.newAsset(asset);
    // Both take the lowest 64 bits of what they are given.
    this.units.setBigInt64(0, units >> 64n);
    this.units.setBigInt64(8, units);
    for (let word = 0; word < 4; word += 1) this.balances[at + AMOUNT + word] = this.units.getUint32(word * 4);
    this.lastOf[whose] = this.count;
  }

  /** The bundles in the order in which they are full, and at the end the top. Once only. */
  *build(): Generator<Bundle, Built> {
    const names = [...this.assets.keys()].sort();
    const ranks = Uint16Array.from(this.assets.keys(), (name) => names.indexOf(name));
    const words = new Uint32Array(names.length * 4);
    const leaves = this.leaves(words, ranks);
    const levels = new TreeLevels(names);
    const { bytes, starts } = this.owners;
    const keys = Buffer.alloc(BUNDLE * KEY_BYTES);
    let inBundle = 0;
    for (const owner of leaves) {
      const from = starts[owner] as number;
      this.sumUp(owner, words, ranks);
      levels.leaf(bytes, from, starts[owner + 1] as number, words);
      bytes.copy(keys, inBundle * KEY_BYTES, from, from + KEY_BYTES);
      inBundle += 1;
      if (levels.full.length === 0) continue;
      for (const bundle of levels.full.splice(0)) yield withKeys(bundle, keys);
      inBundle = 0;
    }
    for (const bundle of levels.rest()) yield withKeys(bundle, keys.subarray(0, inBundle * KEY_BYTES));
    return { leaves: leaves.length, top: levels.top() };
  }

  /**
   * Owners to whom nothing is owed have no leaf, or the tree would depend on what was posted after its position. Fillers join
   * until the leaves are a power of two. Answers owners and fillers in the order of their nonces.
   */
  private leaves(words: Uint32Array, ranks: Uint16Array): Float64Array {
    const { owners } = this;
    const all = new Float64Array(leavesFor(owners.count));
    let count = 0;
    for (let owner = 0, end = owners.count; owner < end; owner += 1) {
      this.sumUp(owner, words, ranks);
      if (isZero(words)) continue;
      owners.name(owner);
      all[count++] = owner;
    }
    const leaves = leavesFor(count);
    for (let filler = 0; count < leaves; filler += 1) all[count++] = owners.filler(filler);
    return owners.sort(all.subarray(0, leaves));
  }

  /** Adds up all that is owed to one; nothing to a filler. */
  private sumUp(owner: number, words: Uint32Array, ranks: Uint16Array): void {
    words.fill(0);
    const { balances } = this;
    for (let at = (this.lastOf[owner] ?? 0) * BALANCE; at !== 0; at = (balances[at + BEFORE] as number) * BALANCE)
      addWord(words, (ranks[balances[at + ASSET] as number] as number) * 4, balances, at + AMOUNT);
  }

  private newAsset(asset: string): number {
    if (!/^[\x21-\x7e]{1,32}$/.test(asset)) throw new Error(`${asset} is no name of an asset`);
    this.assets.set(asset, this.assets.size);
    return this.assets.size - 1;
  }
}

function withKeys(bundle: NodeBundle, keys: Buffer): Bundle {
  return { ...bundle, keys: bundle.level === 0 ? Buffer.from(keys) : Buffer.alloc(0) };
}

function isZero(words: Uint32Array): boolean {
  for (let word = 0; word < words.length; word += 1) if (words[word] !== 0) return false;
  return true;
}
