import type { CommandHandler } from '../../core/decider.js';
import { isRefusal } from '../../core/refusal.js';
import type { ListInstruments, ReviseInstrument } from './instrument.commands.js';
import { decideList, decideRevise, instrumentKind } from './instrument.decider.js';

const listInstruments: CommandHandler<ListInstruments, { listed: number }> = {
  type: 'ListInstruments',
  realms: ['house'],
  touches: ({ specs }) => ({ streams: specs.map(({ symbol }) => [instrumentKind, symbol] as const) }),
  decide: (view, { specs }) => {
    const states = specs.map(({ symbol }) => view.state(instrumentKind, symbol));
    const events = decideList(states, specs);
    return { events, answer: { listed: events.length } };
  },
};

const reviseInstrument: CommandHandler<ReviseInstrument, null> = {
  type: 'ReviseInstrument',
  realms: ['house'],
  touches: ({ spec }) => ({ streams: [[instrumentKind, spec.symbol]] }),
  decide: (view, { spec }) => {
    const events = decideRevise(view.state(instrumentKind, spec.symbol), spec);
    return isRefusal(events) ? events : { events, answer: null };
  },
};

export const instrumentHandlers = [listInstruments, reviseInstrument] as CommandHandler<never, unknown>[];
