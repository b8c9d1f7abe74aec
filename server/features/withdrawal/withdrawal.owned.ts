import type { OwnedItem, OwnedPart, OwnedReader, StreamHold } from '../../core/owned.js';
import { withdrawalKind } from './withdrawal.decider.js';

/** While it waits for review, cancelling gives it back; once approved it leaves the account. */
export const withdrawalOwned: OwnedPart = {
  kinds: [withdrawalKind],
  read: async (reader) => {
    const holds = reader.holds(withdrawalKind);
    return { items: await Promise.all(holds.map((hold) => itemOf(reader, hold))) };
  },
};

async function itemOf({ at, state }: OwnedReader, { id, ...hold }: StreamHold): Promise<OwnedItem> {
  const withdrawal = await state(withdrawalKind, id);
  const isCancellable = withdrawal.request !== null && withdrawal.status === 'review';
  return {
    id,
    label: hold.asset,
    detail: null,
    held: [hold],
    beyond: 0n,
    isEstimate: false,
    isAtRisk: false,
    way: isCancellable ? 'cancel' : 'payout',
    availableAt: isCancellable ? at : null,
    cost: 0n,
    early: null,
  };
}
