import { commandsHash } from './command-line.js';
import { unpacked } from './segment-body.js';
import type { SignedSegment } from './segment.js';

/** A segment as the database has it. */
export interface StoredSegment extends SignedSegment {
  readonly lines: string;
}

/** What `StoredSegment` is read from; `commands` is the hash of the stored lines. */
export const SEGMENT_COLUMNS = `realm, number, instance, first, count, lease_epoch, rules, house_position,
  encode(house_hash, 'hex') AS house_hash, encode(previous, 'hex') AS previous, commands, encode(head, 'hex') AS head, at, restored,
  key_id, signature`;

/** As `SEGMENT_COLUMNS` reads it. */
export interface SegmentRow {
  realm: string;
  number: number;
  instance: string;
  first: number;
  count: number;
  lease_epoch: number;
  rules: number;
  house_position: number;
  house_hash: string;
  previous: string;
  commands: Buffer;
  head: string;
  at: number;
  restored: string;
  key_id: string;
  signature: Buffer;
}

export function storedSegment(row: SegmentRow): StoredSegment {
  const lines = linesOf(row.commands);
  return {
    realm: row.realm,
    number: row.number,
    instance: row.instance,
    first: row.first,
    count: row.count,
    leaseEpoch: row.lease_epoch,
    rules: row.rules,
    house: { position: row.house_position, hash: row.house_hash },
    previous: row.previous,
    commands: commandsHash([lines]),
    lines,
    head: row.head,
    at: row.at,
    restored: row.restored,
    keyId: row.key_id,
    signature: row.signature,
  };
}

/** Bytes that are no packed text are not what was signed. */
function linesOf(stored: Buffer): string {
  try {
    return unpacked(stored);
  } catch {
    return '';
  }
}
