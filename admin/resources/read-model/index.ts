import ReadModelIcon from '@mui/icons-material/StorageOutlined';
import { defineResource, page } from '../../lib/declaration';

export const readModels = defineResource({
  name: 'read-models',
  permission: 'events',
  menu: { group: 'history', order: 5, icon: ReadModelIcon },
  list: page(() => import('./read-models'), 'ReadModels'),
});
