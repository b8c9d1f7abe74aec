import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every posting to an account of a user, as a line of his account record. */
export const accountRecords = new ReadTable('account_records', {
  realm: { type: 'text', merge: 'key' },
  owner_id: { type: 'text', merge: 'key' },
  position: { type: 'count', merge: 'key' },
  line: { type: 'count', merge: 'key' },
  space: { type: 'text', merge: 'first' },
  bucket: { type: 'text', merge: 'first' },
  asset: { type: 'text', merge: 'first' },
  amount: { type: 'amount', merge: 'first' },
  at: { type: 'instant', merge: 'first' },
  event_type: { type: 'text', merge: 'first' },
  reference: { type: 'text', merge: 'first' },
});

/** How often each account was posted to, so that the console need not count. */
export const ledgerActivity = new ReadTable('ledger_activity', {
  realm: { type: 'text', merge: 'key' },
  account: { type: 'text', merge: 'key' },
  asset: { type: 'text', merge: 'key' },
  postings: { type: 'count', merge: 'sum' },
  last_position: { type: 'count', merge: 'last' },
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
      rows.upsert(ledgerActivity, { realm, account, asset, postings: 1, last_position: position });
      if (!account.startsWith('user/')) continue;
      const [, owner = '', space = '', bucket = ''] = account.split('/');
      const told = { at: event.at, event_type: event.type, reference };
      rows.insert(accountRecords, { realm, owner_id: owner, position, line, space, bucket, asset, amount, ...told });
    }
  },
};

/** What a movement belongs to: the trade, else the order, else the stream that it happened in. */
function referenceOf(event: RecordedEvent): string {
  const data = event.data as Partial<Record<'tradeId' | 'orderId' | 'reference', unknown>> | null;
  for (const value of [data?.tradeId, data?.orderId, data?.reference]) if (typeof value === 'string') return value;
  return event.stream;
}
