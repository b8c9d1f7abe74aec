import type { StreamKind } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import type { DepositPlaceEvent, DepositPlaceFacts } from './deposit.events.js';

const newEvent = eventsOf<DepositPlaceFacts>(({ userId }) => `depositProofs-${userId}`);

/** A person's proofs that wait for staff: counted by their own stream, so that no two windows pass the limit together. */
interface DepositProofs {
  readonly waiting: readonly string[];
}

export const depositProofsKind: StreamKind<DepositProofs> = {
  name: 'depositProofs',
  initial: () => ({ waiting: [] }),
  evolve: (state, event) => {
    const { type, data } = event as DepositPlaceEvent;
    const others = state.waiting.filter((id) => id !== data.depositId);
    return { waiting: type === 'DepositPlaceTaken' ? [...others, data.depositId] : others };
  },
};

/** What the events of a deposit mean for its person's places: a proof takes one, and the end of its waiting frees it. */
export function placeEvents({ waiting }: DepositProofs, userId: string, events: readonly NewEvent[]): NewEvent[] {
  return events.flatMap(({ type, data }) => {
    const { depositId } = data as { depositId: string };
    const takes = type === 'DepositProofSubmitted';
    const ends = ['DepositSeen', 'DepositProofAccepted', 'DepositProofRejected'].includes(type);
    if (takes === waiting.includes(depositId) || !(takes || ends)) return [];
    return [newEvent(takes ? 'DepositPlaceTaken' : 'DepositPlaceFreed', { userId, depositId })];
  });
}
