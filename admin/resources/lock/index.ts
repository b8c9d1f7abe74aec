import LockIcon from '@mui/icons-material/LockPersonOutlined';
import { defineResource, page } from '../../lib/declaration';

export const locks = defineResource({
  name: 'locks',
  permission: 'users',
  menu: { group: 'people', order: 2, icon: LockIcon },
  list: page(() => import('./lock-list'), 'LockList'),
});
