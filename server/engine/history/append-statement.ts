import type { QueryConfig } from 'pg';
import type { RecordedEvent } from '../../core/event.js';
import { format } from '../../../shared/money.js';
import { bytesArray, jsonArray, plainArray, textArray } from './array-literal.js';
import type { EventRow } from './codec.js';
import type { Batch, SealedDue } from './event-store.js';
import { packed } from './segment-body.js';
import type { SealedSegment } from './segment-signer.js';

/** The row of `segments` whose columns begin at $27. Without events there is none. */
const SEGMENT = `ROW($1::text, $27::bigint, $28::text, $29::bigint, $30::bigint, $2::bigint, $31::bigint, $32::bigint,
  $33::bytea, $34::bytea, $35::bytea, $4::bytea, $36::bigint, $37::text, $38::text, $39::bytea)::segments`;
const APPEND = `SELECT append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
  ${SEGMENT}, $26::bytea)`;
const FIRST_OF_DUE = 40;

/** Stores commands for later whose seven columns begin at that parameter. A second one with the same id changes nothing. */
export const scheduling = (first: number): string =>
  `INSERT INTO due_commands (realm, id, due_at, type, data, actor, correlation, causation, seal)
     SELECT $1, d.id, d.due_at, d.type, d.data, 'timer', d.correlation, d.causation, d.seal
       FROM unnest($${first}::text[], $${first + 1}::bigint[], $${first + 2}::text[], $${first + 3}::text[],
         $${first + 4}::text[], $${first + 5}::text[], $${first + 6}::text[])
         AS d(id, due_at, type, data, correlation, causation, seal)
     ON CONFLICT (realm, id) DO NOTHING`;
/** One statement, so that neither events nor timers are there without the other. Few appends have timers. */
const APPEND_WITH_DUE = `WITH due AS (${scheduling(FIRST_OF_DUE)}) ${APPEND}`;

/** The one statement of an append. */
export function appendStatement(
  batch: Batch,
  rows: readonly EventRow[],
  segment: SealedSegment | undefined,
  due: readonly SealedDue[],
): QueryConfig {
  const { realm, leaseEpoch, after } = batch;
  const values = [
    ...[realm, leaseEpoch, after.position, bytes(rows.at(-1)?.hash ?? after.hash)],
    ...eventColumns(rows),
    ...postingColumns(batch.events),
    textArray(batch.answers.map((answer) => answer.key)),
    plainArray(batch.answers.map((answer) => answer.position)),
    jsonArray(batch.answers.map((answer) => answer.answer)),
    textArray(batch.answers.map((answer) => answer.fingerprint)),
    bytes(segment?.header ?? after.header),
    ...segmentColumns(segment),
  ];
  if (due.length === 0) return { name: 'append', text: APPEND, values };
  return { name: 'append-with-due', text: APPEND_WITH_DUE, values: [...values, ...dueColumns(due)] };
}

export function dueColumns(due: readonly SealedDue[]): string[] {
  return [
    textArray(due.map(({ id }) => id)),
    plainArray(due.map(({ dueAt }) => dueAt)),
    textArray(due.map(({ type }) => type)),
    jsonArray(due.map(({ data }) => data)),
    textArray(due.map(({ cause }) => cause?.correlation ?? null)),
    textArray(due.map(({ cause }) => cause?.causation ?? null)),
    textArray(due.map(({ seal }) => seal)),
  ];
}

function eventColumns(rows: readonly EventRow[]): string[] {
  return [
    textArray(rows.map((row) => row.stream)),
    plainArray(rows.map((row) => row.version)),
    textArray(rows.map((row) => row.type)),
    plainArray(rows.map((row) => row.schema)),
    plainArray(rows.map((row) => row.at)),
    textArray(rows.map((row) => row.actor)),
    textArray(rows.map((row) => row.correlation)),
    textArray(rows.map((row) => row.causation)),
    jsonArray(rows.map((row) => row.data)),
    jsonArray(rows.map((row) => row.postings)),
    bytesArray(rows.map((row) => row.command)),
    bytesArray(rows.map((row) => row.hash)),
  ];
}

function postingColumns(events: readonly RecordedEvent[]): string[] {
  const positions: number[] = [];
  const lines: number[] = [];
  const accounts: string[] = [];
  const assets: string[] = [];
  const amounts: string[] = [];
  for (const event of events) {
    let line = 0;
    for (const posting of event.postings ?? []) {
      positions.push(event.position);
      lines.push(line++);
      accounts.push(posting.account);
      assets.push(posting.asset);
      amounts.push(format(posting.amount));
    }
  }
  return [plainArray(positions), plainArray(lines), textArray(accounts), textArray(assets), plainArray(amounts)];
}

function segmentColumns(segment: SealedSegment | undefined): unknown[] {
  if (segment === undefined) return new Array<null>(13).fill(null);
  const { number, instance, first, count, rules, house, previous, lines, at, restored, keyId, signature } = segment;
  const place = [number, instance, first, count, rules, house.position, bytes(house.hash), bytes(previous)];
  return [...place, packed(lines), at, restored, keyId, signature];
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}
