import type { RecordedEvent } from '../../core/event.js';
import { declareEventTypes } from '../../engine/history/event-types.js';
import type { Entropy, Heads } from './beacon.rules.js';

/**
 * What was promised of prices and when it was shown, realm `house`, stream `market-epochs`. Seeds, hashes and beacons are
 * 32 bytes in lower-case hex. How prices follow from them: docs/model-card.md.
 */
export interface MarketOpened {
  /** The start of the first epoch. */
  readonly launchAt: number;
  readonly epochMs: number;
  readonly firstEpoch: number;
  /** The hash before the first seed: it binds every seed of the chain. */
  readonly anchor: string;
  /** Of the users' histories at the opening. */
  readonly heads: Heads;
}

export interface EpochCommitted {
  readonly epoch: number;
  readonly startsAt: number;
  readonly endsAt: number;
  /** How long after the epoch began this came, because the server was down; else 0. */
  readonly lateMs: number;
  readonly commitment: string;
  /** Entropy that the operator did not choose when fixing the seeds. */
  readonly beacon: string;
  readonly entropy: Entropy;
  /** Of the users' histories at this moment. */
  readonly heads: Heads;
}

export interface EpochRevealed {
  readonly epoch: number;
  readonly seed: string;
}

export type MarketEpochEvent =
  | RecordedEvent<'MarketOpened', MarketOpened>
  | RecordedEvent<'EpochCommitted', EpochCommitted>
  | RecordedEvent<'EpochRevealed', EpochRevealed>;

export const marketEpochEvents = declareEventTypes(
  { type: 'MarketOpened', schema: 1 },
  { type: 'EpochCommitted', schema: 1 },
  { type: 'EpochRevealed', schema: 1 },
);
