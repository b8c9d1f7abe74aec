import type { CommandHandler, CommandMeta } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import type { CommitLiabilities, FallDueLiabilities } from './liability.commands.js';
import { decideCommit, decideDue, LIABILITIES_ID, liabilitiesKind, type LiabilityEpochs } from './liability.decider.js';

function handler<Data>(
  type: string,
  decide: (state: LiabilityEpochs, data: Data, meta: CommandMeta) => NewEvent[],
): CommandHandler<Data, null> {
  return {
    type,
    realms: ['demo', 'real'],
    touches: () => ({ streams: [[liabilitiesKind, LIABILITIES_ID]] }),
    decide: (view, data, meta) => ({
      events: decide(view.state(liabilitiesKind, LIABILITIES_ID), data, meta),
      answer: null,
    }),
  };
}

export const liabilityHandlers = [
  handler<FallDueLiabilities>('FallDueLiabilities', decideDue),
  handler<CommitLiabilities>('CommitLiabilities', decideCommit),
] as CommandHandler<never, unknown>[];
