import { ofHouse, type Feature } from '../../engine/feature.js';
import { marketEpochsKind } from './market-epoch.decider.js';
import { marketEpochEvents } from './market-epoch.events.js';
import { marketEpochHandlers } from './market-epoch.handler.js';
import { marketProjection } from './market.projection.js';
import { epochList } from './market-epoch.list.js';

export const marketEpochFeature = {
  name: 'market-epoch',
  events: marketEpochEvents,
  streams: ofHouse(marketEpochsKind),
  projections: [marketProjection],
  staffLists: [epochList],
  handlers: () => marketEpochHandlers,
} satisfies Feature;
