import { ofHouse, type Feature } from '../../engine/feature.js';
import { staffEvents } from './staff-account.events.js';
import { staffHandlers, staffKind } from './staff-account.handler.js';
import { memberList } from './staff-account.list.js';

export const staffFeature = {
  name: 'staff',
  events: staffEvents,
  streams: ofHouse(staffKind),
  staffLists: [memberList],
  counts: {
    staff: 'SELECT count(*)::int AS n FROM staff_accounts WHERE disabled_at IS NULL',
  },
  handlers: () => staffHandlers,
} satisfies Feature;
