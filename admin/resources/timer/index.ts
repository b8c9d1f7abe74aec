import TimerIcon from '@mui/icons-material/AlarmOutlined';
import { defineResource, page } from '../../lib/declaration';

export const timers = defineResource({
  name: 'timers',
  permission: 'events',
  menu: { group: 'history', order: 4, icon: TimerIcon },
  list: page(() => import('./timer-list'), 'TimerList'),
});
