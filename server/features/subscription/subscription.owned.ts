import { amount, ONE, ZERO } from '../../../shared/money.js';
import type { DatedIncome, OwnedItem, OwnedPart, OwnedReader } from '../../core/owned.js';
import { newCoinKind, subscriptionKind, type OpenSubscription } from './subscription.state.js';

/** Margin and fee are on hold until the allocation, coins until their lock-up ends. */
export const subscriptionOwned: OwnedPart = {
  kinds: [subscriptionKind],
  read: async (reader) => {
    const { open } = await reader.state(subscriptionKind, reader.ownerId);
    const items = await Promise.all([...open.values()].map((one) => itemOf(reader, one)));
    return { items, income: items.flatMap(unlockOf) };
  },
};

/** Coins whose lock-up ends on a date. */
const unlockOf = ({ id, label, way, held, availableAt: at }: OwnedItem): DatedIncome[] =>
  way !== 'unlock' || at === null
    ? []
    : held.map(({ asset, amount: coins }) => ({
        id,
        label,
        what: 'unlock',
        at,
        asset,
        least: coins,
        most: coins,
        isEstimate: false,
      }));

async function itemOf({ state }: OwnedReader, one: OpenSubscription): Promise<OwnedItem> {
  const { listed } = await state(newCoinKind, one.issueId);
  const isHeld = one.held > 0;
  const held = isHeld
    ? { asset: one.coin, amount: BigInt(one.held) * ONE }
    : { asset: 'USDT', amount: amount(one.margin) + amount(one.fee) };
  return {
    id: one.subscriptionId,
    label: one.coin,
    detail: null,
    held: [{ space: 'finance', ...held }],
    beyond: ZERO,
    isEstimate: isHeld,
    isAtRisk: isHeld,
    way: isHeld ? 'unlock' : 'settle',
    availableAt: isHeld ? (listed?.unlocksAt ?? null) : (listed?.opensAt ?? null),
    cost: ZERO,
    early: null,
  };
}
