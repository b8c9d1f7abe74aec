import type { RecordedEvent } from '../../core/event.js';
import type { PriceAudit, PricedFact, PublicPrices } from '../../core/price-audit.js';
import { alertKind, type AlertState, type OpenAlert } from './alert.decider.js';
import type { AlertTriggered } from './alert.events.js';
import { foundOf } from './alert.hit.js';
import { levelTicks, SymbolWatch } from './alert.watch.js';

const SECOND_MS = 1000;

/**
 * Every alert that was told, again: from its beginning on the public price must have reached its level in that second for the
 * first time, at that price.
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

/** What the first second says that reaches the alert; an action leaves the tick of an instrument as it is. */
function expectedOf(alert: OpenAlert, reachedAt: number, { tick, scaleAt }: PublicPrices): string {
  const watch = new SymbolWatch();
  watch.add({ ...alert, level: levelTicks(alert, tick), userId: '' }, 0);
  const end = reachedAt - (reachedAt % SECOND_MS) + SECOND_MS;
  while (watch.lookedTo < end) {
    const { until, candles } = scaleAt(watch.lookedTo);
    const to = Math.min(end, Math.ceil(until / SECOND_MS) * SECOND_MS);
    while (watch.lookedTo < to) {
      const [hit] = watch.look(candles, to);
      if (hit !== undefined) return textOf({ ...alert, ...foundOf(hit, tick) });
    }
  }
  return `nothing at ${alert.level} before ${new Date(end).toISOString()}`;
}

type Told = Pick<AlertTriggered, 'kind' | 'level' | 'direction' | 'price' | 'reachedAt' | 'from' | 'change'>;

function textOf({ kind, level, direction, price, reachedAt, from, change }: Told): string {
  const moved = from === null ? '' : ` from ${from} by ${change}%`;
  return `${kind} ${level}: ${direction} to ${price}${moved} at ${new Date(reachedAt).toISOString()}`;
}
