import StreamIcon from '@mui/icons-material/TimelineOutlined';
import type { staffStreams } from '../../../contracts/staff-history.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const streams = defineResource<typeof staffStreams>({
  name: 'streams',
  permission: 'events',
  menu: { group: 'history', order: 2, icon: StreamIcon },
  list: page(() => import('./stream-list'), 'StreamList'),
  show: page(() => import('./stream-show'), 'StreamShow'),
});
