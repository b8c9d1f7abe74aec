import TimerIcon from '@mui/icons-material/AlarmOutlined';
import type { staffTimers } from '../../../contracts/staff-lists.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const timers = defineResource<typeof staffTimers>({
  name: 'timers',
  permission: 'events',
  menu: { group: 'history', order: 4, icon: TimerIcon },
  list: page(() => import('./timer-list'), 'TimerList'),
});
