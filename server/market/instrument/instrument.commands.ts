import { z } from 'zod';
import { instrumentSpec, type InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { HouseCommand } from '../../core/command.js';

const listInstruments = z.object({ specs: z.array(instrumentSpec) });

/** Lists what the catalogue does not have yet; what it has stays as it is. */
export class ListInstruments extends HouseCommand<
  { readonly specs: readonly InstrumentSpec[] },
  { readonly listed: number }
> {
  static readonly type = 'ListInstruments';
  static readonly schema = listInstruments;
}

const reviseInstrument = z.object({ spec: instrumentSpec });

/** Replaces an instrument's specification by a new version. */
export class ReviseInstrument extends HouseCommand<{ readonly spec: InstrumentSpec }, null> {
  static readonly type = 'ReviseInstrument';
  static readonly schema = reviseInstrument;
}
