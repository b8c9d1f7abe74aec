import type { CommandMeta, StreamKind } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import type { CommitLiabilities, FallDueLiabilities } from './liability.commands.js';
import type { LiabilityEvent } from './liability.events.js';

export const LIABILITIES_ID = 'epochs';

export interface LiabilityEpochs {
  /** The last epoch that fell due; 0 before the first. */
  readonly lastEpoch: number;
  /** Due, and not committed yet, in order. */
  readonly open: readonly { readonly epoch: number; readonly position: number }[];
}

export const liabilitiesKind: StreamKind<LiabilityEpochs> = {
  name: 'liabilities',
  initial: () => ({ lastEpoch: 0, open: [] }),
  evolve: (state, event) => evolve(state, event as LiabilityEvent),
};

function evolve(state: LiabilityEpochs, event: LiabilityEvent): LiabilityEpochs {
  switch (event.type) {
    case 'LiabilitiesDue': {
      const { epoch } = event.data;
      return { lastEpoch: epoch, open: [...state.open, { epoch, position: event.position }] };
    }
    case 'LiabilitiesCommitted':
      return { ...state, open: state.open.filter(({ epoch }) => epoch !== event.data.epoch) };
    default:
      return never(event);
  }
}

/** An epoch falls due once, and none before an earlier one. */
export function decideDue(state: LiabilityEpochs, wish: FallDueLiabilities['data'], { at }: CommandMeta): NewEvent[] {
  const { epoch, policy, first } = wish;
  if (epoch <= state.lastEpoch || at < epoch || (first && state.lastEpoch !== 0)) return [];
  return [made('LiabilitiesDue', { epoch, policy })];
}

/** It is committed once, whoever made the tree twice, and of no other position than the one at which it fell due. */
export function decideCommit(state: LiabilityEpochs, wish: CommitLiabilities['data']): NewEvent[] {
  const open = state.open.find(({ epoch }) => epoch === wish.epoch);
  if (open === undefined) return [];
  if (open.position !== wish.position) throw new Error(`epoch ${wish.epoch} fell due at ${open.position}`);
  return [made('LiabilitiesCommitted', wish)];
}

function made(type: string, data: unknown): NewEvent {
  return { stream: `liabilities-${LIABILITIES_ID}`, type, schema: 1, data };
}
