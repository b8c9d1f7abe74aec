import StreamIcon from '@mui/icons-material/TimelineOutlined';
import { defineResource, page } from '../../lib/declaration';

export const streams = defineResource({
  name: 'streams',
  permission: 'events',
  menu: { group: 'history', order: 2, icon: StreamIcon },
  list: page(() => import('./stream-list'), 'StreamList'),
  show: page(() => import('./stream-show'), 'StreamShow'),
});
