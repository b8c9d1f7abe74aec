import { ofPersons, type Feature } from '../../policies/feature.js';
import { accountKind, accountTimetable } from './account.decider.js';
import { accountEvents } from './account.events.js';
import { accountHandlers } from './account.handler.js';
import { usersProjection } from './users.projection.js';
import { lockList, userList } from './account.list.js';

export const accountFeature = {
  name: 'account',
  events: accountEvents,
  streams: ofPersons(accountKind),
  projections: [usersProjection],
  staffLists: [lockList, userList],
  timetable: accountTimetable,
  handlers: () => accountHandlers,
} satisfies Feature;
