import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** The catalogue, realm `house`, stream `instrument-<symbol>`: what is traded and in which steps, version by version. */
export interface InstrumentVersion {
  /** Counts from 1. */
  readonly version: number;
  readonly spec: InstrumentSpec;
}

export const instrumentEvents = declareEventTypesWith(
  { calendar: 'none' },
  { type: 'InstrumentListed', schema: 1, personal: [] },
  { type: 'InstrumentRevised', schema: 1, personal: [] },
);
