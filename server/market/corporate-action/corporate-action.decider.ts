import type { ActionKind, ActionStatus } from '../../../contracts/corporate-action.contract.js';
import { planned } from '../../core/command.js';
import type { CommandMeta, StreamKind } from '../../core/decider.js';
import { eventsOf, type FactsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import { EffectCorporateAction, type ActionCommand, type ProposeCorporateAction } from './corporate-action.commands.js';
import type {
  ActionTerms,
  CorporateActionAnnounced,
  CorporateActionEvent,
  CorporateActionProposed,
} from './corporate-action.events.js';
import {
  afterSplit,
  appliedOf,
  EFFECTIVE_LEAD_MS,
  exDividend,
  ratioOf,
  reasonProblem,
  termsProblem,
} from './corporate-action.rules.js';

export interface Action {
  readonly terms: ActionTerms;
  readonly status: ActionStatus;
  readonly proposedBy: string;
}

/** All that was ever proposed for one instrument, by id. */
export type Actions = ReadonlyMap<string, Action>;

/** Stream `action-<symbol>`, realm `house`. */
export const actionKind: StreamKind<Actions> = {
  name: 'action',
  initial: () => new Map(),
  evolve: (state, event) => evolve(state, event as CorporateActionEvent),
};

/** A dividend or split is in the price shortly before the open, a delisting follows the last close. What was withdrawn meanwhile is left alone by the command itself. */
export const actionTimetable: Timetable = {
  CorporateActionAnnounced: ({ data: { symbol, actionId, dueAt, kind } }: Happened<CorporateActionAnnounced>) => {
    const isAtOpen = kind === 'dividend' || kind === 'split';
    return {
      id: `effect-action:${actionId}`,
      dueAt: isAtOpen ? dueAt - EFFECTIVE_LEAD_MS : dueAt,
      command: planned(EffectCorporateAction, { symbol, actionId }),
    };
  },
};

type Facts = FactsOf<CorporateActionEvent>;
const newEvent = eventsOf<Facts>(({ symbol }) => `action-${symbol}`);

/** The next status for each command and status, or the refusal. */
export const LIFECYCLE = {
  proposed: {
    ApproveCorporateAction: 'announced',
    RejectCorporateAction: 'rejected',
    WithdrawCorporateAction: 'withdrawn',
  },
  announced: {
    ApproveCorporateAction: refuse('action.decided'),
    RejectCorporateAction: refuse('action.decided'),
    WithdrawCorporateAction: 'withdrawn',
  },
  effective: late('action.too-late'),
  settled: late('action.too-late'),
  rejected: late('action.decided'),
  withdrawn: late('action.decided'),
} as const satisfies Record<ActionStatus, Record<Decision['type'], ActionStatus | Refusal>>;

type Decision = Exclude<ActionCommand, { type: 'ProposeCorporateAction' | 'SettleCorporateAction' }>;

function late(withdrawn: 'action.too-late' | 'action.decided') {
  return {
    ApproveCorporateAction: refuse('action.decided'),
    RejectCorporateAction: refuse('action.decided'),
    WithdrawCorporateAction: refuse(withdrawn),
  };
}

export function decideAction(state: Actions, command: ActionCommand, { at }: CommandMeta): NewEvent[] | Refusal {
  if (command.type === 'ProposeCorporateAction') return proposed(state, command.data, at);
  const { symbol, actionId } = command.data;
  const action = state.get(actionId);
  if (action === undefined) return refuse('action.not-found');
  if (command.type === 'SettleCorporateAction')
    return action.status === 'effective' ? [newEvent('CorporateActionSettled', command.data)] : [];
  const next = LIFECYCLE[action.status][command.type];
  if (typeof next !== 'string') return next;
  const { terms, proposedBy, status } = action;
  const { staffId, policy } = command.data;
  switch (command.type) {
    case 'ApproveCorporateAction': {
      if (staffId === proposedBy) return refuse('action.own-proposal');
      const problem = termsProblem(terms, command.data, policy, at);
      if (problem !== undefined) return problem;
      const people = { proposedBy, approvedBy: staffId };
      return [newEvent('CorporateActionAnnounced', { ...terms, ...people, policy: appliedOf(policy) })];
    }
    case 'RejectCorporateAction': {
      if (staffId === proposedBy) return refuse('action.own-proposal');
      const { reason } = command.data;
      const fact = { symbol, actionId, rejectedBy: staffId, reason };
      return reasonProblem(reason, policy) ?? [newEvent('CorporateActionRejected', fact)];
    }
    case 'WithdrawCorporateAction': {
      const wasAnnounced = status === 'announced';
      if (!wasAnnounced && staffId !== proposedBy) return refuse('action.not-your-proposal');
      if (wasAnnounced && at >= terms.dueAt) return refuse('action.too-late');
      const { reason } = command.data;
      const fact = { symbol, actionId, withdrawnBy: staffId, reason, wasAnnounced };
      return reasonProblem(reason, policy) ?? [newEvent('CorporateActionWithdrawn', fact)];
    }
    default:
      return never(command);
  }
}

function proposed(state: Actions, data: ProposeCorporateAction['data'], at: number): NewEvent[] | Refusal {
  const { staffId: proposedBy, policy, price, tick, reason, ...terms } = data;
  const problem = termsProblem(terms, { price, tick }, policy, at) ?? reasonProblem(reason, policy);
  if (problem !== undefined) return problem;
  const open = [...state.values()].filter(({ status }) => status === 'proposed' || status === 'announced');
  const { date, kind } = terms;
  if (open.some(({ terms: other }) => other.date === date && isAtOdds(other.kind, kind)))
    return refuse('action.overlap', { date });
  const fact: CorporateActionProposed = { ...terms, reason, proposedBy, policy: appliedOf(policy) };
  return [newEvent('CorporateActionProposed', fact)];
}

/** Two of a kind, or two that both change the price: the second would be counted from a price that the first has changed. */
function isAtOdds(one: ActionKind, other: ActionKind): boolean {
  return one === other || (one !== 'earnings' && other !== 'earnings');
}

/** The instrument as it is when an action takes effect. */
interface Effected {
  readonly closePrice: string;
  /** The average that holders of a delisted instrument are paid. */
  readonly average: string;
  readonly tick: string;
  readonly isDelisted: boolean;
  /** The version that the catalogue gets by it. */
  readonly version: number;
}

/**
 * The price goes without the dividend, or by the ratio of the split; a report of earnings changes nothing and is over at once. What
 * would leave no price is withdrawn: a dividend of the whole price, a split to less than a tick.
 */
export function decideEffect(
  state: Actions,
  { symbol, actionId }: EffectCorporateAction['data'],
  { closePrice, average, tick, isDelisted, version }: Effected,
  at: number,
): NewEvent[] {
  const action = state.get(actionId);
  if (action?.status !== 'announced') return [];
  const { terms } = action;
  if (terms.kind === 'earnings')
    return [newEvent('CorporateActionSettled', { symbol, actionId, holders: 0, paid: '0' })];
  if (isDelisted) return [withdrawn(symbol, actionId, 'market.delisted')];
  if (terms.kind === 'delisting') {
    const paid = { closePrice, openPrice: average, factor: '1', pricedFrom: terms.dueAt };
    return [newEvent('CorporateActionEffective', { ...terms, ...paid, version })];
  }
  const ratio = ratioOf(terms);
  const price =
    ratio === undefined ? exDividend(closePrice, terms.perShare ?? '0') : afterSplit(closePrice, ratio, tick);
  if (price === undefined) {
    const reason = ratio === undefined ? 'action.amount-range' : 'action.split-price-low';
    return [withdrawn(symbol, actionId, reason)];
  }
  const pricedFrom = ratio === undefined ? terms.dueAt : at;
  return [newEvent('CorporateActionEffective', { ...terms, closePrice, ...price, pricedFrom, version })];
}

const withdrawn = (symbol: string, actionId: string, reason: string): NewEvent =>
  newEvent('CorporateActionWithdrawn', { symbol, actionId, withdrawnBy: 'timer', reason, wasAnnounced: true });

function evolve(state: Actions, event: CorporateActionEvent): Actions {
  const { actionId } = event.data;
  const changed = (status: ActionStatus): Actions => {
    const action = state.get(actionId);
    return action === undefined ? state : new Map(state).set(actionId, { ...action, status });
  };
  switch (event.type) {
    case 'CorporateActionProposed': {
      const { reason: _reason, proposedBy, policy: _policy, ...terms } = event.data;
      return new Map(state).set(actionId, { terms, status: 'proposed', proposedBy });
    }
    case 'CorporateActionAnnounced':
      return changed('announced');
    case 'CorporateActionRejected':
      return changed('rejected');
    case 'CorporateActionWithdrawn':
      return changed('withdrawn');
    case 'CorporateActionEffective':
      return changed('effective');
    case 'CorporateActionSettled':
      return changed('settled');
    default:
      return never(event);
  }
}
