import { amount, format, ZERO, type Amount } from '../../../../shared/money.js';
import type { StreamKind } from '../../../core/decider.js';
import type { FundingEvent } from './funding.events.js';

/** What a unit of a perpetual contract has been charged so far, in USDT. */
export interface FundingState {
  index: Amount;
  /** The last funding that was written; 0 before the first. */
  dueAt: number;
  /** The last one that every position has settled. */
  postedAt: number;
  /** Delivered, or delisted, and all positions are closed. */
  isOver: boolean;
}

/** Stream `funding-<symbol>`. */
export const fundingKind: StreamKind<FundingState> = {
  name: 'funding',
  initial: () => ({ index: ZERO, dueAt: 0, postedAt: 0, isOver: false }),
  evolve: (state, event) => {
    const { type, data } = event as FundingEvent;
    if (type === 'ContractSettled') state.isOver = true;
    else if (type === 'ContractFundingPosted') state.postedAt = data.dueAt;
    else Object.assign(state, { index: amount(data.index), dueAt: data.dueAt });
    return state;
  },
  snapshot: {
    schema: 1,
    everyEvents: 2000,
    save: ({ index, ...rest }) => ({ ...rest, index: format(index) }),
    load: (saved) => {
      const { index, ...rest } = saved as Omit<FundingState, 'index'> & { readonly index: string };
      return { ...rest, index: amount(index) };
    },
  },
};
