import { ofPersons, type Feature } from '../../engine/feature.js';
import { accountKind, accountTimetable } from './account.decider.js';
import { accountEvents } from './account.events.js';
import { accountHandlers } from './account.handler.js';
import { usersProjection } from './users.projection.js';
import { lockList, userList } from './account.list.js';
import { accountTimeline } from './account.timeline.js';
import { accountNotifications } from './account.notifications.js';

export const accountFeature = {
  name: 'account',
  events: accountEvents,
  streams: ofPersons(accountKind),
  projections: [usersProjection],
  staffLists: [lockList, userList],
  timetable: accountTimetable,
  timeline: accountTimeline,
  counts: {
    usersReal: `SELECT count(*)::int AS n FROM users WHERE realm = 'real' AND status IN ('active', 'frozen')`,
    usersDemo: `SELECT count(*)::int AS n FROM users WHERE realm = 'demo' AND status = 'active'`,
  },
  notifications: accountNotifications,
  handlers: () => accountHandlers,
  module: async () => (await import('./account.module.js')).AccountModule,
  redecision: () => import('./account.redecision.js'),
  simulation: () => import('./account.simulation.js'),
} satisfies Feature;
