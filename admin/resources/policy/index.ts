import PolicyIcon from '@mui/icons-material/GavelOutlined';
import type { staffPolicies } from '../../../contracts/policy-change.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const policies = defineResource<typeof staffPolicies>({
  name: 'policies',
  permission: 'market',
  menu: { group: 'market', order: 3, icon: PolicyIcon },
  list: page(() => import('./policy-list'), 'PolicyList'),
  show: page(() => import('./policy-show'), 'PolicyShow'),
  lists: { 'policy-versions': 'market', 'policy-proposals': 'market', decisions: 'users' },
});
