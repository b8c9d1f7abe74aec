import { ofPersons, type Feature } from '../../policies/feature.js';
import { accountKind } from './account.decider.js';
import { accountEvents } from './account.events.js';
import { accountHandlers } from './account.handler.js';
import { usersProjection } from './users.projection.js';

export const accountFeature = {
  name: 'account',
  events: accountEvents,
  streams: ofPersons(accountKind),
  projections: [usersProjection],
  handlers: () => accountHandlers,
} satisfies Feature;
