import { hash } from 'node:crypto';
import { LEAF, NODE, decodeSums, type TreeNode } from './liability.tree.js';

/** Nodes that are kept together: a proof reads one bundle for every eight levels of the tree. */
export const BUNDLE = 256;
export const BUNDLE_LEVELS = 8;
/** Between the nodes of a bundle and its end, their ancestors of four levels above: a proof hashes thirty nodes instead of 255. */
export const MIDDLE = 16;
export const MIDDLE_LEVELS = 4;
const HASH = 32;

/** Consecutive nodes of level 8 x `level`, at most `BUNDLE`: each its encoded sums and hash. */
export interface NodeBundle {
  readonly level: number;
  readonly ordinal: number;
  readonly nodes: Buffer;
  /** Their ancestors four levels up; empty when there is one at most. */
  readonly middle: Buffer;
}

interface Open {
  /** What is hashed of two nodes: `NODE`, the left one's bytes, the right one's. */
  readonly pair: Buffer;
  /** 0: no left node waits for its neighbour. */
  leftBytes: number;
  readonly leftWords: Uint32Array;
}

interface Filling {
  readonly nodes: Buffer;
  readonly middle: Buffer;
  nodeBytes: number;
  middleBytes: number;
  count: number;
  ordinal: number;
}

/** The left nodes of every level that wait for their neighbours: a pair is hashed and goes up. */
export class TreeLevels {
  /** Bundles that are full; whoever takes them empties it. */
  readonly full: NodeBundle[] = [];
  private readonly open: Open[] = [];
  private readonly bundles: Filling[] = [];
  private readonly nodeBytesMax: number;
  private readonly preimage: Buffer;
  private readonly node: Buffer;

  /** `names`: all assets, in order; words are four of 32 bits for each, the highest first. */
  constructor(private readonly names: readonly string[]) {
    this.nodeBytesMax = names.reduce((bytes, name) => bytes + 1 + name.length + 16, 2 + HASH);
    this.preimage = Buffer.alloc(2 + HASH + 256 + this.nodeBytesMax);
    this.node = Buffer.alloc(this.nodeBytesMax);
  }

  /** The next leaf. `words` are changed. */
  leaf(nonce: Buffer, nonceAt: number, owner: Buffer, ownerAt: number, ownerEnd: number, words: Uint32Array): void {
    const { preimage, node } = this;
    preimage[0] = LEAF;
    nonce.copy(preimage, 1, nonceAt, nonceAt + HASH);
    preimage[1 + HASH] = ownerEnd - ownerAt;
    owner.copy(preimage, 2 + HASH, ownerAt, ownerEnd);
    const end = 2 + HASH + ownerEnd - ownerAt;
    const sums = this.encode(words);
    node.copy(preimage, end, 0, sums);
    node.write(hash('sha256', preimage.subarray(0, end + sums), 'binary'), sums, 'latin1');
    this.add(words, sums + HASH);
  }

  /** The bundles that did not get full. A single node above full ones is the top itself, which the event holds. */
  rest(): NodeBundle[] {
    return this.bundles.flatMap((bundle, level) => (bundle.count > 1 ? [filled(level, bundle)] : []));
  }

  top(): TreeNode {
    const { pair } = this.open.at(-1) as Open;
    const { sums, end } = decodeSums(pair, 1);
    return { sums, hash: Buffer.from(pair.subarray(end, end + HASH)) };
  }

  /** The node in `this.node` joins its level; with a left neighbour it becomes a node of the next, and so on. */
  private add(words: Uint32Array, leafBytes: number): void {
    const { node } = this;
    let bytes = leafBytes;
    let level = 0;
    for (; ; level += 1) {
      this.keep(level, bytes);
      const open = (this.open[level] ??= this.newLevel());
      node.copy(open.pair, 1 + open.leftBytes, 0, bytes);
      if (open.leftBytes === 0) {
        open.leftBytes = bytes;
        open.leftWords.set(words);
        break;
      }
      const hashed = hash('sha256', open.pair.subarray(0, 1 + open.leftBytes + bytes), 'binary');
      open.leftBytes = 0;
      addWords(words, open.leftWords);
      bytes = this.encode(words);
      node.write(hashed, bytes, 'latin1');
      bytes += HASH;
    }
    if (level >= BUNDLE_LEVELS) this.close();
  }

  private keep(level: number, bytes: number): void {
    const inBundle = level % BUNDLE_LEVELS;
    if (inBundle !== 0 && inBundle !== MIDDLE_LEVELS) return;
    const bundle = (this.bundles[(level - inBundle) / BUNDLE_LEVELS] ??= this.newBundle());
    if (inBundle === 0) {
      this.node.copy(bundle.nodes, bundle.nodeBytes, 0, bytes);
      bundle.nodeBytes += bytes;
      bundle.count += 1;
    } else {
      this.node.copy(bundle.middle, bundle.middleBytes, 0, bytes);
      bundle.middleBytes += bytes;
    }
  }

  private close(): void {
    for (const [level, bundle] of this.bundles.entries()) {
      if (bundle.count < BUNDLE) continue;
      this.full.push(filled(level, bundle));
      bundle.nodeBytes = bundle.middleBytes = bundle.count = 0;
      bundle.ordinal += 1;
    }
  }

  private newBundle(): Filling {
    const [nodes, middle] = [BUNDLE, MIDDLE].map((count) => Buffer.alloc(count * this.nodeBytesMax)) as [
      Buffer,
      Buffer,
    ];
    return { nodes, middle, nodeBytes: 0, middleBytes: 0, count: 0, ordinal: 0 };
  }

  private newLevel(): Open {
    const pair = Buffer.alloc(1 + 2 * this.nodeBytesMax);
    pair[0] = NODE;
    return { pair, leftBytes: 0, leftWords: new Uint32Array(this.names.length * 4) };
  }

  /** Writes the sums that are not zero at the beginning of `this.node`; answers how many bytes they took. */
  private encode(words: Uint32Array): number {
    const { node, names } = this;
    let at = 2;
    let count = 0;
    for (let word = 0; word < words.length; word += 4) {
      const highest = words[word] as number;
      if (highest === 0 && words[word + 1] === 0 && words[word + 2] === 0 && words[word + 3] === 0) continue;
      const name = names[word >> 2] as string;
      if (highest >= 0x8000_0000) throw new Error(`a sum of ${name} is negative or beyond all bounds`);
      node[at] = name.length;
      at += 1 + node.write(name, at + 1, 'latin1');
      for (let part = word; part < word + 4; part += 1) at = node.writeUInt32BE(words[part] as number, at);
      count += 1;
    }
    node.writeUInt16BE(count, 0);
    return at;
  }
}

function filled(level: number, { nodes, middle, nodeBytes, middleBytes, count, ordinal }: Filling): NodeBundle {
  const needed = count > MIDDLE ? middleBytes : 0;
  return {
    ...{ level, ordinal, nodes: Buffer.from(nodes.subarray(0, nodeBytes)) },
    middle: Buffer.from(middle.subarray(0, needed)),
  };
}

function addWords(into: Uint32Array, more: Uint32Array): void {
  for (let sum = 0; sum < into.length; sum += 4) addWord(into, sum, more, sum);
}

/** Adds one number of four words to another, both as two's complement. */
export function addWord(into: Uint32Array, at: number, more: Uint32Array, from: number): void {
  let carry = 0;
  for (let word = 3; word >= 0; word -= 1) {
    const total = (into[at + word] as number) + (more[from + word] as number) + carry;
    into[at + word] = total;
    carry = total > 0xffff_ffff ? 1 : 0;
  }
}
