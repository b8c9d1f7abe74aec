import { amount, ZERO } from '../../../../shared/money.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { Projection } from '../../../engine/projections/projection.js';
import { first, key, last, ReadTable, sum } from '../../../engine/projections/read-table.js';
import type { RowBatch } from '../../../engine/projections/row-batch.js';
import type { FundingEvent } from './funding.events.js';
import type { PositionEvent } from '../position/position.events.js';

/** Every funding of a contract, and what its positions paid and received. Amounts in USDT. */
export const fundingRuns = new ReadTable('funding_runs', {
  realm: key.text,
  symbol: key.text,
  dueAt: key.instant,
  /** Of the event that charged it. */
  position: first.count,
  chargedAt: first.instant,
  rate: first.amount,
  premium: first.amount,
  markPrice: first.amount,
  charge: first.amount,
  index: first.amount,
  positions: sum.count,
  paid: sum.amount,
  received: sum.amount,
  shortfall: sum.amount,
  rounding: sum.amount,
  /** When all positions had settled it; 0 before. */
  postedAt: last.instant,
});

const NOTHING_YET = { positions: 0, paid: ZERO, received: ZERO, shortfall: ZERO, rounding: ZERO, postedAt: 0 };

export const fundingRunProjection: Projection = {
  name: 'funding-runs',
  realms: ['demo', 'real'],
  tables: [fundingRuns],
  apply(rows: RowBatch, event: RecordedEvent): void {
    if (event.stream.startsWith('funding-')) ofContract(rows, event as FundingEvent);
    else if (event.type === 'PositionFunded') ofPosition(rows, event as PositionFunded);
  },
};

type PositionFunded = Extract<PositionEvent, { type: 'PositionFunded' }>;

function ofContract(rows: RowBatch, { type, data, realm, position, at }: FundingEvent): void {
  if (type === 'ContractFundingPosted') {
    const { symbol, dueAt } = data;
    return rows.update(fundingRuns, { realm, symbol, dueAt, postedAt: at });
  }
  if (type !== 'ContractFunded') return;
  const { symbol, dueAt } = data;
  const [rate, premium, markPrice] = [amount(data.rate), amount(data.premium), amount(data.markPrice)];
  const charged = { rate, premium, markPrice, charge: amount(data.charge), index: amount(data.index) };
  rows.insert(fundingRuns, { realm, symbol, dueAt, position, chargedAt: at, ...charged, ...NOTHING_YET });
}

function ofPosition(rows: RowBatch, { realm, data }: PositionFunded): void {
  const { symbol, dueAt } = data;
  const paid = amount(data.paid);
  const money = paid < ZERO ? { paid: ZERO, received: -paid } : { paid, received: ZERO };
  const rest = { shortfall: amount(data.shortfall), rounding: amount(data.rounding) };
  rows.update(fundingRuns, { realm, symbol, dueAt, positions: 1, ...money, ...rest });
}
