import { amount, format } from '../../../shared/money.js';
import { LOOSENED_AFTER_HOURS, OWN_PAUSE_DAYS_MAX } from '../../../shared/own-limits.js';
import type { Instant } from '../../core/clock.js';
import type { CommandMeta } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { SetCustodyLossLimit, SetCustodyPause } from './custody.commands.js';
import type { CustodyFacts } from './custody.events.js';
import type { CustodyState } from './custody.state.js';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

const newEvent = eventsOf<CustodyFacts>(({ ownerId }) => `custody-${ownerId}`);

interface Due {
  readonly userId: string;
  readonly ownerId: string;
  readonly from: Instant;
}

/** A lower limit is in force at once, a higher one or none after a day. */
export function decideLossLimit(
  { lossLimit: { inForce, pending } }: CustodyState,
  { userId, ownerId, limit }: SetCustodyLossLimit['data'],
  { at }: CommandMeta,
): NewEvent[] | Refusal {
  const wanted = limit === null ? null : format(amount(limit));
  const current = pending === null ? inForce : pending.value;
  if (wanted === current) return refuse('custody.limit-unchanged', { field: 'limit' });
  const isTight = wanted === inForce || inForce === null || (wanted !== null && amount(wanted) < amount(inForce));
  const set = { userId, ownerId, limit: wanted };
  if (isTight) return [newEvent('CustodyLossLimitSet', set)];
  return [newEvent('CustodyLossLimitLoosening', { ...set, from: at + LOOSENED_AFTER_HOURS * HOUR_MS })];
}

export function decideLoosenedLimit(
  { lossLimit: { pending } }: CustodyState,
  { userId, ownerId, from }: Due,
): NewEvent[] {
  if (pending?.from !== from) return [];
  return [newEvent('CustodyLossLimitLoosened', { userId, ownerId, limit: pending.value })];
}

/** A pause begins and grows at once, and ends earlier only after a day. */
export function decidePause(
  { pause: { inForce, pending } }: CustodyState,
  { userId, ownerId, until }: SetCustodyPause['data'],
  { at }: CommandMeta,
): NewEvent[] | Refusal {
  if (until !== null && (until <= at || until > at + OWN_PAUSE_DAYS_MAX * DAY_MS))
    return refuse('custody.pause-too-long', { field: 'until', days: OWN_PAUSE_DAYS_MAX });
  const current = inForce !== null && inForce > at ? inForce : null;
  const wanted = pending !== null && current !== null ? pending.value : current;
  if (wanted === until) return refuse('custody.limit-unchanged', { field: 'until' });
  const set = { userId, ownerId, until };
  if (until !== null && (current === null || until >= current)) return [newEvent('CustodyPauseSet', set)];
  return [newEvent('CustodyPauseShortening', { ...set, from: at + LOOSENED_AFTER_HOURS * HOUR_MS })];
}

export function decideShortenedPause({ pause: { pending } }: CustodyState, { userId, ownerId, from }: Due): NewEvent[] {
  if (pending?.from !== from) return [];
  return [newEvent('CustodyPauseShortened', { userId, ownerId, until: pending.value })];
}
