import OutboxIcon from '@mui/icons-material/OutboxOutlined';
import { defineResource, page } from '../../lib/declaration';

export const outbox = defineResource({
  name: 'outbox',
  permission: 'messages',
  menu: { group: 'people', order: 3, icon: OutboxIcon },
  list: page(() => import('./outbox'), 'Outbox'),
});
