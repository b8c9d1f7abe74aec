import type { CommandHandler, CommandMeta } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import type { CommitEpoch, OpenMarket, RevealEpoch } from './market-epoch.commands.js';
import {
  decideCommit,
  decideOpen,
  decideReveal,
  MARKET_EPOCHS_ID,
  marketEpochsKind,
  type MarketEpochs,
} from './market-epoch.decider.js';

function handler<Data>(
  type: string,
  decide: (state: MarketEpochs, data: Data, at: number) => NewEvent[],
): CommandHandler<Data, null> {
  return {
    type,
    realms: ['house'],
    touches: () => ({ streams: [[marketEpochsKind, MARKET_EPOCHS_ID]] }),
    decide: (view, data: Data, { at }: CommandMeta) => {
      return { events: decide(view.state(marketEpochsKind, MARKET_EPOCHS_ID), data, at), answer: null };
    },
  };
}

export const marketEpochHandlers = [
  handler<OpenMarket>('OpenMarket', decideOpen),
  handler<CommitEpoch>('CommitEpoch', decideCommit),
  handler<RevealEpoch>('RevealEpoch', decideReveal),
] as CommandHandler<never, unknown>[];
