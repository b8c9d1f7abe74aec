import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { NewEvent } from '../../core/event.js';
import { CommitEpoch, OpenMarket, RevealEpoch } from './market-epoch.commands.js';
import {
  decideCommit,
  decideOpen,
  decideReveal,
  MARKET_EPOCHS_ID,
  marketEpochsKind,
  type MarketEpochs,
} from './market-epoch.decider.js';

export const marketEpochHandlers = [
  recording(OpenMarket, decideOpen),
  recording(CommitEpoch, decideCommit),
  recording(RevealEpoch, decideReveal),
];

function recording<Data>(
  command: CommandClass<Data, null>,
  decide: (state: MarketEpochs, data: Data, at: number) => NewEvent[],
): AnyCommandHandler {
  return handle(command, {
    realms: ['house'],
    scope: () => ({ streams: [[marketEpochsKind, MARKET_EPOCHS_ID]] }),
    decide: (view, data, { at }) => ({
      events: decide(view.state(marketEpochsKind, MARKET_EPOCHS_ID), data, at),
      answer: null,
    }),
  });
}
