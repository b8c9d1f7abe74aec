import { ofHouse, ofPersons, type Feature } from '../../engine/feature.js';
import { fundAudit } from './fund.check.js';
import { fundEvents } from './fund.events.js';
import { fundHandlers, type FundPorts } from './fund.handler.js';
import { fundNavList, fundRequestList } from './fund.list.js';
import { fundNotifications } from './fund.notifications.js';
import { fundOwned } from './fund.owned.js';
import { fundProjection } from './fund.projection.js';
import { fundHouseKind, fundKind, fundTimetable, openFunds, type FundState } from './fund.state.js';
import { fundTimeline } from './fund.timeline.js';

export const fundFeature = {
  name: 'fund',
  events: fundEvents,
  streams: [...ofPersons(fundKind), ...ofHouse(fundHouseKind)],
  projections: [fundProjection],
  historyAudit: fundAudit,
  staffLists: [fundRequestList, fundNavList],
  timetable: fundTimetable,
  timeline: fundTimeline,
  notifications: fundNotifications,
  counts: { fundBuyers: `SELECT count(DISTINCT user_id) AS n FROM fund_requests WHERE status = 'success'` },
  principal: { kind: fundKind, of: 'ownerId', principal: (state) => openFunds(state as FundState) },
  owned: (ports: FundPorts) => fundOwned(ports),
  handlers: (ports: FundPorts) => fundHandlers(ports),
  module: async () => (await import('./fund.module.js')).FundModule,
  simulation: () => import('./fund.simulation.js'),
} satisfies Feature;
