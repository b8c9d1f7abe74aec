import { amount } from '../../../shared/money.js';
import type { OwnedPart } from '../../core/owned.js';
import { instantOfBeat, optionKind, type OpenOption } from './option.state.js';

/** Stakes are on hold until the option settles, which may take them whole. */
export const optionOwned: OwnedPart = {
  kinds: [optionKind],
  read: async ({ ownerId, state }) => {
    const { open } = await state(optionKind, ownerId);
    return { items: [...open.values()].map(itemOf) };
  },
};

const itemOf = ({ optionId, symbol, direction, stake, lastBeat }: OpenOption) =>
  ({
    id: optionId,
    label: symbol,
    detail: direction,
    held: [{ space: 'options', asset: 'USDT', amount: amount(stake) }],
    beyond: 0n,
    isEstimate: false,
    isAtRisk: true,
    way: 'settle',
    availableAt: instantOfBeat(lastBeat),
    cost: 0n,
    early: null,
  }) as const;
