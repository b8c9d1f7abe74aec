import type { PoolClient } from 'pg';
import { DRAND_QUICKNET } from '../../contracts/market.contract.js';
import { genesisHash } from '../engine/history/codec.js';
import { wrongInRound } from '../market/drand/drand.rules.js';
import { beaconOf, entropyOf, latenessMs, type Heads } from '../market/market-epoch/beacon.rules.js';
import type { EpochCommitted } from '../market/market-epoch/market-epoch.events.js';
import { COMMIT_AHEAD_MS } from '../market/simulator/epochs.js';
import type { MarketDifference } from './market.check.js';

/** A commitment with its instant, the heads of the one before, and the seed once it is revealed. */
export interface Promised extends EpochCommitted {
  readonly promisedAt: number;
  readonly headsBefore: Heads;
  readonly seed: string | null;
}

/**
 * A head may have been followed by an event this long before the commitment that names it: what is written at the same moment.
 * Not asked of a late one, because a machine that slept may go on with what it was writing hours before.
 */
const HEAD_AGE_MAX_MS = 60_000;

/** Recomputes a beacon, where it is said to be from, and when it came. What is no difference and should be known becomes a note. */
export async function auditPromise(
  client: PoolClient,
  promised: Promised,
  notes: string[],
): Promise<MarketDifference[]> {
  const { epoch, heads, promisedAt, lateMs } = promised;
  const differences = wrongFacts(promised).map(([expected, found]): MarketDifference => ({
    what: 'beacon',
    epoch,
    expected,
    found,
  }));
  for (const [realm, head] of Object.entries(heads)) {
    const next = await eventAfter(client, realm, head, promisedAt);
    if (next === 'none' || (next !== 'no such head' && (lateMs > 0 || next > promisedAt - HEAD_AGE_MAX_MS))) continue;
    const wanted = `the head of ${realm} at ${new Date(promisedAt).toISOString()}`;
    differences.push({ what: 'beacon', epoch, realm, expected: wanted, found: head });
  }
  notes.push(...notesOf(promised));
  return differences;
}

/** Expected and found, each in words. */
function wrongFacts({ epoch, startsAt, promisedAt, lateMs, beacon, entropy, heads, headsBefore }: Promised) {
  const earliest = startsAt - COMMIT_AHEAD_MS;
  const found = entropy.source === 'drand' ? entropy.drand : entropy.withoutDrand;
  const facts: [expected: string, found: string][] = [
    [beaconOf(epoch, entropy, heads), beacon],
    [`source ${entropyOf(found, heads, headsBefore).source}`, `source ${entropy.source}`],
    [`${latenessMs(promisedAt, startsAt)} ms late`, `${lateMs} ms late`],
  ];
  if (entropy.source === 'drand') facts.push(...wrongInRound(entropy.drand, earliest));
  if (promisedAt < earliest)
    facts.push([`committed from ${new Date(earliest).toISOString()} on`, new Date(promisedAt).toISOString()]);
  return facts.filter(([expected, found]) => expected !== found);
}

function notesOf({ epoch, lateMs, entropy }: Promised): string[] {
  const notes: string[] = [];
  if (lateMs > 0) {
    const minutes = Math.round(lateMs / 60_000);
    notes.push(`epoch ${epoch} was promised ${minutes} minutes after it began: only the anchor bound its seed before`);
  }
  if (entropy.source === 'none')
    notes.push(`epoch ${epoch} has a beacon with nothing new but its number: the operator could compute it before`);
  if (entropy.source === 'drand' && entropy.drand.chain.hash !== DRAND_QUICKNET)
    notes.push(`epoch ${epoch} has its beacon from the drand chain ${entropy.drand.chain.hash}: find out who runs it`);
  if (entropy.source !== 'drand' && entropy.withoutDrand !== 'off')
    notes.push(`epoch ${epoch} has no beacon from drand, whose answer was ${entropy.withoutDrand}, says the operator`);
  return notes;
}

/** When the event came that follows a hash in its history. */
async function eventAfter(client: PoolClient, realm: string, hash: string, at: number) {
  const position = hash === genesisHash(realm) ? 0 : await positionOf(client, realm, hash, at);
  if (position === undefined) return 'no such head';
  return (await atOf(client, realm, position + 1)) ?? 'none';
}

/** The position of a hash that is one of the last events before an instant. */
async function positionOf(client: PoolClient, realm: string, hash: string, at: number): Promise<number | undefined> {
  let low = 0;
  let high =
    (await client.query('SELECT max(position) AS last FROM events WHERE realm = $1', [realm])).rows[0]?.last ?? 0;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (((await atOf(client, realm, middle)) ?? Infinity) <= at) low = middle;
    else high = middle - 1;
  }
  const { rows } = await client.query<{ position: number }>(
    `SELECT position FROM events WHERE realm = $1 AND position > $2 AND position <= $3 AND hash = decode($4, 'hex')`,
    [realm, low - EVENTS_LOOKED_AT, low, hash],
  );
  return rows[0]?.position;
}

/** Far more than a minute brings. */
const EVENTS_LOOKED_AT = 100_000;

async function atOf(client: PoolClient, realm: string, position: number): Promise<number | undefined> {
  const { rows } = await client.query<{ at: number }>('SELECT at FROM events WHERE realm = $1 AND position = $2', [
    realm,
    position,
  ]);
  return rows[0]?.at;
}
