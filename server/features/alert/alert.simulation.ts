import { amount } from '../../../shared/money.js';
import { Violation } from '../../core/violation.js';
import { ownerOf, HOUR_MS, type Person, type SimulatedWorld, type Simulation } from '../simulation.js';
import { alertKind } from './alert.decider.js';
import type { AlertSet, AlertTriggered } from './alert.events.js';

const POLICY = {
  name: 'alert.rules',
  version: 1,
  values: {
    activeMax: 3,
    endDaysMax: 90,
    pauseMinutesMin: 5,
    percentMin: '0.5',
    percentMax: '100',
    priceTimesMax: 100,
    emailsPerDayMax: 2,
  },
};
const LAST = '2500';

/** People with alerts, and the watcher, which may say a thing twice or too late. */
export const simulation = (world: SimulatedWorld): Simulation => ({
  facts: { AlertTriggered: (data) => isReached(data as AlertTriggered) },
  laws: () => {
    const open = new Map<string, Set<string>>();
    return {
      trades: 0,
      take({ type, data }) {
        const { userId, alertId } = data as AlertSet;
        const own = open.get(userId) ?? new Set();
        if (type === 'AlertSet') open.set(userId, own.add(alertId));
        if (type === 'AlertEnded' || type === 'AlertRemoved') own.delete(alertId);
        if (type === 'AlertTriggered' && (data as AlertTriggered).againAt === null) own.delete(alertId);
      },
      check() {
        for (const [userId, own] of open)
          if (own.size > POLICY.values.activeMax) throw new Violation(`${userId} has ${own.size} alerts`);
      },
    };
  },
  deeds: [{ share: 1, act: (userId) => act(world, userId) }],
  outside: [{ share: 1, act: () => watch(world) }],
  ends: (person) => end(world, person),
});

function act({ rng, at, nextId, execute, realm }: SimulatedWorld, userId: string): void {
  const actor = `user:${userId}`;
  const owned = { userId, ownerId: `${userId}.1` };
  const [alertId] = realm('real').state(alertKind, userId).alerts.keys();
  if (alertId !== undefined && rng.chance(0.4)) {
    if (rng.chance(0.3)) execute('real', { type: 'RemoveAlert', data: { userId, alertId }, actor });
    else execute('real', { type: 'PauseAlert', data: { ...owned, alertId, paused: rng.chance(0.5) }, actor });
    return;
  }
  const kind = rng.pick(['rises', 'falls', 'crosses', 'moves'] as const);
  const level = kind === 'moves' ? rng.pick(['0.1', '5', '20']) : rng.pick(['2400', '2500', '2600', '9000000']);
  const repeat = rng.pick(['once', 'each'] as const);
  const endsAt = at + rng.pick([0, 2, 48, 24 * 91]) * HOUR_MS;
  const terms = { kind, level, repeat, pauseMinutes: 10, endsAt, email: rng.chance(0.5), sealedNote: null };
  const market = { symbol: 'ETHUSDT', last: LAST, dayBefore: '2450', tick: '0.01' };
  const isNew = alertId === undefined || rng.chance(0.6);
  const data = { ...owned, alertId: isNew ? nextId('alert') : alertId, market, terms, policy: POLICY };
  execute('real', { type: isNew ? 'SetAlert' : 'ChangeAlert', data, actor });
}

/** What the watcher finds of one person's alerts. */
function watch({ rng, at, savers, execute, realm }: SimulatedWorld): void {
  const userId = rng.pick(savers);
  const alert = [...realm('real').state(alertKind, userId).alerts.values()].at(0);
  if (alert === undefined) return;
  const { alertId, kind, level, endsAt } = alert;
  const actor = 'system:alert-watcher';
  if (endsAt <= at) return void execute('real', { type: 'EndAlert', data: { userId, alertId, reason: 'date' }, actor });
  const direction = rng.pick(['up', 'down'] as const);
  const change = kind === 'moves' ? (direction === 'up' ? '21' : '-21') : null;
  const round = rng.chance(0.8) ? alert.round : alert.round - 1;
  const found = { price: kind === 'moves' ? '3000' : level, reachedAt: at, from: kind === 'moves' ? '2450' : null };
  const data = { userId, alertId, round, direction, ...found, change, emailsPerDayMax: POLICY.values.emailsPerDayMax };
  execute('real', { type: 'TriggerAlert', data, actor });
}

function end({ execute, realm }: SimulatedWorld, person: Person): void {
  const { userId } = person;
  for (const alertId of realm(person.realm).state(alertKind, userId).alerts.keys())
    execute(person.realm, { type: 'RemoveAlert', data: { userId, alertId }, actor: `user:${ownerOf(person)}` });
}

function isReached({ kind, level, price, change, direction }: AlertTriggered): void {
  const [wanted, found] = [amount(level), amount(kind === 'moves' ? (change ?? '0') : price)];
  const away = kind === 'moves' && direction === 'down' ? -found : found;
  const reached = kind !== 'moves' && direction === 'down' ? found <= wanted : away >= wanted;
  if (!reached) throw new Violation(`an alert ${kind} ${level} was told at ${price}`);
}
