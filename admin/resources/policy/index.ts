import PolicyIcon from '@mui/icons-material/GavelOutlined';
import { defineResource, page } from '../../lib/declaration';

export const policies = defineResource({
  name: 'policies',
  permission: 'market',
  menu: { group: 'market', order: 3, icon: PolicyIcon },
  list: page(() => import('./policy-list'), 'PolicyList'),
  show: page(() => import('./policy-show'), 'PolicyShow'),
  lists: { 'policy-versions': 'market', 'policy-proposals': 'market', decisions: 'users' },
});
