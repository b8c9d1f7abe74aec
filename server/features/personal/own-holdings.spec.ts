import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { ImageTable } from './image-table.js';
import { ownHoldings } from './own-holdings.js';

/** Rows that are a moment behind the history: they know the account and its order once they have caught up. */
function lagging(catchesUp: boolean) {
  const seen = new Set<string>();
  const query = (text: string) => {
    if (text.includes('FROM users')) return { rows: seen.has('users') ? [{ owner_id: 'u-1' }] : [] };
    return { rows: [{ count: seen.has('users') && seen.has('orders') ? 1 : 0 }] };
  };
  const projections = { upToDate: (name: string) => Promise.resolve(catchesUp && seen.add(name).has(name)) };
  const pool = { query: (text: string) => Promise.resolve(query(text)) } as unknown as Pool;
  const holdings = ownHoldings(pool, {} as ImageTable, projections);
  return holdings.find(({ name }) => name === 'ledger')!.refusal!('u-1');
}

describe('the erasure of a person', () => {
  it('is refused for an order that the rows did not know yet when it was asked for', async () => {
    expect(await lagging(true)).toMatchObject({ refusal: 'person.orders-open', params: { count: 1 } });
  });

  it('waits rather than guesses while the rows are behind', async () => {
    expect(await lagging(false)).toMatchObject({ refusal: 'request.unavailable' });
  });
});
