import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../core/event.js';
import { decisionsProjection } from './decisions.projection.js';
import type { Row } from '../engine/projections/read-table.js';
import type { RowBatch } from '../engine/projections/row-batch.js';

const cap = { name: 'risk.caps', version: 3, inputs: { class: 'balanced', cap: '50000' } };
const rules = { name: 'loan.rules', version: 1, inputs: { days: 30 } };

function rowsOf(data: unknown): Row[] {
  const rows: Row[] = [];
  const batch = { insert: (_: unknown, row: Row) => void rows.push(row) } as unknown as RowBatch;
  const event = { realm: 'real', position: 7, at: 5, type: 'LoanGranted', data } as RecordedEvent;
  decisionsProjection.apply(batch, event);
  return rows;
}

describe('a decision', () => {
  const shared = { realm: 'real', position: 7, user_id: 'real-1', at: 5, event_type: 'LoanGranted' };

  it('is every event that names its user and the policies it followed, a row each', () => {
    expect(rowsOf({ userId: 'real-1', policy: rules, policies: [cap] })).toEqual([
      { ...shared, line: 0, name: 'loan.rules', version: 1, inputs: '{"days":30}' },
      { ...shared, line: 1, name: 'risk.caps', version: 3, inputs: '{"class":"balanced","cap":"50000"}' },
    ]);
  });

  it.each([
    ['names no user', { policy: cap }],
    ['names no policy', { userId: 'real-1' }],
    ['followed none', { userId: 'real-1', policy: null, policies: [] }],
    ['has a policy that is only a name', { userId: 'real-1', policy: 'spot.rules' }],
    ['says nothing', null],
  ])('is no event that %s', (_, data) => {
    expect(rowsOf(data)).toEqual([]);
  });
});
