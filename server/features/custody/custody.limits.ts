import type { Instant } from '../../core/clock.js';
import type { CommandMeta } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { changedLimit, changedPause } from '../../core/own-limits.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { SetCustodyLossLimit, SetCustodyPause } from './custody.commands.js';
import type { CustodyFacts } from './custody.events.js';
import type { CustodyState } from './custody.state.js';

const newEvent = eventsOf<CustodyFacts>(({ ownerId }) => `custody-${ownerId}`);

interface Due {
  readonly userId: string;
  readonly ownerId: string;
  readonly from: Instant;
}

/** A lower limit is in force at once, a higher one or none after a day. */
export function decideLossLimit(
  state: CustodyState,
  { userId, ownerId, limit }: SetCustodyLossLimit['data'],
  { at }: CommandMeta,
): NewEvent[] | Refusal {
  const change = changedLimit('custody.limit-unchanged', state, limit, at);
  if (isRefusal(change)) return change;
  const { value, from } = change;
  const set = { userId, ownerId, limit: value };
  return [
    from === null ? newEvent('CustodyLossLimitSet', set) : newEvent('CustodyLossLimitLoosening', { ...set, from }),
  ];
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
  state: CustodyState,
  { userId, ownerId, until }: SetCustodyPause['data'],
  { at }: CommandMeta,
): NewEvent[] | Refusal {
  const codes = { unchanged: 'custody.limit-unchanged', tooLong: 'custody.pause-too-long' };
  const change = changedPause(codes, state, until, at);
  if (isRefusal(change)) return change;
  const { value, from } = change;
  const set = { userId, ownerId, until: value };
  return [from === null ? newEvent('CustodyPauseSet', set) : newEvent('CustodyPauseShortening', { ...set, from })];
}

export function decideShortenedPause({ pause: { pending } }: CustodyState, { userId, ownerId, from }: Due): NewEvent[] {
  if (pending?.from !== from) return [];
  return [newEvent('CustodyPauseShortened', { userId, ownerId, until: pending.value })];
}
