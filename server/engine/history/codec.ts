import { hash } from 'node:crypto';
import type { NewEvent, Posting, RecordedEvent } from '../../core/event.js';
import { amount, format } from '../../../shared/money.js';
import { upcast } from './event-types.js';

/** An event as the `events` table keeps it. `data` and `postings` are the exact texts that the hash covers. */
export interface EventRow {
  readonly realm: string;
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly schema: number;
  readonly at: number;
  readonly actor: string;
  readonly correlation: string;
  readonly causation: string;
  readonly data: string;
  readonly postings: string | null;
  /** The digest of the command that it follows from, see `command-line.ts`. */
  readonly command: string;
  /** Lower-case hexadecimal, 64 characters. */
  readonly hash: string;
}

/** Of the `events` table, as an `EventRow` without its hash has them. */
export const EVENT_COLUMNS =
  'realm, position, stream, version, type, schema, at, actor, correlation, causation, data, postings';
/** All that an `EventRow` has. */
export const HASHED_COLUMNS = `${EVENT_COLUMNS}, encode(command, 'hex') AS command, encode(hash, 'hex') AS hash`;

/** The hash before the first event of a realm. */
export function genesisHash(realm: string): string {
  return hash('sha256', `glassbook/genesis/${realm}`, 'hex');
}

/**
 * SHA-256 over the previous hash and every field, one a line. No field but the last two can hold a line break, and those
 * are JSON, which escapes it; so two different events never give the same text.
 */
export function chainHash(previousHash: string, row: Omit<EventRow, 'hash'>): string {
  const text = `${previousHash}\n${row.realm}\n${row.position}\n${row.stream}\n${row.version}\n${row.type}\n${row.schema}\n${row.at}\n${row.actor}\n${row.correlation}\n${row.causation}\n${row.command}\n${row.data}\n${row.postings ?? ''}`;
  return hash('sha256', text, 'hex');
}

export function encode(event: RecordedEvent, previousHash: string, command: string): EventRow {
  const { realm, position, stream, version, type, schema, at, actor, correlation, causation } = event;
  const data = JSON.stringify(event.data);
  const postings = postingsText(event.postings);
  const row = {
    realm,
    position,
    stream,
    version,
    type,
    schema,
    at,
    actor,
    correlation,
    causation,
    data,
    postings,
    command,
  };
  return { ...row, hash: chainHash(previousHash, row) };
}

/** The event as today's code knows it: an older schema is lifted on the way. */
export function decode(row: Omit<EventRow, 'hash' | 'command'>): RecordedEvent {
  const lifted = upcast(row.type, row.schema, JSON.parse(row.data));
  const event: RecordedEvent = {
    realm: row.realm,
    position: row.position,
    stream: row.stream,
    version: row.version,
    type: row.type,
    schema: lifted.schema,
    at: row.at,
    actor: row.actor,
    correlation: row.correlation,
    causation: row.causation,
    data: lifted.data,
  };
  return row.postings === null ? event : { ...event, postings: decodePostings(row.postings) };
}

export function record(event: NewEvent, place: Omit<RecordedEvent, keyof NewEvent>): RecordedEvent {
  return { ...event, ...place };
}

/** As the row has them; `null` where no value moves. */
export function postingsText(postings: readonly Posting[] | undefined): string | null {
  if (postings === undefined || postings.length === 0) return null;
  return JSON.stringify(postings.map((posting) => [posting.account, posting.asset, format(posting.amount)]));
}

function decodePostings(text: string): Posting[] {
  const lines = JSON.parse(text) as [string, string, string][];
  return lines.map(([account, asset, value]) => ({ account, asset, amount: amount(value) }));
}
