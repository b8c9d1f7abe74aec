import { ofHouse, ofPersons, type Feature } from '../../engine/feature.js';
import { custodyAudit } from './audit/custody.check.js';
import { custodyEvents } from './custody.events.js';
import { custodyHandlers, type CustodyPorts } from './custody.handler.js';
import { custodyHouseList, custodyOrderList } from './custody.list.js';
import { custodyNotifications } from './custody.notifications.js';
import { custodyOwned } from './custody.owned.js';
import { custodyProjection } from './custody.projection.js';
import { custodyHouseKind, custodyKind, custodyTimetable, openCustody, type CustodyState } from './custody.state.js';
import { custodyTimeline } from './custody.timeline.js';

export const custodyFeature = {
  name: 'custody',
  events: custodyEvents,
  streams: [...ofPersons(custodyKind), ...ofHouse(custodyHouseKind)],
  projections: [custodyProjection],
  historyAudit: custodyAudit,
  staffLists: [custodyOrderList, custodyHouseList],
  timetable: custodyTimetable,
  timeline: custodyTimeline,
  notifications: custodyNotifications,
  counts: { custodyOpen: 'SELECT coalesce(sum(open_count), 0)::bigint AS n FROM custody_house' },
  principal: { kind: custodyKind, of: 'ownerId', principal: (state) => openCustody(state as CustodyState) },
  owned: ({ custodyRates }: Pick<CustodyPorts, 'custodyRates'>) => custodyOwned(custodyRates),
  handlers: (ports: CustodyPorts) => custodyHandlers(ports),
  module: async () => (await import('./custody.module.js')).CustodyModule,
  redecision: () => import('./custody.redecision.js'),
  simulation: () => import('./custody.simulation.js'),
} satisfies Feature;
