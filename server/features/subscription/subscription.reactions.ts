import { planned } from '../../core/command.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Reaction } from '../../engine/reactions/reaction.js';
import { ListInstruments } from '../../market/instrument/instrument.commands.js';
import type { NewCoinListed } from './subscription.events.js';

/** The catalogue is of the house: it takes the coin up once, whatever crashes in between. */
export const subscriptionReactions: readonly Reaction[] = [
  {
    name: 'when-new-coin-is-allotted-list-the-instrument',
    realms: ['real'],
    on: {
      NewCoinListed: ({ data: { spec } }: RecordedEvent<string, NewCoinListed>) => ({
        commands: [{ ...planned(ListInstruments, { specs: [spec] }), realm: 'house' }],
      }),
    },
  },
];
