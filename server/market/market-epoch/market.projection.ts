import type { RecordedEvent } from '../../core/event.js';
import type { MarketEpochEvent } from './market-epoch.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** What was promised before each price epoch, and what was shown after it. */
export const epochs = new ReadTable('epochs', {
  epoch: { type: 'count', merge: 'key' },
  starts_at: { type: 'instant', merge: 'first' },
  ends_at: { type: 'instant', merge: 'first' },
  commitment: { type: 'text', merge: 'first' },
  beacon: { type: 'text', merge: 'first' },
  committed_position: { type: 'count', merge: 'first' },
  seed: { type: 'text', merge: 'last' },
  revealed_position: { type: 'count', merge: 'last' },
});

export const marketProjection: Projection = {
  name: 'market',
  realms: ['house'],
  tables: [epochs],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const fact = event as MarketEpochEvent;
    if (fact.type === 'EpochCommitted') {
      const { epoch, startsAt, endsAt, commitment, beacon } = fact.data;
      const promised = { starts_at: startsAt, ends_at: endsAt, commitment, beacon, committed_position: event.position };
      rows.insert(epochs, { epoch, ...promised, seed: null, revealed_position: null });
    } else if (fact.type === 'EpochRevealed') {
      rows.update(epochs, { epoch: fact.data.epoch, seed: fact.data.seed, revealed_position: event.position });
    }
  },
};
