import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, sum, ReadTable } from '../../engine/projections/read-table.js';
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
const accountSums = new ReadTable('account_sums', {
  realm: key.text,
  ownerId: key.text,
  minutes: key.count,
  start: key.instant,
  space: key.text,
  bucket: key.text,
  asset: key.text,
  eventType: key.text,
  amount: sum.amount,
  postings: sum.count,
  firstPosition: first.count,
  lastPosition: last.count,
});

/** What holds a frozen amount, by the stream that froze it; released to the last digit, its row is 0. */
const accountHolds = new ReadTable('account_holds', {
  realm: key.text,
  ownerId: key.text,
  space: key.text,
  asset: key.text,
  stream: key.text,
  amount: sum.amount,
  since: first.instant,
  lastPosition: last.count,
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
      const of = { realm, ownerId: owner, space, asset };
      for (const minutes of Object.values(SUMMED_MINUTES)) {
        const span = { minutes, start: spanStart(at, minutes), bucket, eventType: type };
        const counted = { amount, postings: 1, firstPosition: position, lastPosition: position };
        rows.upsert(accountSums, { ...of, ...span, ...counted });
      }
      if (bucket !== 'frozen') continue;
      rows.upsert(accountHolds, { ...of, stream, amount, since: at, lastPosition: position });
    }
  },
};
