import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, sum, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every posting to an account of a user, as a line of their account record. */
const accountRecords = new ReadTable('account_records', {
  realm: key.text,
  ownerId: key.text,
  position: key.count,
  line: key.count,
  space: first.text,
  bucket: first.text,
  asset: first.text,
  amount: first.amount,
  at: first.instant,
  eventType: first.text,
  reference: first.text,
});

/** How often each account was posted to, so that the console need not count. */
const ledgerActivity = new ReadTable('ledger_activity', {
  realm: key.text,
  account: key.text,
  asset: key.text,
  postings: sum.count,
  lastPosition: last.count,
});

export const ledgerProjection: Projection = {
  name: 'ledger',
  realms: ['demo', 'real'],
  tables: [accountRecords, ledgerActivity],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { realm, position, postings } = event;
    if (postings === undefined) return;
    const reference = referenceOf(event);
    for (let line = 0; line < postings.length; line += 1) {
      const posting = postings[line];
      if (posting === undefined) continue;
      const { account, asset, amount } = posting;
      rows.upsert(ledgerActivity, { realm, account, asset, postings: 1, lastPosition: position });
      if (!account.startsWith('user/')) continue;
      const [, owner = '', space = '', bucket = ''] = account.split('/');
      const cause = { at: event.at, eventType: event.type, reference };
      rows.insert(accountRecords, { realm, ownerId: owner, position, line, space, bucket, asset, amount, ...cause });
    }
  },
};

/** What a movement belongs to: the trade, else the order, else the stream that it happened in. */
function referenceOf(event: RecordedEvent): string {
  const data = event.data as Partial<Record<'tradeId' | 'orderId' | 'reference', unknown>> | null;
  for (const value of [data?.tradeId, data?.orderId, data?.reference]) if (typeof value === 'string') return value;
  return event.stream;
}
