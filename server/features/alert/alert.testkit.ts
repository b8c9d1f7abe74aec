import type { SetAlert, TriggerAlert } from './alert.commands.js';
import type { AlertPolicy } from './alert.rules.js';

export const USER = 'real-ann00000001';
export const AT = Date.UTC(2026, 10, 24, 12);
export const DAY_MS = 86_400_000;

export const POLICY: AlertPolicy = {
  name: 'alert.rules',
  version: 4,
  values: {
    activeMax: 2,
    endDaysMax: 90,
    pauseMinutesMin: 5,
    percentMin: '0.5',
    percentMax: '100',
    priceTimesMax: 100,
    emailsPerDayMax: 2,
  },
};

type Terms = SetAlert['data']['terms'];
export const TERMS: Terms = {
  kind: 'rises',
  level: '100000',
  repeat: 'once',
  pauseMinutes: 0,
  endsAt: AT + 30 * DAY_MS,
  email: false,
  sealedNote: null,
};

/** Bitcoin at 92,000 USDT, and 90,000 the day before. */
export const MARKET = { symbol: 'BTCUSDT', last: '92000', dayBefore: '90000', tick: '0.01' };

export function setAlert(terms: Partial<Terms> = {}, market: Partial<typeof MARKET> = {}, alertId = 'alert-1') {
  const owned = { userId: USER, ownerId: `${USER}.1`, alertId };
  const data: SetAlert['data'] = {
    ...owned,
    market: { ...MARKET, ...market },
    terms: { ...TERMS, ...terms },
    policy: POLICY,
  };
  return { type: 'SetAlert', data };
}

export function trigger(found: Partial<TriggerAlert['data']> = {}) {
  const data: TriggerAlert['data'] = {
    userId: USER,
    alertId: 'alert-1',
    round: 1,
    direction: 'up',
    price: '100000',
    reachedAt: AT,
    from: null,
    change: null,
    emailsPerDayMax: POLICY.values.emailsPerDayMax,
    ...found,
  };
  return { type: 'TriggerAlert', data };
}
