import UserIcon from '@mui/icons-material/PeopleAltOutlined';
import type { staffUsers } from '../../../contracts/staff.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const users = defineResource<typeof staffUsers>({
  name: 'users',
  permission: 'users',
  menu: { group: 'people', order: 1, icon: UserIcon },
  list: page(() => import('./user-list'), 'UserList'),
  show: page(() => import('./user-show'), 'UserShow'),
  // The account as it stood.
  pages: { ':id/as-of': page(() => import('./user-as-of'), 'UserAsOf') },
  // What people prove about themselves.
  reviews: [
    {
      queue: 'identity',
      kinds: {
        'identity-primary': {},
        'identity-advanced': {},
        'identity-address': {},
        'identity-recovery': { approved: 'recovery-approved', rejected: 'recovery-rejected' },
      },
    },
    { queue: 'credit', kinds: { 'credit-proof': {} } },
  ],
});
