import { ofHouse, type Feature } from '../../policies/feature.js';
import { staffEvents } from './staff-account.events.js';
import { staffHandlers, staffKind } from './staff-account.handler.js';
import { memberList } from './staff-account.list.js';

export const staffFeature = {
  name: 'staff',
  events: staffEvents,
  streams: ofHouse(staffKind),
  staffLists: [memberList],
  handlers: () => staffHandlers,
} satisfies Feature;
