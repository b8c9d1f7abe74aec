import EventIcon from '@mui/icons-material/HistoryOutlined';
import { defineResource, page } from '../../lib/declaration';

export const events = defineResource({
  name: 'events',
  permission: 'events',
  menu: { group: 'history', order: 1, icon: EventIcon },
  list: page(() => import('./event-list'), 'EventList'),
  show: page(() => import('./event-show'), 'EventShow'),
  ofUser: { order: 3, filter: ({ realm, ownerId }) => ({ realm, owner: ownerId }) },
});
