import type { EventRow } from '../../contracts/staff-history.contract.js';
import { sha256Hex, type Check } from '../../shared/commitment.js';

/** The text that an event's hash covers: the previous hash and every field, one a line, as the event store writes it. */
export function hashedText(event: Omit<EventRow, 'id' | 'hash'>): string {
  const { previousHash, realm, position, stream, version, type, schema, at, actor } = event;
  const postings = event.postings.map(({ account, asset, amount }) => [account, asset, amount]);
  const lines = [previousHash, realm, position, stream, version, type, schema, at, actor];
  lines.push(event.correlation, event.causation, event.command);
  return [...lines, JSON.stringify(event.data), postings.length === 0 ? '' : JSON.stringify(postings)].join('\n');
}

/** The server puts this in place of personal fields; the hash covers the original text. */
const MASK = '•••';

export function isMasked(event: Pick<EventRow, 'data'>): boolean {
  return JSON.stringify(event.data).includes(MASK);
}

/** Whether the event still has the hash that it was written with: recomputed here, from what the screen shows. */
export async function checkEventHash(event: EventRow): Promise<Check> {
  const computed = await sha256Hex(new TextEncoder().encode(hashedText(event)));
  return { computed, expected: event.hash, equal: computed === event.hash };
}
