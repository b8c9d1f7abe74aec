import { leafHash, type Hash } from './merkle.js';
import { sha256 } from './sha256.js';

const TAG = new TextEncoder().encode('glassbook/log-entry/1\n');

/**
 * What is hashed into the entry that a public log has of an event. The salt has 32 bytes: without it nobody can tell the entry of one
 * event from that of another. `eventHash` is the hash of the chain, which covers the event, its command and all before.
 */
export function entryMessage(salt: Uint8Array, eventHash: Hash): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(TAG.length + salt.length + eventHash.length);
  message.set(TAG);
  message.set(salt, TAG.length);
  message.set(eventHash, TAG.length + salt.length);
  return message;
}

/** The leaf of the tree that an event has, for whom its salt was given to. */
export function eventLeaf(salt: Uint8Array, eventHash: Hash): Hash {
  return leafHash(sha256(entryMessage(salt, eventHash)));
}
