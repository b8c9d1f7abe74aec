import type { CommandMeta, StreamKind } from '../../core/decider.js';
import { causeOf, eventsOf, type Cause, type FactsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import type { CommitLiabilities, FallDueLiabilities } from './liability.commands.js';
import type { LiabilityEvent } from './liability.events.js';

export const LIABILITIES_ID = 'epochs';

const newEvent = eventsOf<FactsOf<LiabilityEvent>>(() => `liabilities-${LIABILITIES_ID}`);

export interface LiabilityEpochs {
  /** The last epoch that fell due; 0 before the first. */
  readonly lastEpoch: number;
  /** Due, and not committed yet, in order. */
  readonly open: readonly { readonly epoch: number; readonly position: number; readonly cause: Cause }[];
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
      return { lastEpoch: epoch, open: [...state.open, { epoch, position: event.position, cause: causeOf(event) }] };
    }
    case 'LiabilitiesCommitted':
      return { ...state, open: state.open.filter(({ epoch }) => epoch !== event.data.epoch) };
    default:
      return never(event);
  }
}

/** An epoch falls due once, and none before an earlier one. */
export function decideDue(
  state: LiabilityEpochs,
  command: FallDueLiabilities['data'],
  { at }: CommandMeta,
): NewEvent[] {
  const { epoch, policy, first } = command;
  if (epoch <= state.lastEpoch || at < epoch || (first && state.lastEpoch !== 0)) return [];
  return [newEvent('LiabilitiesDue', { epoch, policy })];
}

/** It is committed once, even if two servers made the tree, and only at the position at which it fell due. */
export function decideCommit(state: LiabilityEpochs, command: CommitLiabilities['data']): NewEvent[] {
  const open = state.open.find(({ epoch }) => epoch === command.epoch);
  if (open === undefined) return [];
  if (open.position !== command.position) throw new Error(`epoch ${command.epoch} fell due at ${open.position}`);
  return [newEvent('LiabilitiesCommitted', command)];
}
