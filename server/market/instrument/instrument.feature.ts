import { ofHouse, type Feature } from '../../engine/feature.js';
import { instrumentKind } from './instrument.decider.js';
import { instrumentEvents } from './instrument.events.js';
import { instrumentHandlers } from './instrument.handler.js';
import { instrumentList } from './instrument.list.js';

export const instrumentFeature = {
  name: 'instrument',
  events: instrumentEvents,
  streams: ofHouse(instrumentKind),
  staffLists: [instrumentList],
  handlers: () => instrumentHandlers,
} satisfies Feature;
