import MemberIcon from '@mui/icons-material/BadgeOutlined';
import type { staffMembers } from '../../../contracts/staff-lists.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const members = defineResource<typeof staffMembers>({
  name: 'members',
  permission: 'staff',
  menu: { group: 'staff', order: 1, icon: MemberIcon },
  list: page(() => import('./member-list'), 'MemberList'),
});
