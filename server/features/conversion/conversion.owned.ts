import { amount } from '../../../shared/money.js';
import type { OwnedPart } from '../../core/owned.js';
import { conversionKind } from './conversion.decider.js';

/** A live quote holds what it would convert for ten seconds; turning it down gives it back. */
export const conversionOwned: OwnedPart = {
  kinds: [conversionKind],
  read: async ({ ownerId, at, state }) => {
    const { live } = await state(conversionKind, ownerId);
    if (live === null) return {};
    const held = live.legs.map((leg) => ({ space: 'spot' as const, asset: leg.currency, amount: amount(leg.amount) }));
    const item = {
      id: live.quoteId,
      label: live.to.currency,
      detail: null,
      held,
      beyond: 0n,
      isEstimate: false,
      isAtRisk: false,
      way: 'cancel',
      availableAt: at,
      cost: 0n,
      early: null,
    } as const;
    return { items: [item] };
  },
};
