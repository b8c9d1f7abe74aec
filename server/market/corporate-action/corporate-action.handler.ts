import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { ActionPrices } from '../../core/ports/action-prices.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import { decideRevise, instrumentKind } from '../instrument/instrument.decider.js';
import {
  ApproveCorporateAction,
  EffectCorporateAction,
  ProposeCorporateAction,
  RejectCorporateAction,
  SettleCorporateAction,
  WithdrawCorporateAction,
  type ActionCommand,
} from './corporate-action.commands.js';
import { actionKind, actionTimetable, decideAction, decideEffect } from './corporate-action.decider.js';
import { adjustmentWith } from './corporate-action.rules.js';
import type { CorporateActionEffective } from './corporate-action.events.js';

export function corporateActionHandlers(prices: ActionPrices): AnyCommandHandler[] {
  return [
    changing(ProposeCorporateAction),
    changing(ApproveCorporateAction),
    changing(RejectCorporateAction),
    changing(WithdrawCorporateAction),
    settling,
    effecting(prices),
  ];
}

function changing<Data extends ActionCommand['data'], Answer>(command: CommandClass<Data, Answer>): AnyCommandHandler {
  return handle(command, {
    realms: ['house'],
    scope: ({ symbol }) => ({ streams: [[actionKind, symbol]] }),
    decide: (view, data, meta) => {
      const { symbol, actionId } = data;
      const events = decideAction(view.state(actionKind, symbol), { type: command.type, data } as ActionCommand, meta);
      if (isRefusal(events)) return events;
      return { events, due: dueAfter(actionTimetable, events, meta.at), answer: { symbol, actionId } as Answer };
    },
  });
}

const settling = handle(SettleCorporateAction, {
  realms: ['house'],
  scope: ({ symbol }) => ({ streams: [[actionKind, symbol]] }),
  decide: (view, data, meta) => {
    const events = decideAction(view.state(actionKind, data.symbol), { type: 'SettleCorporateAction', data }, meta);
    return isRefusal(events) ? events : { events, answer: null };
  },
});

/** The new price is part of the catalogue: both are one append. */
const effecting = (prices: ActionPrices): AnyCommandHandler =>
  handle(EffectCorporateAction, {
    realms: ['house'],
    scope: ({ symbol }) => ({
      streams: [
        [actionKind, symbol],
        [instrumentKind, symbol],
      ],
    }),
    decide: (view, data, { at }) => {
      const { symbol, actionId } = data;
      const actions = view.state(actionKind, symbol);
      const instrument = view.state(instrumentKind, symbol);
      const due = actions.get(actionId);
      if (due === undefined || instrument === null) return { events: [], answer: null };
      const closePrice = prices.closeBefore(symbol, due.terms.dueAt);
      const average = due.terms.kind === 'delisting' ? prices.averageBefore(symbol, due.terms.dueAt) : '0';
      if (closePrice === undefined || average === undefined) return refuse('request.unavailable');
      const { spec } = instrument;
      const isDelisted = spec.delistedAt !== undefined;
      const events = decideEffect(
        actions,
        data,
        { closePrice, average, tick: spec.tickSize, isDelisted, version: instrument.version + 1 },
        at,
      );
      const effective = events.find(({ type }) => type === 'CorporateActionEffective');
      if (effective === undefined) return { events, answer: null };
      const revised = decideRevise(instrument, specAfter(spec, effective.data as CorporateActionEffective));
      return isRefusal(revised) ? revised : { events: [...events, ...revised], answer: null };
    },
  });

/** The instrument as the catalogue has it from then on. */
function specAfter(spec: InstrumentSpec, { kind, dueAt, factor }: CorporateActionEffective): InstrumentSpec {
  if (kind === 'delisting') return { ...spec, delistedAt: dueAt };
  return { ...spec, adjustment: adjustmentWith(spec.adjustment, factor) };
}
