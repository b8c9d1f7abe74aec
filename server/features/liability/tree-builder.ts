import { hash } from 'node:crypto';
import { fillerName, leavesFor, type TreeNode } from './liability.tree.js';
import { addWord, BUNDLE, TreeLevels, type NodeBundle } from './tree-levels.js';

const NONCE = 32;
/** So much of a nonce is kept with a leaf, to find it by. */
export const KEY_BYTES = 8;
/** Lines are sorted as floats: 27 bits of the nonce above 26 of the place where it was added. */
const PLACE_BITS = 26;
const PLACES = 2 ** PLACE_BITS;
const NONCE_SHIFT = 32 - (53 - PLACE_BITS);
const NO_ASSET = 0xffff;
/** Beyond it the few balances of one owner could run over before they are looked at: five quintillion units. */
const UNITS_MAX = 2n ** 122n;

/** `keys`: the first bytes of the leaves' nonces, in order; empty above the leaves. */
export interface Bundle extends NodeBundle {
  readonly keys: Buffer;
}

export interface Built {
  readonly leaves: number;
  readonly top: TreeNode;
}

/**
 * Builds a tree of many leaves: balances come in any order, nodes leave in bundles, and what is in between are numbers in
 * flat arrays. `liability.tree.spec.ts` holds it to the tree that is written down in `liability.tree.ts`.
 */
export class TreeBuilder {
  private count = 0;
  private nonces = Buffer.alloc(1024 * NONCE);
  private owners = Buffer.alloc(1024 * 32);
  private ownersEnd = 0;
  private ownerAt = new Uint32Array(1024);
  private ownerEnd = new Uint32Array(1024);
  private assetOf = new Uint16Array(1024);
  /** Four words of 32 bits each, the highest first. */
  private amounts = new Uint32Array(1024 * 4);
  private readonly assets = new Map<string, number>();
  private readonly nonce: (from: Buffer, start: number, end: number, into: Buffer, at: number) => void;

  constructor(key: Buffer) {
    this.nonce = hmacInto(key);
  }

  /** Adds to what is owed to an owner, whose id are those bytes; negative units take back. Units are 10^-18. */
  add(owner: Buffer, asset: string, units: bigint): void {
    if (units >= UNITS_MAX || units <= -UNITS_MAX) throw new Error(`${units} ${asset} is beyond all bounds`);
    const line = this.newLine(owner);
    this.assetOf[line] = this.assets.get(asset) ?? this.newAsset(asset);
    const all = BigInt.asUintN(128, units);
    const [high, low] = [all >> 64n, BigInt.asUintN(64, all)];
    const at = line * 4;
    this.amounts[at] = Number(high >> 32n);
    this.amounts[at + 1] = Number(high & 0xffff_ffffn);
    this.amounts[at + 2] = Number(low >> 32n);
    this.amounts[at + 3] = Number(low & 0xffff_ffffn);
  }

  /** The bundles in the order in which they are full, and at the end the top. Once only. */
  *build(): Generator<Bundle, Built> {
    const names = [...this.assets.keys()].sort();
    const ranks = Uint16Array.from(this.assets.keys(), (name) => names.indexOf(name));
    const words = new Uint32Array(names.length * 4);
    const { leaves, order } = this.filledUp(words, ranks);
    const levels = new TreeLevels(names);
    const keys = Buffer.alloc(BUNDLE * KEY_BYTES);
    let inBundle = 0;
    for (let at = 0; at < order.length;) {
      const line = order[at] as number;
      at = this.sumUp(order, at, words, ranks);
      const [ownerAt, ownerEnd] = [this.ownerAt[line] as number, this.ownerEnd[line] as number];
      levels.leaf(this.nonces, line * NONCE, this.owners, ownerAt, ownerEnd, words);
      this.nonces.copy(keys, inBundle * KEY_BYTES, line * NONCE, line * NONCE + KEY_BYTES);
      inBundle += 1;
      if (levels.full.length === 0) continue;
      for (const bundle of levels.full.splice(0)) yield withKeys(bundle, keys);
      inBundle = 0;
    }
    for (const bundle of levels.rest()) yield withKeys(bundle, keys.subarray(0, inBundle * KEY_BYTES));
    return { leaves, top: levels.top() };
  }

  /** Adds up what stands from `from` on of one owner; answers where the next one begins. */
  private sumUp(order: Float64Array, from: number, words: Uint32Array, ranks: Uint16Array): number {
    const line = order[from] as number;
    words.fill(0);
    let at = from;
    do {
      const each = order[at] as number;
      const asset = this.assetOf[each] as number;
      if (asset !== NO_ASSET) addWord(words, (ranks[asset] as number) * 4, this.amounts, each * 4);
      at += 1;
    } while (at < order.length && this.compare(line, order[at] as number) === 0);
    return at;
  }

  /**
   * Owners to whom nothing is owed have no leaf, or the tree would depend on what was posted after its position. Fillers join
   * until the leaves are a power of two. Answers all lines in the order of their nonces.
   */
  private filledUp(words: Uint32Array, ranks: Uint16Array): { leaves: number; order: Float64Array } {
    const all = this.sorted(new Float64Array(this.count).map((_, line) => line));
    let owners = 0;
    let lines = 0;
    for (let from = 0; from < all.length;) {
      const end = this.sumUp(all, from, words, ranks);
      if (words.some((word) => word !== 0)) {
        owners += 1;
        all.copyWithin(lines, from, end);
        lines += end - from;
      }
      from = end;
    }
    const owed = all.subarray(0, lines);
    const leaves = leavesFor(owners);
    if (leaves === owners) return { leaves, order: owed };
    const first = this.count;
    for (let filler = 0; owners + filler < leaves; filler += 1) {
      const line = this.newLine(Buffer.from(fillerName(filler)));
      this.assetOf[line] = NO_ASSET;
      // In its leaf it has no name.
      this.ownerEnd[line] = this.ownerAt[line] as number;
    }
    const order = new Float64Array(lines + this.count - first);
    order.set(owed);
    for (let line = first; line < this.count; line += 1) order[lines + line - first] = line;
    return { leaves, order: this.sorted(order) };
  }

  /** Lines in the order of their nonces, in place. */
  private sorted(lines: Float64Array): Float64Array {
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at] as number;
      lines[at] = (this.nonces.readUInt32BE(line * NONCE) >>> NONCE_SHIFT) * PLACES + line;
    }
    lines.sort();
    for (let at = 0; at < lines.length; at += 1) lines[at] = (lines[at] as number) % PLACES;
    // Nonces that begin alike stand beside each other: the rest of their bytes decides.
    for (let at = 1; at < lines.length; at += 1)
      for (let back = at; back > 0 && this.compare(lines[back - 1] as number, lines[back] as number) > 0; back -= 1)
        [lines[back - 1], lines[back]] = [lines[back] as number, lines[back - 1] as number];
    return lines;
  }

  /** Of the nonces of two lines; most differ in their first four bytes. */
  private compare(one: number, other: number): number {
    const [a, b] = [one * NONCE, other * NONCE];
    const first = this.nonces.readUInt32BE(a) - this.nonces.readUInt32BE(b);
    return first !== 0 ? first : this.nonces.compare(this.nonces, b, b + NONCE, a, a + NONCE);
  }

  private newLine(owner: Buffer): number {
    const line = this.count++;
    if (line >= PLACES) throw new Error(`more than ${PLACES} balances`);
    if (line >= this.assetOf.length) this.grow();
    const before = line - 1;
    if (line > 0 && this.isOf(before, owner)) {
      this.ownerAt[line] = this.ownerAt[before] as number;
      this.ownerEnd[line] = this.ownerEnd[before] as number;
      this.nonces.copy(this.nonces, line * NONCE, before * NONCE, line * NONCE);
      return line;
    }
    if (owner.length > 255) throw new Error('an owner of more than 255 bytes');
    if (this.ownersEnd + owner.length > this.owners.length)
      this.owners = Buffer.concat([this.owners], this.owners.length * 2);
    this.ownerAt[line] = this.ownersEnd;
    owner.copy(this.owners, this.ownersEnd);
    this.ownersEnd += owner.length;
    this.ownerEnd[line] = this.ownersEnd;
    this.nonce(this.owners, this.ownerAt[line] as number, this.ownersEnd, this.nonces, line * NONCE);
    return line;
  }

  private isOf(line: number, owner: Buffer): boolean {
    return owner.compare(this.owners, this.ownerAt[line], this.ownerEnd[line]) === 0;
  }

  private newAsset(asset: string): number {
    if (!/^[\x21-\x7e]{1,32}$/.test(asset)) throw new Error(`${asset} is no name of an asset`);
    this.assets.set(asset, this.assets.size);
    return this.assets.size - 1;
  }

  private grow(): void {
    this.nonces = Buffer.concat([this.nonces], this.nonces.length * 2);
    this.ownerAt = grown(this.ownerAt);
    this.ownerEnd = grown(this.ownerEnd);
    this.assetOf = grown(this.assetOf);
    this.amounts = grown(this.amounts);
  }
}

function withKeys(bundle: NodeBundle, keys: Buffer): Bundle {
  return { ...bundle, keys: bundle.level === 0 ? Buffer.from(keys) : Buffer.alloc(0) };
}

function grown<Numbers extends Uint16Array | Uint32Array>(numbers: Numbers): Numbers {
  const more = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  more.set(numbers);
  return more;
}

/** HMAC-SHA-256 (RFC 2104) of many short texts under one key: `createHmac` for each took most of the time of a tree. */
function hmacInto(key: Buffer): (from: Buffer, start: number, end: number, into: Buffer, at: number) => void {
  if (key.length > 64) throw new Error('a key of more than a block');
  const inner = Buffer.alloc(64 + 256, 0x36);
  const outer = Buffer.alloc(64 + NONCE, 0x5c);
  for (let at = 0; at < key.length; at += 1) {
    inner[at] = 0x36 ^ (key[at] as number);
    outer[at] = 0x5c ^ (key[at] as number);
  }
  return (from, start, end, into, at) => {
    from.copy(inner, 64, start, end);
    outer.write(hash('sha256', inner.subarray(0, 64 + end - start), 'binary'), 64, 'latin1');
    into.write(hash('sha256', outer, 'binary'), at, 'latin1');
  };
}
