import { amount, format } from '../../shared/money.js';
import { LOOSENED_AFTER_HOURS, OWN_PAUSE_DAYS_MAX } from '../../shared/own-limits.js';
import type { Instant } from './clock.js';
import { refuse, type Refusal } from './refusal.js';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

/** A value that a person set for themselves, and a looser one that waits for its time. */
export interface Loosening<Value> {
  readonly inForce: Value | null;
  readonly pending: { readonly value: Value | null; readonly from: Instant } | null;
}

/** The own loss limit of a product, and until when the person pauses it; `null` where nothing is set. */
export interface OwnLimits {
  readonly lossLimit: Loosening<string>;
  readonly pause: Loosening<Instant>;
}

export const NO_LIMITS: OwnLimits = {
  lossLimit: { inForce: null, pending: null },
  pause: { inForce: null, pending: null },
};

/** In force at once. */
export const inForce = <Value>(value: Value | null): Loosening<Value> => ({ inForce: value, pending: null });
export const loosening = <Value>(
  { inForce: now }: Loosening<Value>,
  value: Value | null,
  from: Instant,
): Loosening<Value> => ({ inForce: now, pending: { value, from } });

/** The end of the pause that runs at an instant. */
export const pausedUntil = ({ pause }: Pick<OwnLimits, 'pause'>, at: Instant): Instant | null =>
  pause.inForce !== null && pause.inForce > at ? pause.inForce : null;

/** What a person wants, and from when: at once where it is stricter, after a day where it is looser. */
export interface OwnChange<Value> {
  readonly value: Value | null;
  /** `null` where it is in force at once. */
  readonly from: Instant | null;
}

/** A lower limit is in force at once, a higher one or none after a day. `unchanged` is the refusal of what is set already. */
export function changedLimit(
  unchanged: string,
  { lossLimit: { inForce: now, pending } }: Pick<OwnLimits, 'lossLimit'>,
  limit: string | null,
  at: Instant,
): OwnChange<string> | Refusal {
  const value = limit === null ? null : format(amount(limit));
  if (value === (pending === null ? now : pending.value)) return refuse(unchanged, { field: 'limit' });
  const isTight = value === now || now === null || (value !== null && amount(value) < amount(now));
  return { value, from: isTight ? null : at + LOOSENED_AFTER_HOURS * HOUR_MS };
}

/** A pause begins and grows at once, and ends earlier only after a day. */
export function changedPause(
  refusals: { readonly unchanged: string; readonly tooLong: string },
  limits: Pick<OwnLimits, 'pause'>,
  until: Instant | null,
  at: Instant,
): OwnChange<Instant> | Refusal {
  if (until !== null && (until <= at || until > at + OWN_PAUSE_DAYS_MAX * DAY_MS))
    return refuse(refusals.tooLong, { field: 'until', days: OWN_PAUSE_DAYS_MAX });
  const { pending } = limits.pause;
  const current = pausedUntil(limits, at);
  const wanted = pending !== null && current !== null ? pending.value : current;
  if (wanted === until) return refuse(refusals.unchanged, { field: 'until' });
  const isLonger = until !== null && (current === null || until >= current);
  return { value: until, from: isLonger ? null : at + LOOSENED_AFTER_HOURS * HOUR_MS };
}

/** As its owner reads it. */
export function viewOfLimits(limits: OwnLimits, at: Instant) {
  const { lossLimit, pause } = limits;
  const until = pausedUntil(limits, at);
  const pending = lossLimit.pending && { limit: lossLimit.pending.value, from: lossLimit.pending.from };
  return {
    lossLimit: { limit: lossLimit.inForce, pending },
    pause: {
      until,
      pending: until !== null && pause.pending ? { until: pause.pending.value, from: pause.pending.from } : null,
    },
  };
}
