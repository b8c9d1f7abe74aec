import type { RecordedEvent } from '../../core/event.js';
import type { PriceAudit, PricedFact, PublicPrices } from '../../core/price-audit.js';
import { alertKind, type AlertState, type OpenAlert } from './alert.decider.js';
import type { AlertSplit, AlertTriggered } from './alert.events.js';
import { foundOf } from './alert.hit.js';
import { levelTicks, SymbolWatch, type Hit } from './alert.watch.js';

const SECOND_MS = 1000;

/**
 * Every alert that was told, again: from its beginning on the public price must have reached its level in that second for the
 * first time, at that price. And every alert that a split divided: whether the price was off its level then.
 */
export const alertAudit: PriceAudit = {
  what: 'alert',
  begin() {
    const states = new Map<string, AlertState>();
    return {
      take(event) {
        const { stream, type } = event;
        if (!stream.startsWith('alert-')) return undefined;
        const before = states.get(stream) ?? alertKind.initial(stream);
        states.set(stream, alertKind.evolve(before, event));
        if (type === 'AlertSplit') return splitFactOf(before, event);
        return type === 'AlertTriggered' ? factOf(before, event) : undefined;
      },
    };
  },
};

function factOf({ alerts }: AlertState, { data }: RecordedEvent): PricedFact {
  const told = data as AlertTriggered;
  const { symbol, reachedAt, alertId } = told;
  const alert = alerts.get(alertId);
  const isActive = alert?.status === 'active' && alert.symbol === symbol;
  return {
    symbol,
    reachedAt,
    found: textOf(told),
    expected: (prices) => (isActive ? expectedOf(alert, reachedAt, prices) : 'an active alert'),
  };
}

function splitFactOf({ alerts }: AlertState, { data }: RecordedEvent): PricedFact {
  const split = data as AlertSplit;
  const alert = alerts.get(split.alertId);
  return {
    symbol: split.symbol,
    reachedAt: split.since,
    found: standingOf(split),
    expected: (prices) => (alert === undefined ? 'an open alert' : standingBefore(alert, split.since, prices)),
  };
}

/** What the first second says that reaches the alert; an action leaves the tick of an instrument as it is. */
function expectedOf(alert: OpenAlert, reachedAt: number, prices: PublicPrices): string {
  const end = reachedAt - (reachedAt % SECOND_MS) + SECOND_MS;
  const { hit } = watched(alert, end, prices);
  if (hit !== undefined) return textOf({ ...alert, ...foundOf(hit, prices.tick) });
  return `nothing at ${alert.level} before ${new Date(end).toISOString()}`;
}

/** Nobody watches a paused alert, and one in its pause has not been left yet. */
function standingBefore(alert: OpenAlert, since: number, prices: PublicPrices): string {
  if (alert.status === 'paused' || alert.since >= since) return standingOf(alert);
  const { watch, hit } = watched(alert, Math.ceil(since / SECOND_MS) * SECOND_MS, prices);
  return hit === undefined
    ? standingOf(watch.standing(alert.alertId) ?? alert)
    : textOf({ ...alert, ...foundOf(hit, prices.tick) });
}

const standingOf = ({ armed, side }: Pick<OpenAlert, 'armed' | 'side'>): string =>
  `${armed ? 'off' : 'at'} its level, ${side}`;

/** Looks at an alert from its beginning to an instant, or to the first hit. */
function watched(alert: OpenAlert, end: number, { tick, scaleAt }: PublicPrices): { watch: SymbolWatch; hit?: Hit } {
  const watch = new SymbolWatch();
  watch.add({ ...alert, level: levelTicks(alert, tick), userId: '' }, 0);
  while (watch.lookedTo < end) {
    const { until, candles } = scaleAt(watch.lookedTo);
    const to = Math.min(end, Math.ceil(until / SECOND_MS) * SECOND_MS);
    while (watch.lookedTo < to) {
      const [hit] = watch.look(candles, to);
      if (hit !== undefined) return { watch, hit };
    }
  }
  return { watch };
}

type Told = Pick<AlertTriggered, 'kind' | 'level' | 'direction' | 'price' | 'reachedAt' | 'from' | 'change'>;

function textOf({ kind, level, direction, price, reachedAt, from, change }: Told): string {
  const moved = from === null ? '' : ` from ${from} by ${change}%`;
  return `${kind} ${level}: ${direction} to ${price}${moved} at ${new Date(reachedAt).toISOString()}`;
}
