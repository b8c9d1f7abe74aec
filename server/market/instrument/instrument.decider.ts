import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { StreamKind } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { InstrumentVersion } from './instrument.events.js';

/** The newest version, or `null` before the listing. */
type InstrumentState = InstrumentVersion | null;

export const instrumentKind: StreamKind<InstrumentState> = {
  name: 'instrument',
  initial: () => null,
  evolve: (_, event) => event.data as InstrumentVersion,
};

export function decideList(states: readonly InstrumentState[], specs: readonly InstrumentSpec[]): NewEvent[] {
  return specs
    .filter((_, index) => states[index] === null)
    .map((spec) => newEvent('InstrumentListed', { version: 1, spec }));
}

/** The base and quote of a symbol never change: they are what people own. */
export function decideRevise(state: InstrumentState, spec: InstrumentSpec): NewEvent[] | Refusal {
  if (state === null) return refuse('market.symbol-unknown', { symbol: spec.symbol });
  if (JSON.stringify(state.spec) === JSON.stringify(spec)) return [];
  return [newEvent('InstrumentRevised', { version: state.version + 1, spec })];
}

function newEvent(type: string, data: InstrumentVersion): NewEvent {
  return { stream: `instrument-${data.spec.symbol}`, type, schema: 1, data };
}
