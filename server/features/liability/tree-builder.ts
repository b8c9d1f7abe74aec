import { hash } from 'node:crypto';
import { LEAF, NODE, decodeSums, fillerName, leavesFor, type TreeNode } from './liability.tree.js';

/** Nodes that are kept together: a proof reads one bundle for every eight levels of the tree. */
export const BUNDLE = 256;
const BUNDLE_LEVELS = 8;
const NONCE = 32;
/** So much of a nonce is kept with a leaf, to find it by. */
export const KEY_BYTES = 8;
/** Leaves are sorted as floats: 28 bits of the nonce above 24 of the place where it was added. */
const PLACE_BITS = 24;
const PLACES = 2 ** PLACE_BITS;

/** Consecutive nodes of level 8 x `level`, at most `BUNDLE`: each its encoded sums and hash. */
export interface Bundle {
  readonly level: number;
  readonly ordinal: number;
  readonly nodes: Buffer;
  /** The first bytes of the leaves' nonces, in order; empty above the leaves. */
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
  private readonly places = new Map<string, number>();
  private readonly owners: string[] = [];
  private readonly assets = new Map<string, number>();
  private nonces = Buffer.alloc(1024 * NONCE);
  /** Of each leaf its last balance, of each balance the one before it of the same leaf: -1 ends it. */
  private lastOf = new Int32Array(1024);
  private before = new Int32Array(1024);
  private assetOf = new Uint16Array(1024);
  /** Four words of 32 bits each, the highest first. */
  private amounts = new Uint32Array(1024 * 4);
  private count = 0;
  private readonly nonce: (name: string, into: Buffer, at: number) => void;

  constructor(key: Buffer) {
    this.nonce = hmacInto(key);
  }

  /** Adds to what is owed to an owner. `text`: a plain decimal of at most 18 digits after the point, negative to take back. */
  add(owner: string, asset: string, text: string): void {
    const place = this.places.get(owner) ?? this.newLeaf(owner);
    const id = this.assets.get(asset) ?? this.newAsset(asset);
    let line = this.lastOf[place] as number;
    while (line >= 0 && this.assetOf[line] !== id) line = this.before[line] as number;
    if (line < 0) this.write(this.newLine(place, id), unitsOf(text));
    else this.write(line, this.read(line) + unitsOf(text));
  }

  /** The bundles in the order in which they are full, and at the end the top. Once only. */
  *build(): Generator<Bundle, Built> {
    const leaves = leavesFor(this.owners.length);
    const real = this.owners.length;
    for (let filler = real; filler < leaves; filler += 1) this.newLeaf(fillerName(filler - real));
    const names = [...this.assets.keys()].sort();
    const ranks = Uint16Array.from(this.assets.keys(), (name) => names.indexOf(name));
    const levels = new Levels(names);
    const words = new Uint32Array(names.length * 4);
    let keys = Buffer.alloc(Math.min(leaves, BUNDLE) * KEY_BYTES);
    let inBundle = 0;
    for (const place of this.inOrder()) {
      words.fill(0);
      for (let line = this.lastOf[place] as number; line >= 0; line = this.before[line] as number)
        words.set(this.amounts.subarray(line * 4, line * 4 + 4), (ranks[this.assetOf[line] as number] as number) * 4);
      const nonceAt = place * NONCE;
      levels.leaf(this.nonces, nonceAt, place < real ? (this.owners[place] as string) : '', words);
      this.nonces.copy(keys, inBundle * KEY_BYTES, nonceAt, nonceAt + KEY_BYTES);
      inBundle += 1;
      if (levels.full.length === 0) continue;
      for (const bundle of levels.full.splice(0))
        yield { ...bundle, keys: bundle.level === 0 ? keys : Buffer.alloc(0) };
      keys = Buffer.alloc(keys.length);
      inBundle = 0;
    }
    for (const bundle of levels.rest()) yield { ...bundle, keys: bundle.level === 0 ? keys : Buffer.alloc(0) };
    return { leaves, top: levels.top() };
  }

  private inOrder(): Float64Array {
    const order = new Float64Array(this.places.size);
    for (let place = 0; place < order.length; place += 1)
      order[place] = (this.nonces.readUInt32BE(place * NONCE) >>> 4) * PLACES + place;
    order.sort();
    for (let at = 0; at < order.length; at += 1) order[at] = (order[at] as number) % PLACES;
    // Nonces that begin alike stand beside each other: the rest of their bytes decides.
    for (let at = 1; at < order.length; at += 1)
      for (let back = at; back > 0 && this.isLater(order[back - 1] as number, order[back] as number); back -= 1)
        [order[back - 1], order[back]] = [order[back] as number, order[back - 1] as number];
    return order;
  }

  private isLater(one: number, other: number): boolean {
    const [a, b] = [one * NONCE, other * NONCE];
    return this.nonces.compare(this.nonces, b, b + NONCE, a, a + NONCE) > 0;
  }

  private newLeaf(owner: string): number {
    const place = this.places.size;
    if (place >= PLACES) throw new Error(`more than ${PLACES} leaves`);
    this.places.set(owner, place);
    if (!owner.startsWith('/')) this.owners.push(owner);
    if (place >= this.lastOf.length) {
      this.lastOf = grown(this.lastOf);
      this.nonces = Buffer.concat([this.nonces], this.nonces.length * 2);
    }
    this.lastOf[place] = -1;
    this.nonce(owner, this.nonces, place * NONCE);
    return place;
  }

  private newAsset(asset: string): number {
    if (!/^[\x21-\x7e]{1,32}$/.test(asset)) throw new Error(`${asset} is no name of an asset`);
    this.assets.set(asset, this.assets.size);
    return this.assets.size - 1;
  }

  private newLine(place: number, asset: number): number {
    const line = this.count++;
    if (line >= this.before.length) {
      this.before = grown(this.before);
      this.assetOf = grown(this.assetOf);
      this.amounts = grown(this.amounts);
    }
    this.before[line] = this.lastOf[place] as number;
    this.assetOf[line] = asset;
    this.lastOf[place] = line;
    return line;
  }

  private read(line: number): bigint {
    const [a, b, c, d] = this.amounts.subarray(line * 4, line * 4 + 4);
    // Taken back before it is given, in the order in which the database tells it: two's complement.
    return BigInt.asIntN(128, (pair(a, b) << 64n) | pair(c, d));
  }

  private write(line: number, units: bigint): void {
    const all = BigInt.asUintN(128, units);
    const [high, low] = [all >> 64n, BigInt.asUintN(64, all)];
    const at = line * 4;
    this.amounts[at] = Number(high >> 32n);
    this.amounts[at + 1] = Number(high & 0xffffffffn);
    this.amounts[at + 2] = Number(low >> 32n);
    this.amounts[at + 3] = Number(low & 0xffffffffn);
  }
}

function pair(high: number | undefined, low: number | undefined): bigint {
  return (BigInt(high as number) << 32n) | BigInt(low as number);
}

function grown<Numbers extends Int32Array | Uint16Array | Uint32Array>(numbers: Numbers): Numbers {
  const more = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  more.set(numbers);
  return more;
}

function unitsOf(text: string): bigint {
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text) * 1_000_000_000_000_000_000n;
  return BigInt(text.slice(0, point) + text.slice(point + 1).padEnd(18, '0'));
}

/** HMAC-SHA-256 (RFC 2104) of many short texts under one key: `createHmac` for each took most of the time of a tree. */
function hmacInto(key: Buffer): (name: string, into: Buffer, at: number) => void {
  if (key.length > 64) throw new Error('a key of more than a block');
  const inner = Buffer.alloc(64 + 256, 0x36);
  const outer = Buffer.alloc(64 + NONCE, 0x5c);
  for (let at = 0; at < key.length; at += 1) {
    inner[at] = 0x36 ^ (key[at] as number);
    outer[at] = 0x5c ^ (key[at] as number);
  }
  return (name, into, at) => {
    const length = inner.write(name, 64, 'utf8');
    outer.write(hash('sha256', inner.subarray(0, 64 + length), 'binary'), 64, 'latin1');
    into.write(hash('sha256', outer, 'binary'), at, 'latin1');
  };
}

interface Open {
  /** What is hashed of the two nodes: `NODE`, the left one's bytes, the right one's. */
  readonly pair: Buffer;
  leftBytes: number;
  readonly leftWords: Uint32Array;
}

/** The open left nodes of every level: a node closes with its right neighbour and goes up. */
class Levels {
  readonly full: { level: number; ordinal: number; nodes: Buffer }[] = [];
  private readonly open: Open[] = [];
  private readonly nodeBytesMax: number;
  private readonly bundles: { nodes: Buffer; bytes: number; count: number; ordinal: number }[] = [];
  private readonly preimage: Buffer;
  private readonly node: Buffer;

  constructor(private readonly names: readonly string[]) {
    this.nodeBytesMax = names.reduce((bytes, name) => bytes + 1 + name.length + 16, 2 + NONCE);
    this.preimage = Buffer.alloc(1 + NONCE + 256 + this.nodeBytesMax);
    this.node = Buffer.alloc(this.nodeBytesMax);
  }

  /** `words` may be changed. */
  leaf(nonces: Buffer, nonceAt: number, owner: string, words: Uint32Array): void {
    const { preimage, node } = this;
    preimage[0] = LEAF;
    nonces.copy(preimage, 1, nonceAt, nonceAt + NONCE);
    const length = preimage.write(owner, 2 + NONCE, 'utf8');
    preimage[1 + NONCE] = length;
    const sums = this.encode(words, node);
    node.copy(preimage, 2 + NONCE + length, 0, sums);
    node.write(hash('sha256', preimage.subarray(0, 2 + NONCE + length + sums), 'binary'), sums, 'latin1');
    this.add(words, sums + NONCE);
  }

  /** The bundles that did not get full. */
  *rest(): Generator<{ level: number; ordinal: number; nodes: Buffer }> {
    for (const [level, { nodes, bytes, count, ordinal }] of this.bundles.entries())
      // A single node above full bundles is the top itself, which is in the event.
      if (count > 1) yield { level, ordinal, nodes: nodes.subarray(0, bytes) };
  }

  top(): TreeNode {
    const { pair: bytes } = this.open.at(-1) as Open;
    const { sums, end } = decodeSums(bytes, 1);
    return { sums, hash: Buffer.from(bytes.subarray(end, end + NONCE)) };
  }

  /** The node in `this.node`, with its sums as words, joins its level; with its left neighbour it is a node of the next. */
  private add(words: Uint32Array, nodeBytes: number): void {
    const { node } = this;
    let bytes = nodeBytes;
    for (let level = 0; ; level += 1) {
      if (level % BUNDLE_LEVELS === 0) this.keep(level / BUNDLE_LEVELS, bytes);
      const open = (this.open[level] ??= this.newLevel());
      if (open.leftBytes === 0) {
        node.copy(open.pair, 1, 0, bytes);
        open.leftBytes = bytes;
        open.leftWords.set(words);
        return;
      }
      node.copy(open.pair, 1 + open.leftBytes, 0, bytes);
      const hashed = hash('sha256', open.pair.subarray(0, 1 + open.leftBytes + bytes), 'binary');
      addWords(words, open.leftWords);
      open.leftBytes = 0;
      const sums = this.encode(words, node);
      node.write(hashed, sums, 'latin1');
      bytes = sums + NONCE;
    }
  }

  private keep(level: number, bytes: number): void {
    const bundle = (this.bundles[level] ??= { nodes: this.room(), bytes: 0, count: 0, ordinal: 0 });
    this.node.copy(bundle.nodes, bundle.bytes, 0, bytes);
    bundle.bytes += bytes;
    bundle.count += 1;
    if (bundle.count < BUNDLE) return;
    this.full.push({ level, ordinal: bundle.ordinal, nodes: Buffer.from(bundle.nodes.subarray(0, bundle.bytes)) });
    bundle.bytes = bundle.count = 0;
    bundle.ordinal += 1;
  }

  private room(): Buffer {
    return Buffer.alloc(BUNDLE * this.nodeBytesMax);
  }

  private newLevel(): Open {
    const pair = Buffer.alloc(1 + 2 * this.nodeBytesMax);
    pair[0] = NODE;
    return { pair, leftBytes: 0, leftWords: new Uint32Array(this.names.length * 4) };
  }

  /** The sums that are not zero, in the order of their assets; answers how many bytes they took. */
  private encode(words: Uint32Array, into: Buffer): number {
    let at = 2;
    let count = 0;
    for (let rank = 0; rank < this.names.length; rank += 1) {
      const word = rank * 4;
      const [a, b, c, d] = [words[word], words[word + 1], words[word + 2], words[word + 3]] as number[];
      if (a === 0 && b === 0 && c === 0 && d === 0) continue;
      const name = this.names[rank] as string;
      if ((a as number) >= 0x80000000) throw new Error(`a sum of ${name} is negative or beyond all bounds`);
      into[at] = name.length;
      at += 1 + into.write(name, at + 1, 'latin1');
      at = into.writeUInt32BE(a as number, at);
      at = into.writeUInt32BE(b as number, at);
      at = into.writeUInt32BE(c as number, at);
      at = into.writeUInt32BE(d as number, at);
      count += 1;
    }
    into.writeUInt16BE(count, 0);
    return at;
  }
}

function addWords(into: Uint32Array, more: Uint32Array): void {
  for (let sum = 0; sum < into.length; sum += 4) {
    let carry = 0;
    for (let word = sum + 3; word >= sum; word -= 1) {
      const total = (into[word] as number) + (more[word] as number) + carry;
      into[word] = total >>> 0;
      carry = total > 0xffffffff ? 1 : 0;
    }
    if (carry === 1) throw new Error('a sum is beyond all bounds');
  }
}
