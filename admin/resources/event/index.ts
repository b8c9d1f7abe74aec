import EventIcon from '@mui/icons-material/HistoryOutlined';
import type { staffEvents } from '../../../contracts/staff-history.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const events = defineResource<typeof staffEvents>({
  name: 'events',
  permission: 'events',
  menu: { group: 'history', order: 1, icon: EventIcon },
  list: page(() => import('./event-list'), 'EventList'),
  show: page(() => import('./event-show'), 'EventShow'),
  ofUser: { order: 3, filter: ({ realm, ownerId }) => ({ realm, owner: ownerId }) },
});
