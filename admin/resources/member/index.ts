import MemberIcon from '@mui/icons-material/BadgeOutlined';
import { defineResource, page } from '../../lib/declaration';

export const members = defineResource({
  name: 'members',
  permission: 'staff',
  menu: { group: 'staff', order: 1, icon: MemberIcon },
  list: page(() => import('./member-list'), 'MemberList'),
});
