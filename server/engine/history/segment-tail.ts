import type { Pool } from 'pg';
import { chainHash, genesisHash, HASHED_COLUMNS, type EventRow } from './codec.js';
import { signedBy } from './checkpoint-key.js';
import type { Head } from './event-store.js';
import { UnreadableHeads } from './kept-heads.js';
import { HOUSE_REALM, NO_HEAD, NO_SEGMENT, RULES_VERSION, segmentHash, segmentText, type KeptHead } from './segment.js';
import { SEGMENT_COLUMNS, storedSegment, type SegmentRow, type StoredSegment } from './stored-segment.js';
import type { SegmentSigner } from './segment-signer.js';

const PAGE = 500;
/** A server that stood by may know a head of long ago: the audit reads what lies between. */
const READ_MOST = 2_000;
const EVENTS_PAGE = 5_000;

interface TailParts {
  readonly pool: Pool;
  readonly signer: SegmentSigner;
  readonly instance: string;
}

/**
 * Reads the end of a realm's history from the newest segment that is kept outside the database: what is wrong with it, in words. Only a
 * history that this installation's key has signed to its end is gone on with. The house realm is read from its beginning, since every
 * realm decides by its policies.
 */
export async function tailProblem(parts: TailParts, realm: string, head: Head): Promise<string | undefined> {
  const { pool, signer } = parts;
  const lost = await keptProblem(parts, (asked) => signer.kept(asked), realm, head);
  if (lost !== undefined && !signer.mayRestore(realm, { kept: lost.kept, from: head.header }))
    return `${lost.what}. Where this database was put in place on purpose: npm run restore -- --reason "<why>"`;
  const number = lost === undefined ? signer.kept(realm)?.number : undefined;
  const from = Math.max(number ?? head.segment, head.segment - READ_MOST + 1);
  let last: StoredSegment | undefined;
  for (let after = from - 1; after < head.segment; after = last?.number ?? head.segment) {
    const page = await readSegments(pool, realm, after);
    if (page.length === 0) break;
    for (const segment of page) {
      const problem = segmentProblem(parts, segment, last) ?? (await rowsProblem(pool, segment));
      if (problem !== undefined) return `segment ${segment.number}, from position ${segment.first}: ${problem}`;
      last = segment;
    }
  }
  const stray = (await strayProblem(pool, realm, head)) ?? endProblem(head, last);
  return stray ?? (realm === HOUSE_REALM ? wholeProblem(pool, realm, head) : undefined);
}

/** What a history lacks of what is kept outside the database, and what would be given up by going on. */
export async function keptProblem(
  { pool, instance }: Pick<TailParts, 'pool' | 'instance'>,
  keptOf: (realm: string) => KeptHead | undefined,
  realm: string,
  head: Head,
): Promise<{ what: string; kept: KeptHead } | undefined> {
  let kept: KeptHead | undefined;
  try {
    kept = keptOf(realm);
  } catch (error) {
    if (error instanceof UnreadableHeads) return { what: error.message, kept: NO_HEAD };
    throw error;
  }
  if (kept === undefined) return undefined;
  const { number, position } = kept;
  if (kept.instance !== instance)
    return { kept, what: `the database is of another installation than segment ${number}, up to position ${position}` };
  if (number > head.segment)
    return {
      kept,
      what: `the database is older than what was signed: it ends with segment ${head.segment} at position ${head.position}, and segment ${number} ended at ${position}`,
    };
  if ((await headerOf(pool, realm, number)) === kept.header) return undefined;
  return { kept, what: `segment ${number}, up to position ${position}: it is not what was signed` };
}

function segmentProblem(parts: TailParts, segment: StoredSegment, before?: StoredSegment): string | undefined {
  const { key } = parts.signer;
  if (segment.instance !== parts.instance) return 'it is of another installation';
  if (segment.keyId !== key.keyId) return `it is signed with ${segment.keyId}, which is not this server's key`;
  if (!signedBy(key.publicKey)(segmentText(segment), segment.signature)) return 'its signature is not right';
  if (segment.rules > RULES_VERSION)
    return `it was decided by the rules ${segment.rules}, and this program knows them up to ${RULES_VERSION}`;
  if (before === undefined) return undefined;
  if (segment.number !== before.number + 1) return `segment ${before.number + 1} is missing`;
  if (segment.previous !== segmentHash(before)) return 'it does not follow the one before it';
  return segment.first === before.first + before.count ? undefined : 'its events do not follow those before them';
}

/** The events of a segment lead from the hash before them to the one that it signed. */
async function rowsProblem(pool: Pool, { realm, first, count, head }: StoredSegment): Promise<string | undefined> {
  const { rows } = await pool.query<EventRow>(
    `SELECT ${HASHED_COLUMNS} FROM events WHERE realm = $1 AND position >= $2 AND position < $3 ORDER BY position`,
    [realm, first - 1, first + count],
  );
  const before = first === 1 ? undefined : rows.shift();
  let hash = before?.hash ?? genesisHash(realm);
  for (const row of rows) hash = chainHash(hash, row);
  return rows.length === count && hash === head ? undefined : 'its events are not what was signed';
}

/** The events from the first on lead to the head, which is signed. */
async function wholeProblem(pool: Pool, realm: string, head: Head): Promise<string | undefined> {
  let hash = genesisHash(realm);
  for (let after = 0; after < head.position;) {
    const { rows } = await pool.query<EventRow>(
      `SELECT ${HASHED_COLUMNS} FROM events WHERE realm = $1 AND position > $2 ORDER BY position LIMIT ${EVENTS_PAGE}`,
      [realm, after],
    );
    for (const row of rows) {
      const next = chainHash(hash, row);
      if (next !== row.hash || row.position !== after + 1)
        return `the event at position ${after + 1} is not what was signed`;
      hash = next;
      after = row.position;
    }
    if (rows.length === 0) return `the events from ${after + 1} on are missing`;
  }
  return hash === head.hash ? undefined : `the events up to position ${head.position} are not what was signed`;
}

/** With the database alone one can add a row, and no segment to it. */
async function strayProblem(pool: Pool, realm: string, head: Head): Promise<string | undefined> {
  const { rows } = await pool.query<{ events: number | null; segments: number | null }>(
    `SELECT (SELECT max(position) FROM events WHERE realm = $1) AS events,
       (SELECT max(number) FROM segments WHERE realm = $1) AS segments`,
    [realm],
  );
  const [last] = rows;
  if ((last?.events ?? 0) > head.position) return `events stand behind the head, from position ${head.position + 1}`;
  return (last?.segments ?? 0) > head.segment ? `segments stand behind the head, from ${head.segment + 1}` : undefined;
}

function endProblem(head: Head, last: StoredSegment | undefined): string | undefined {
  if (last === undefined) {
    if (head.position === 0 && head.segment === 0 && head.header === NO_SEGMENT) return undefined;
    return `no segment covers the events from ${head.segment === 0 ? 1 : head.position} on`;
  }
  const end = last.first + last.count - 1;
  if (end < head.position) return `no segment covers the events from ${end + 1} on`;
  if (end > head.position || last.head !== head.hash || segmentHash(last) !== head.header)
    return `the head at position ${head.position} is not what was signed`;
  return undefined;
}

/** Of a segment as it stands there; `undefined` where it is missing. */
async function headerOf(pool: Pool, realm: string, number: number): Promise<string | undefined> {
  const [segment] = await readSegments(pool, realm, number - 1, 1);
  return segment?.number === number ? segmentHash(segment) : undefined;
}

async function readSegments(pool: Pool, realm: string, after: number, most = PAGE): Promise<StoredSegment[]> {
  const { rows } = await pool.query<SegmentRow>(
    `SELECT ${SEGMENT_COLUMNS} FROM segments WHERE realm = $1 AND number > $2 ORDER BY number LIMIT $3`,
    [realm, after, most],
  );
  return rows.map(storedSegment);
}
