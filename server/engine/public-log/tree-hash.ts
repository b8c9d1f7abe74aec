import { hash } from 'node:crypto';
import type { Hash } from '../../../shared/merkle.js';

// The hashes of `shared/merkle.ts` by the server's own SHA-256, which is some forty times as fast. Its specs compare the two.

export function sha256(message: Uint8Array): Buffer {
  return hash('sha256', message, 'buffer');
}

const leafMessage = Buffer.alloc(33);
const nodeMessage = Buffer.alloc(65);
nodeMessage[0] = 1;

/** Of an entry of 32 bytes. */
export function leafHashOf(entry: Hash): Buffer {
  leafMessage.set(entry, 1);
  return sha256(leafMessage);
}

function nodeHashOf(left: Hash, right: Hash): Buffer {
  nodeMessage.set(left, 1);
  nodeMessage.set(right, 33);
  return sha256(nodeMessage);
}

/** The root over neighbouring hashes of one level, at least one: pairs from the left, and what is left over goes up as it is. */
export function rootOver(hashes: readonly Hash[]): Hash {
  let level = hashes;
  while (level.length > 1) {
    const above: Hash[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]];
      if (left !== undefined) above.push(right === undefined ? left : nodeHashOf(left, right));
    }
    level = above;
  }
  const [root] = level;
  if (root === undefined) throw new RangeError('there is no root over no hashes');
  return root;
}
