import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { CommandMeta } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { CommitLiabilities, FallDueLiabilities } from './liability.commands.js';
import { decideCommit, decideDue, LIABILITIES_ID, liabilitiesKind, type LiabilityEpochs } from './liability.decider.js';

export const liabilityHandlers = [recording(FallDueLiabilities, decideDue), recording(CommitLiabilities, decideCommit)];

function recording<Data>(
  command: CommandClass<Data, null>,
  decide: (state: LiabilityEpochs, data: Data, meta: CommandMeta) => NewEvent[],
): AnyCommandHandler {
  return handle(command, {
    realms: ['demo', 'real'],
    touches: () => ({ streams: [[liabilitiesKind, LIABILITIES_ID]] }),
    decide: (view, data, meta) => ({
      events: decide(view.state(liabilitiesKind, LIABILITIES_ID), data, meta),
      answer: null,
    }),
  });
}
