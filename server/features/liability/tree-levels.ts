import { LEAF, NODE, decodeSums, type TreeNode } from './liability.tree.js';
import { Preimage } from './preimage.js';

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
  readonly pair: Preimage;
  /** Where the left node ends in it; 1: none waits for its neighbour. */
  leftEnd: number;
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
  /** Full bundles; the reader empties the list. */
  readonly full: NodeBundle[] = [];
  private readonly open: Open[] = [];
  private readonly bundles: Filling[] = [];
  private readonly nodeBytesMax: number;
  private readonly preimage: Preimage;

  /** `names`: all assets, in order; words are four of 32 bits for each, the highest first. */
  constructor(private readonly names: readonly string[]) {
    this.nodeBytesMax = names.reduce((bytes, name) => bytes + 1 + name.length + 16, 2 + HASH);
    this.preimage = new Preimage(2 + HASH + 256 + this.nodeBytesMax);
    this.preimage.bytes[0] = LEAF;
  }

  /** The next leaf: nonce, length of the owner and owner stand in `whose` from `from` to `end`. `words` are changed. */
  leaf(whose: Buffer, from: number, end: number, words: Uint32Array): void {
    const { preimage } = this;
    whose.copy(preimage.bytes, 1, from, end);
    const bytes = this.encode(words, preimage.bytes, 1 + end - from);
    this.add(words, preimage.hash(bytes));
  }

  /** The bundles that did not get full. A single node above full ones is the top itself, which the event holds. */
  rest(): NodeBundle[] {
    return this.bundles.flatMap((bundle, level) => (bundle.count > 1 ? [filled(level, bundle)] : []));
  }

  top(): TreeNode {
    const { bytes } = (this.open.at(-1) as Open).pair;
    const { sums, end } = decodeSums(bytes, 1);
    return { sums, hash: Buffer.from(bytes.subarray(end, end + HASH)) };
  }

  /** A node of those sums and that hash joins its level; with a left neighbour it becomes a node of the next, and so on. */
  private add(words: Uint32Array, leafHash: string): void {
    let hash = leafHash;
    let level = 0;
    for (; ; level += 1) {
      const open = (this.open[level] ??= this.newLevel());
      const { pair, leftEnd } = open;
      const sumsEnd = this.encode(words, pair.bytes, leftEnd);
      const end = sumsEnd + pair.bytes.write(hash, sumsEnd, HASH, 'latin1');
      this.keep(level, pair.bytes, leftEnd, end);
      if (leftEnd === 1) {
        open.leftEnd = end;
        open.leftWords.set(words);
        break;
      }
      hash = pair.hash(end);
      open.leftEnd = 1;
      addWords(words, open.leftWords);
    }
    if (level >= BUNDLE_LEVELS) this.close();
  }

  private keep(level: number, bytes: Buffer, from: number, end: number): void {
    const inBundle = level % BUNDLE_LEVELS;
    if (inBundle !== 0 && inBundle !== MIDDLE_LEVELS) return;
    const bundle = (this.bundles[(level - inBundle) / BUNDLE_LEVELS] ??= this.newBundle());
    if (inBundle === 0) {
      bytes.copy(bundle.nodes, bundle.nodeBytes, from, end);
      bundle.nodeBytes += end - from;
      bundle.count += 1;
    } else {
      bytes.copy(bundle.middle, bundle.middleBytes, from, end);
      bundle.middleBytes += end - from;
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
    const pair = new Preimage(1 + 2 * this.nodeBytesMax);
    pair.bytes[0] = NODE;
    return { pair, leftEnd: 1, leftWords: new Uint32Array(this.names.length * 4) };
  }

  /** Writes the sums that are not zero from there on; answers where they end. */
  private encode(words: Uint32Array, into: Buffer, from: number): number {
    const { names } = this;
    let at = from + 2;
    let count = 0;
    for (let word = 0; word < words.length; word += 4) {
      const highest = words[word] as number;
      if (highest === 0 && words[word + 1] === 0 && words[word + 2] === 0 && words[word + 3] === 0) continue;
      const name = names[word >> 2] as string;
      if (highest >= 0x8000_0000) throw new Error(`a sum of ${name} is negative or beyond all bounds`);
      into[at++] = name.length;
      for (let each = 0; each < name.length; each += 1) into[at++] = name.charCodeAt(each);
      for (let part = word; part < word + 4; part += 1) at = into.writeUInt32BE(words[part] as number, at);
      count += 1;
    }
    into.writeUInt16BE(count, from);
    return at;
  }
}

function filled(level: number, { nodes, middle, nodeBytes, middleBytes, count, ordinal }: Filling): NodeBundle {
  const needed = count > MIDDLE ? middleBytes : 0;
  return {
    level,
    ordinal,
    nodes: Buffer.from(nodes.subarray(0, nodeBytes)),
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
