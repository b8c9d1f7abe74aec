import { ofHouse, ofPersons, type Feature } from '../../engine/feature.js';
import { optionEvents } from './option.events.js';
import { optionHandlers, type OptionPorts } from './option.handler.js';
import { optionExposureList, optionHouseList, optionList } from './option.list.js';
import { optionNotifications } from './option.notifications.js';
import { optionOwned } from './option.owned.js';
import { optionProjection } from './option.projection.js';
import { openStakes, optionHouseKind, optionKind, optionTimetable, type OptionState } from './option.state.js';
import { optionTimeline } from './option.timeline.js';

export const optionFeature = {
  name: 'option',
  events: optionEvents,
  streams: [...ofPersons(optionKind), ...ofHouse(optionHouseKind)],
  projections: [optionProjection],
  staffLists: [optionList, optionExposureList, optionHouseList],
  timetable: optionTimetable,
  timeline: optionTimeline,
  notifications: optionNotifications,
  counts: { optionsOpen: 'SELECT coalesce(sum(open_count), 0)::bigint AS n FROM option_house' },
  principal: { kind: optionKind, of: 'ownerId', principal: (state) => openStakes(state as OptionState) },
  owned: () => optionOwned,
  handlers: (ports: OptionPorts) => optionHandlers(ports),
  module: async () => (await import('./option.module.js')).OptionModule,
  simulation: () => import('./option.simulation.js'),
} satisfies Feature;
