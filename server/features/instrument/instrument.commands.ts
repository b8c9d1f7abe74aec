import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';

/** Lists what the catalogue does not have yet; what it has stays as it is. */
export interface ListInstruments {
  readonly specs: readonly InstrumentSpec[];
}

/** Replaces an instrument's specification by a new version. */
export interface ReviseInstrument {
  readonly spec: InstrumentSpec;
}
