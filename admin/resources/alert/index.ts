import AlertIcon from '@mui/icons-material/NotificationsOutlined';
import type { staffAlerts } from '../../../contracts/alert.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const alerts = defineResource<typeof staffAlerts>({
  name: 'alerts',
  permission: 'orders',
  menu: { group: 'people', order: 9, icon: AlertIcon },
  list: page(() => import('./alert-list'), 'AlertList'),
  ofUser: { order: 9, filter: ({ realm, id }) => ({ realm, userId: id }) },
});
