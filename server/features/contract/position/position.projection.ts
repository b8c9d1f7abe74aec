import type { PositionSide } from '../../../../shared/margin.js';
import { amount } from '../../../../shared/money.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { Projection } from '../../../engine/projections/projection.js';
import { first, key, last, sum, ReadTable, type RowOf } from '../../../engine/projections/read-table.js';
import type { RowBatch } from '../../../engine/projections/row-batch.js';
import type { PositionLabel } from '../../../../contracts/contract.contract.js';
import type { PositionEvent, PositionFacts } from './position.events.js';

/** Every position, open and over. What it cost and brought are sums over its fills; quantities in the underlying, amounts in USDT. */
export const positions = new ReadTable('positions', {
  realm: key.text,
  ownerId: key.text,
  symbol: key.text,
  side: key.textOf<PositionSide>(),
  number: key.count,
  userId: first.text,
  openedAt: first.instant,
  openedQuantity: sum.amount,
  openedNotional: sum.amount,
  closedQuantity: sum.amount,
  closedNotional: sum.amount,
  lots: last.count,
  entryNotional: last.amount,
  margin: last.amount,
  fundingIndex: last.amount,
  realised: last.amount,
  fees: last.amount,
  funding: last.amount,
  label: last.textOf<PositionLabel>(),
  closedAt: last.instant,
  /** Where in the history it ended; 0 while it is open. */
  endPosition: last.count,
});
export type PositionRow = RowOf<typeof positions>;

export const positionProjection: Projection = {
  name: 'positions',
  realms: ['demo', 'real'],
  tables: [positions],
  apply(rows: RowBatch, event: RecordedEvent): void {
    if (event.stream.startsWith('position-')) applyPosition(rows, event as PositionEvent);
  },
};

function applyPosition(rows: RowBatch, event: PositionEvent): void {
  switch (event.type) {
    case 'PositionOpened': {
      const { userId } = event.data;
      const begun = { userId, openedAt: event.at, closedQuantity: 0n, closedNotional: 0n, closedAt: 0, endPosition: 0 };
      return rows.insert(positions, { ...moved(event, event.data), ...begun, ...grown(event.data), label: 'open' });
    }
    case 'PositionIncreased':
      return rows.update(positions, { ...moved(event, event.data), ...grown(event.data) });
    case 'PositionReduced':
      return rows.update(positions, { ...moved(event, event.data), ...shrunk(event.data) });
    case 'PositionClosed': {
      const label = event.data.cause === 'liquidation' ? 'liquidated' : 'closed';
      const ended = { label, closedAt: event.at, endPosition: event.position } as const;
      return rows.update(positions, { ...moved(event, event.data), ...shrunk(event.data), ...ended });
    }
    case 'PositionSplit': {
      // What is open counts in new shares; what was closed before stays as it was.
      const more = amount(event.data.quantity) - amount(event.data.quantityBefore);
      return rows.update(positions, { ...moved(event, event.data), openedQuantity: more });
    }
    case 'PositionFunded':
    case 'PositionDividend':
    case 'PositionMarginAdjusted':
      return rows.update(positions, moved(event, event.data));
    default:
  }
}

type Moved = PositionFacts[
  | 'PositionFunded'
  | 'PositionDividend'
  | 'PositionSplit'
  | 'PositionMarginAdjusted'
  | 'PositionOpened'
  | 'PositionClosed'];

function moved({ realm }: RecordedEvent, { ownerId, symbol, side, after }: Moved) {
  return {
    realm,
    ownerId,
    symbol,
    side,
    number: after.number,
    lots: after.lots,
    entryNotional: amount(after.entryNotional),
    margin: amount(after.margin),
    fundingIndex: amount(after.fundingIndex),
    realised: amount(after.realised),
    fees: amount(after.fees),
    funding: amount(after.funding),
  };
}

const grown = ({ quantity, notional }: PositionFacts['PositionOpened']) => ({
  openedQuantity: amount(quantity),
  openedNotional: amount(notional),
});
const shrunk = ({ quantity, notional }: PositionFacts['PositionClosed']) => ({
  closedQuantity: amount(quantity),
  closedNotional: amount(notional),
});
