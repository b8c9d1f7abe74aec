import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import { factOf, type BookKind } from '../venue/book.state.js';
import { hasMarks, type Product } from '../venue/product.settlement.js';
import { addBeatImpact, addBeatTrade, beatImpacts, beatTrades } from '../venue/trace.tables.js';

/** What users left in the books of contracts, beat by beat: candles of the mark price follow it. */
export function traceProjection(kinds: readonly BookKind[]): Projection {
  const products = new Map(kinds.flatMap(({ name, product }) => (hasMarks(product) ? [[name, product]] : [])));
  return {
    name: 'book-traces',
    realms: ['demo', 'real'],
    tables: [beatTrades, beatImpacts],
    apply(rows: RowBatch, event: RecordedEvent): void {
      const product = products.get(event.stream.slice(0, event.stream.indexOf('-')));
      if (product !== undefined) applyIn(rows, product, event);
    },
  };
}

function applyIn(rows: RowBatch, product: Product, event: RecordedEvent): void {
  const { type, data } = factOf(product, event);
  switch (type) {
    case 'OrderMatched':
      return addBeatTrade(rows, event, data);
    case 'ImpactRecorded':
      return addBeatImpact(rows, event, data.symbol, data.impact);
    case 'BookOpened':
      return addBeatImpact(rows, event, data.spec.symbol, null);
    case 'OrdersSplit':
      return addBeatImpact(rows, event, data.symbol, null);
    default:
      return;
  }
}
