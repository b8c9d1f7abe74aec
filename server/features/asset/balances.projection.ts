import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

const MINUTE_MS = 60_000;
/**
 * What is summed up, in minutes: days, so that a balance of long ago is a few rows however often it moved; quarters of an
 * hour, because every time zone's days begin at one.
 */
export const SUMMED_MINUTES = { day: 1440, quarter: 15 } as const;

/** When the span of so many minutes began that an instant lies in. */
export function spanStart(at: number, minutes: number): number {
  return at - (at % (minutes * MINUTE_MS));
}

/** What a span of time changed in a balance, by the type of the events that did it. */
export const accountSums = new ReadTable('account_sums', {
  realm: { type: 'text', merge: 'key' },
  owner_id: { type: 'text', merge: 'key' },
  minutes: { type: 'count', merge: 'key' },
  start: { type: 'instant', merge: 'key' },
  space: { type: 'text', merge: 'key' },
  bucket: { type: 'text', merge: 'key' },
  asset: { type: 'text', merge: 'key' },
  event_type: { type: 'text', merge: 'key' },
  amount: { type: 'amount', merge: 'sum' },
  postings: { type: 'count', merge: 'sum' },
  first_position: { type: 'count', merge: 'first' },
  last_position: { type: 'count', merge: 'last' },
});

/** What holds a frozen amount, by the stream that froze it; released to the last digit, its row says 0. */
export const accountHolds = new ReadTable('account_holds', {
  realm: { type: 'text', merge: 'key' },
  owner_id: { type: 'text', merge: 'key' },
  space: { type: 'text', merge: 'key' },
  asset: { type: 'text', merge: 'key' },
  stream: { type: 'text', merge: 'key' },
  amount: { type: 'amount', merge: 'sum' },
  since: { type: 'instant', merge: 'first' },
  last_position: { type: 'count', merge: 'last' },
});

export const balancesProjection: Projection = {
  name: 'balances',
  realms: ['demo', 'real'],
  tables: [accountSums, accountHolds],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { realm, position, postings, at, type, stream } = event;
    for (const posting of postings ?? []) {
      if (!posting.account.startsWith('user/')) continue;
      const [, owner = '', space = '', bucket = ''] = posting.account.split('/');
      const { asset, amount } = posting;
      const of = { realm, owner_id: owner, space, asset };
      for (const minutes of Object.values(SUMMED_MINUTES)) {
        const span = { minutes, start: spanStart(at, minutes), bucket, event_type: type };
        const counted = { amount, postings: 1, first_position: position, last_position: position };
        rows.upsert(accountSums, { ...of, ...span, ...counted });
      }
      if (bucket !== 'frozen') continue;
      rows.upsert(accountHolds, { ...of, stream, amount, since: at, last_position: position });
    }
  },
};
