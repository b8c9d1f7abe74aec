import { ofHouse, type Feature } from '../../policies/feature.js';
import { staffEvents } from './staff-account.events.js';
import { staffHandlers, staffKind } from './staff-account.handler.js';

export const staffFeature = {
  name: 'staff',
  events: staffEvents,
  streams: ofHouse(staffKind),
  handlers: () => staffHandlers,
} satisfies Feature;
