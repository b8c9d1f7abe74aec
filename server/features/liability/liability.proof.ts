import { decodeSums, parentOf, type TreeNode } from './liability.tree.js';
import { BUNDLE, BUNDLE_LEVELS, MIDDLE, MIDDLE_LEVELS, type NodeBundle } from './tree-levels.js';

const HASH = 32;

/** A kept bundle of nodes of level 8 x `level`. */
export type BundleOf = (level: number, ordinal: number) => Pick<NodeBundle, 'nodes' | 'middle'>;

/** Which bundles a path needs, from the leaves upwards. */
function bundlesFor(leaves: number, index: number): { level: number; ordinal: number }[] {
  const needed: { level: number; ordinal: number }[] = [];
  for (let level = 0, nodes = leaves; nodes > 1; level += 1, nodes = Math.ceil(nodes / BUNDLE))
    needed.push({ level, ordinal: Math.floor(index / BUNDLE ** (level + 1)) });
  return needed;
}

/** The siblings of a leaf and of all nodes above it, from the leaf's neighbour to the half that it is not in. */
export function pathIn(leaves: number, index: number, bundleOf: BundleOf): TreeNode[] {
  const path: TreeNode[] = [];
  for (const { level, ordinal } of bundlesFor(leaves, index)) {
    const { nodes, middle } = bundleOf(level, ordinal);
    const at = Math.floor(index / 2 ** (level * BUNDLE_LEVELS)) % BUNDLE;
    if (middle.length === 0) climb(nodesIn(nodes), at, path);
    else {
      climb(nodesIn(nodes, at - (at % MIDDLE), MIDDLE), at % MIDDLE, path);
      climb(nodesIn(middle), at >> MIDDLE_LEVELS, path);
    }
  }
  return path;
}

/** The nodes in the bytes of a bundle, each its sums, then its hash: `count` of them from the `first`. */
export function nodesIn(bytes: Buffer, first = 0, count = Infinity): TreeNode[] {
  const nodes: TreeNode[] = [];
  let at = 0;
  for (let skipped = 0; skipped < first; skipped += 1) at = endOf(bytes, at);
  while (at < bytes.length && nodes.length < count) {
    const { sums, end } = decodeSums(bytes, at);
    nodes.push({ sums, hash: bytes.subarray(end, end + HASH) });
    at = end + HASH;
  }
  return nodes;
}

/** Where the node that begins at `from` ends. */
function endOf(bytes: Buffer, from: number): number {
  let at = from + 2;
  for (let left = bytes.readUInt16BE(from); left > 0; left -= 1) at += 17 + (bytes[at] as number);
  return at + HASH;
}

function climb(leaves: readonly TreeNode[], from: number, path: TreeNode[]): void {
  let nodes = leaves;
  for (let at = from; nodes.length > 1; at >>= 1) {
    path.push(nodes[at ^ 1] as TreeNode);
    const below = nodes;
    nodes = Array.from({ length: below.length / 2 }, (_, pair) =>
      parentOf(below[2 * pair] as TreeNode, below[2 * pair + 1] as TreeNode),
    );
  }
}
