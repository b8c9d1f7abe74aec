import { handle } from '../../core/command.js';
import { isRefusal } from '../../core/refusal.js';
import { ListInstruments, ReviseInstrument } from './instrument.commands.js';
import { decideList, decideRevise, instrumentKind } from './instrument.decider.js';

export const instrumentHandlers = [
  handle(ListInstruments, {
    realms: ['house'],
    scope: ({ specs }) => ({ streams: specs.map(({ symbol }) => [instrumentKind, symbol] as const) }),
    decide: (view, { specs }) => {
      const states = specs.map(({ symbol }) => view.state(instrumentKind, symbol));
      const events = decideList(states, specs);
      return { events, answer: { listed: events.length } };
    },
  }),
  handle(ReviseInstrument, {
    realms: ['house'],
    scope: ({ spec }) => ({ streams: [[instrumentKind, spec.symbol]] }),
    decide: (view, { spec }) => {
      const events = decideRevise(view.state(instrumentKind, spec.symbol), spec);
      return isRefusal(events) ? events : { events, answer: null };
    },
  }),
];
