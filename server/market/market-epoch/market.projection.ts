import type { RecordedEvent } from '../../core/event.js';
import { beaconFacts, type BeaconFacts } from './market-epoch.views.js';
import type { MarketEpochEvent } from './market-epoch.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, orNull, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** What was promised before each price epoch, and what was shown after it. */
const epochs = new ReadTable('epochs', {
  epoch: key.count,
  startsAt: first.instant,
  endsAt: first.instant,
  commitment: first.text,
  beacon: first.text,
  source: first.textOf<BeaconFacts['source']>(),
  drandChain: orNull(first.text),
  drandRound: orNull(first.count),
  withoutDrand: orNull(first.textOf<NonNullable<BeaconFacts['withoutDrand']>>()),
  lateMs: first.count,
  committedPosition: first.count,
  seed: orNull(last.text),
  revealedPosition: orNull(last.count),
});

export const marketProjection: Projection = {
  name: 'market',
  realms: ['house'],
  tables: [epochs],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const fact = event as MarketEpochEvent;
    if (fact.type === 'EpochCommitted') {
      const { epoch, startsAt, endsAt, lateMs, commitment, beacon, entropy } = fact.data;
      rows.insert(epochs, {
        epoch,
        startsAt,
        endsAt,
        lateMs,
        commitment,
        beacon,
        ...beaconFacts(entropy),
        committedPosition: event.position,
        seed: null,
        revealedPosition: null,
      });
    } else if (fact.type === 'EpochRevealed') {
      rows.update(epochs, { epoch: fact.data.epoch, seed: fact.data.seed, revealedPosition: event.position });
    }
  },
};
