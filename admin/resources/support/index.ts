import SupportIcon from '@mui/icons-material/SupportAgentOutlined';
import type { staffSupport } from '../../../contracts/support.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const supportConversations = defineResource<typeof staffSupport>({
  name: 'support',
  permission: 'conversations',
  menu: { group: 'people', order: 10, icon: SupportIcon },
  list: page(() => import('./support-list'), 'SupportList'),
  show: page(() => import('./support-show'), 'SupportShow'),
  ofUser: { order: 13, filter: ({ realm, id }) => ({ realm, userId: id }) },
  ids: 'support-',
});
