import { amount, ZERO, type Amount } from '../../../../shared/money.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { Projection } from '../../../engine/projections/projection.js';
import { key, sum, ReadTable, type ChangeOf, type RowOf } from '../../../engine/projections/read-table.js';
import type { RowBatch } from '../../../engine/projections/row-batch.js';
import type { InsuranceEvent } from '../liquidation/insurance.events.js';
import type { PositionEvent, PositionFacts } from './position.events.js';

/** What all users together have open, and have won and paid, in a contract. Quantities in the underlying, amounts in USDT. */
export const contractTotals = new ReadTable('contract_totals', {
  realm: key.text,
  symbol: key.text,
  longQuantity: sum.amount,
  shortQuantity: sum.amount,
  longEntry: sum.amount,
  shortEntry: sum.amount,
  realised: sum.amount,
  funding: sum.amount,
  shortfall: sum.amount,
  fees: sum.amount,
  /** What liquidations left to the insurance fund; below zero it paid. */
  insured: sum.amount,
});
export type ContractTotalsRow = RowOf<typeof contractTotals>;

type Change = ChangeOf<typeof contractTotals>;
/** An upsert names every column of a row that may be new. */
const NOTHING = {
  longQuantity: ZERO,
  shortQuantity: ZERO,
  longEntry: ZERO,
  shortEntry: ZERO,
  realised: ZERO,
  funding: ZERO,
  shortfall: ZERO,
  fees: ZERO,
  insured: ZERO,
} satisfies Change;

export const contractTotalsProjection: Projection = {
  name: 'contract_totals',
  realms: ['demo', 'real'],
  tables: [contractTotals],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { realm, stream } = event;
    const isOf = (kind: string): boolean => stream.startsWith(`${kind}-`);
    const change = isOf('position')
      ? changeOf(event as PositionEvent)
      : isOf('insurance')
        ? insuredBy(event as InsuranceEvent)
        : undefined;
    if (change !== undefined) rows.upsert(contractTotals, { realm, ...NOTHING, ...change });
  },
};

function insuredBy({ type, data }: InsuranceEvent): Change | undefined {
  return type === 'InsuranceFundMoved' ? { symbol: data.symbol, insured: amount(data.amount) } : undefined;
}

function changeOf({ type, data }: PositionEvent): Change | undefined {
  switch (type) {
    case 'PositionOpened':
    case 'PositionIncreased':
      return { ...open(data, amount(data.quantity), amount(data.notional)), fees: amount(data.fee) };
    case 'PositionReduced':
    case 'PositionClosed':
      return closed(data);
    case 'PositionFunded':
    case 'PositionDividend':
      return { symbol: data.symbol, funding: amount(data.paid) };
    case 'PositionSplit':
      return open(data, amount(data.quantity) - amount(data.quantityBefore), ZERO);
    default:
      return undefined;
  }
}

function closed(data: PositionFacts['PositionClosed']): Change {
  const [notional, realised] = [amount(data.notional), amount(data.realised)];
  const cost = data.side === 'long' ? notional - realised : notional + realised;
  return {
    ...open(data, -amount(data.quantity), -cost),
    realised,
    shortfall: amount(data.shortfall),
    funding: amount(data.fundingPaid ?? '0'),
    fees: amount(data.fee),
  };
}

function open(
  { symbol, side }: Pick<PositionFacts['PositionClosed'], 'symbol' | 'side'>,
  quantity: Amount,
  entry: Amount,
) {
  return side === 'long'
    ? { symbol, longQuantity: quantity, longEntry: entry }
    : { symbol, shortQuantity: quantity, shortEntry: entry };
}
