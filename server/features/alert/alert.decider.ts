import type { AlertKind, AlertSetView } from '../../../contracts/alert.contract.js';
import { amount, format, roundToStep, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { CommandMeta, Decided, StreamKind } from '../../core/decider.js';
import { eventsOf, type FactsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import { decidedBy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type {
  AlertCommand,
  EndAlert,
  EndAlerts,
  PauseAlert,
  SetAlert,
  SplitAlert,
  TriggerAlert,
} from './alert.commands.js';
import type { AlertEvent, AlertSet, AlertTerms, AlertTriggered } from './alert.events.js';
import { appliedOf, minutesToMs, termsProblem } from './alert.rules.js';

const DAY_MS = 86_400_000;

/** An alert that is active or paused; what is over is no part of the state. */
export interface OpenAlert extends AlertTerms {
  readonly alertId: string;
  readonly symbol: string;
  readonly status: 'active' | 'paused';
  /** Counts its events: what was found for an earlier round is about other terms. */
  readonly round: number;
  /** The first instant whose price counts. */
  readonly since: Instant;
  /** Whether the price was off the level at `since`. After a notification it must leave the level first. */
  readonly armed: boolean;
  /** Of an armed `crosses`: from which side. */
  readonly side: 'up' | 'down';
  /** When its level was last written: a split before that is in it already. */
  readonly levelAt: Instant;
}

/** One person's open alerts by id, in the order in which they were set. */
export interface AlertState {
  readonly alerts: ReadonlyMap<string, OpenAlert>;
  /** When letters went out in the last 24 hours. */
  readonly emailsAt: readonly Instant[];
}

/** Stream `alert-<userId>`. */
export const alertKind: StreamKind<AlertState> = {
  name: 'alert',
  initial: () => ({ alerts: new Map(), emailsAt: [] }),
  evolve: (state, event) => evolve(state, event as AlertEvent),
  snapshot: {
    schema: 2,
    everyEvents: 200,
    save: ({ alerts, emailsAt }) => ({ alerts: [...alerts.values()], emailsAt }),
    load: (saved) => {
      const { alerts, emailsAt } = saved as { alerts: OpenAlert[]; emailsAt: Instant[] };
      return { alerts: new Map(alerts.map((alert) => [alert.alertId, alert])), emailsAt };
    },
  },
};

const newEvent = eventsOf<FactsOf<AlertEvent>>(({ userId }) => `alert-${userId}`);

type Answer = Omit<AlertSetView, 'position'> | null;

export function decideAlert(state: AlertState, command: AlertCommand, { at }: CommandMeta): Decided<Answer> | Refusal {
  switch (command.type) {
    case 'SetAlert':
      return tooMany(state, command.data) ?? set('AlertSet', command.data, at);
    case 'ChangeAlert': {
      const found = state.alerts.get(command.data.alertId);
      if (found?.symbol !== command.data.market.symbol) return refuse('alert.not-found');
      return set('AlertChanged', command.data, at);
    }
    case 'PauseAlert':
      return paused(state, command.data);
    case 'RemoveAlert': {
      if (!state.alerts.has(command.data.alertId)) return refuse('alert.not-found');
      return silent(newEvent('AlertRemoved', command.data));
    }
    case 'TriggerAlert':
      return silent(...triggered(state, command.data, at));
    case 'SplitAlert':
      return silent(...split(state, command.data));
    case 'EndAlert':
      return silent(...ended(state, command.data, at));
    case 'EndAlerts':
      return silent(...closed(state, command.data));
    default:
      return never(command);
  }
}

const silent = (...events: readonly NewEvent[]): Decided<null> => ({ events, answer: null });

function tooMany({ alerts }: AlertState, { policy }: SetAlert['data']): Refusal | undefined {
  const { activeMax: limit } = policy.values;
  return alerts.size < limit ? undefined : refuse('alert.too-many', { limit, ...decidedBy(policy) });
}

function set(type: 'AlertSet' | 'AlertChanged', data: SetAlert['data'], at: Instant): Decided<Answer> | Refusal {
  const { userId, alertId, market, policy, terms } = data;
  const problem = termsProblem(terms, market, policy, at);
  if (problem !== undefined) return problem;
  const { symbol, last } = market;
  const level = format(amount(terms.level));
  const pauseMinutes = terms.repeat === 'once' ? 0 : terms.pauseMinutes;
  const fact: AlertSet = {
    userId,
    alertId,
    symbol,
    ...terms,
    level,
    pauseMinutes,
    last,
    policy: appliedOf(policy),
  };
  return { events: [newEvent(type, fact)], answer: { alertId, last } };
}

/** Pausing what is paused, and resuming what is active, changes nothing. */
function paused({ alerts }: AlertState, { userId, alertId, paused }: PauseAlert['data']): Decided<null> | Refusal {
  const alert = alerts.get(alertId);
  if (alert === undefined) return refuse('alert.not-found');
  if ((alert.status === 'paused') === paused) return silent();
  return silent(newEvent(paused ? 'AlertPaused' : 'AlertResumed', { userId, alertId }));
}

/** The watcher may say the same twice, or say it of an alert that was changed meanwhile: that is no event. */
function triggered({ alerts, emailsAt }: AlertState, data: TriggerAlert['data'], at: Instant): NewEvent[] {
  const { userId, alertId, direction, price, reachedAt, from, change } = data;
  const alert = alerts.get(alertId);
  if (alert === undefined || alert.status !== 'active' || alert.round !== data.round) return [];
  const isTime = alert.since <= reachedAt && reachedAt < alert.endsAt && reachedAt <= at;
  if (!isTime || !reaches(alert, data)) return [];
  const letters = emailsAt.filter((sentAt) => sentAt > reachedAt - DAY_MS).length;
  const fact: AlertTriggered = {
    userId,
    alertId,
    symbol: alert.symbol,
    kind: alert.kind,
    level: alert.level,
    direction,
    price,
    reachedAt,
    from,
    change,
    email: alert.email && letters < data.emailsPerDayMax,
    againAt: alert.repeat === 'once' ? null : reachedAt + minutesToMs(alert.pauseMinutes),
    sealedNote: alert.sealedNote,
  };
  return [newEvent('AlertTriggered', fact)];
}

const DIRECTION: Partial<Record<AlertKind, 'up' | 'down'>> = { rises: 'up', falls: 'down' };

function reaches({ kind, level }: OpenAlert, { direction, price, change }: TriggerAlert['data']): boolean {
  if ((DIRECTION[kind] ?? direction) !== direction) return false;
  const [wanted, found] = [amount(level), amount(kind === 'moves' ? (change ?? '0') : price)];
  if (kind === 'moves') return (direction === 'up' ? found : -found) >= wanted;
  return direction === 'up' ? found >= wanted : found <= wanted;
}

/** A change in per cent is the same before and after a split. */
function split({ alerts }: AlertState, data: SplitAlert['data']): NewEvent[] {
  const { userId, alertId, newShares, oldShares, tickSize, effectiveAt, standing } = data;
  const alert = alerts.get(alertId);
  if (alert === undefined || alert.kind === 'moves' || alert.levelAt >= effectiveAt) return [];
  const divided = (amount(alert.level) * BigInt(oldShares)) / BigInt(newShares);
  const tick: Amount = amount(tickSize);
  const onTick = roundToStep(divided, tick, 'half-even');
  const level = format(onTick < tick ? tick : onTick);
  // All before was looked at with the old level. The pause of an alert that repeats goes on.
  const since = Math.max(alert.since, effectiveAt);
  // One that the price had left before would miss an open beyond its level, if it had to be left again.
  const { armed, side } = standing?.round === alert.round ? standing : alert;
  const { symbol } = alert;
  return [newEvent('AlertSplit', { userId, alertId, symbol, level, newShares, oldShares, since, armed, side })];
}

/** An alert that was given a later end meanwhile goes on. */
function ended({ alerts }: AlertState, { userId, alertId, reason }: EndAlert['data'], at: Instant): NewEvent[] {
  const alert = alerts.get(alertId);
  if (alert === undefined || (reason === 'date' && alert.endsAt > at)) return [];
  return [newEvent('AlertEnded', { userId, alertId, symbol: alert.symbol, reason })];
}

function closed({ alerts }: AlertState, { userId }: EndAlerts['data']): NewEvent[] {
  return [...alerts.values()].map(({ alertId, symbol }) =>
    newEvent('AlertEnded', { userId, alertId, symbol, reason: 'account' }),
  );
}

function evolve(state: AlertState, { type, data, at }: AlertEvent): AlertState {
  switch (type) {
    case 'AlertSet':
    case 'AlertChanged':
      return withAlert(state, opened(data, at, state.alerts.get(data.alertId)));
    case 'AlertPaused':
      return changed(state, data.alertId, () => ({ status: 'paused' }));
    case 'AlertResumed':
      return changed(state, data.alertId, () => ({ status: 'active', since: at, armed: false }));
    case 'AlertSplit':
      return changed(state, data.alertId, () => {
        const { level, since, armed, side } = data;
        return { level, since, armed, side, levelAt: at };
      });
    case 'AlertTriggered': {
      const emailsAt = state.emailsAt.filter((sentAt) => sentAt > data.reachedAt - DAY_MS);
      const told = { ...state, emailsAt: data.email ? [...emailsAt, data.reachedAt] : emailsAt };
      const { againAt } = data;
      if (againAt === null) return without(told, data.alertId);
      return changed(told, data.alertId, () => ({ since: againAt, armed: false }));
    }
    case 'AlertRemoved':
    case 'AlertEnded':
      return without(state, data.alertId);
    default:
      return never(type);
  }
}

function opened(data: AlertSet, at: Instant, before: OpenAlert | undefined): OpenAlert {
  const { alertId, symbol, kind, level, repeat, pauseMinutes, endsAt, email, sealedNote, last } = data;
  const side = kind !== 'moves' && amount(last) < amount(level) ? 'up' : 'down';
  const terms = { kind, level, repeat, pauseMinutes, endsAt, email, sealedNote };
  const round = (before?.round ?? 0) + 1;
  return { alertId, symbol, ...terms, status: 'active', round, since: at, armed: true, side, levelAt: at };
}

function withAlert(state: AlertState, alert: OpenAlert): AlertState {
  return { ...state, alerts: new Map(state.alerts).set(alert.alertId, alert) };
}

function changed(state: AlertState, alertId: string, change: (alert: OpenAlert) => Partial<OpenAlert>): AlertState {
  const alert = state.alerts.get(alertId);
  if (alert === undefined) return state;
  return withAlert(state, { ...alert, ...change(alert), round: alert.round + 1 });
}

function without(state: AlertState, alertId: string): AlertState {
  const alerts = new Map(state.alerts);
  alerts.delete(alertId);
  return { ...state, alerts };
}
