import LockIcon from '@mui/icons-material/LockPersonOutlined';
import type { staffLocks } from '../../../contracts/staff-lists.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const locks = defineResource<typeof staffLocks>({
  name: 'locks',
  permission: 'users',
  menu: { group: 'people', order: 2, icon: LockIcon },
  list: page(() => import('./lock-list'), 'LockList'),
});
