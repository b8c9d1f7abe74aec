import { decodeSums, parentOf, type TreeNode } from './liability.tree.js';
import { BUNDLE } from './tree-builder.js';

const BUNDLE_LEVELS = 8;

/** The bytes of a bundle of nodes of level 8 x `level`. */
export type BundleOf = (level: number, ordinal: number) => Buffer;

/** The nodes in the bytes of a bundle: each its sums, then its hash. */
export function nodesIn(bytes: Buffer): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let at = 0; at < bytes.length;) {
    const { sums, end } = decodeSums(bytes, at);
    nodes.push({ sums, hash: bytes.subarray(end, end + 32) });
    at = end + 32;
  }
  return nodes;
}

/** Which bundles a path needs, from the leaves upwards. */
export function bundlesFor(leaves: number, index: number): { level: number; ordinal: number }[] {
  const needed: { level: number; ordinal: number }[] = [];
  for (let level = 0, nodes = leaves; nodes > 1; level += 1, nodes = Math.ceil(nodes / BUNDLE))
    needed.push({ level, ordinal: Math.floor(index / BUNDLE ** (level + 1)) });
  return needed;
}

/** The siblings of a leaf and of all nodes above it, from the leaf's neighbour to the half that it is not in. */
export function pathIn(leaves: number, index: number, bundleOf: BundleOf): TreeNode[] {
  const path: TreeNode[] = [];
  for (const { level, ordinal } of bundlesFor(leaves, index)) {
    let nodes = nodesIn(bundleOf(level, ordinal));
    let at = Math.floor(index / 2 ** (level * BUNDLE_LEVELS)) % BUNDLE;
    while (nodes.length > 1) {
      path.push(nodes[at ^ 1] as TreeNode);
      nodes = halved(nodes);
      at >>= 1;
    }
  }
  return path;
}

function halved(nodes: readonly TreeNode[]): TreeNode[] {
  return Array.from({ length: nodes.length / 2 }, (_, at) =>
    parentOf(nodes[2 * at] as TreeNode, nodes[2 * at + 1] as TreeNode),
  );
}
