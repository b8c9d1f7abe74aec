import type { PositionSide } from '../../../../shared/margin.js';
import { amount, ZERO } from '../../../../shared/money.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { Projection } from '../../../engine/projections/projection.js';
import { first, key, ReadTable, type RowOf } from '../../../engine/projections/read-table.js';
import type { RowBatch } from '../../../engine/projections/row-batch.js';
import type { InsuranceEvent } from './insurance.events.js';

/** Everything that moved the insurance fund, in USDT. A grant has no contract. */
export const insuranceFund = new ReadTable('insurance_fund', {
  realm: key.text,
  /** Where in the history it moved. */
  position: key.count,
  at: first.instant,
  amount: first.amount,
  balance: first.amount,
  /** What a grant raised all grants to; 0 of a liquidation. */
  granted: first.amount,
  symbol: first.text,
  side: first.textOf<PositionSide | ''>(),
  lots: first.count,
  price: first.amount,
  markPrice: first.amount,
});
export type InsuranceRow = RowOf<typeof insuranceFund>;

const GRANT = { symbol: '', side: '', lots: 0, price: ZERO, markPrice: ZERO } as const;

export const insuranceProjection: Projection = {
  name: 'insurance_fund',
  realms: ['demo', 'real'],
  tables: [insuranceFund],
  apply(rows: RowBatch, event: RecordedEvent): void {
    if (!event.stream.startsWith('insurance-')) return;
    const { type, data, realm, position, at } = event as InsuranceEvent;
    const moved = { realm, position, at, amount: amount(data.amount), balance: amount(data.balance) };
    if (type === 'InsuranceFundGranted')
      return rows.insert(insuranceFund, { ...moved, ...GRANT, granted: amount(data.granted) });
    const { symbol, side, lots, price, markPrice } = data;
    const taken = { symbol, side, lots, price: amount(price), markPrice: amount(markPrice) };
    rows.insert(insuranceFund, { ...moved, ...taken, granted: ZERO });
  },
};
