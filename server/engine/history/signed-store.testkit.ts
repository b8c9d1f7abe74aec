import type { Pool } from 'pg';
import { CheckpointKey } from './checkpoint-key.js';
import { EventStore } from './event-store.js';
import { SegmentSigner } from './segment-signer.js';

/** What every store of a test signs with. */
export const testSigner = new SegmentSigner(CheckpointKey.throwaway());

/** A store that signs with the one key of this process: what another wrote before it is foreign to it. */
export function signedStore(pool: Pool): EventStore {
  return new EventStore(pool, testSigner);
}
