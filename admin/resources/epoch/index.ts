import EpochIcon from '@mui/icons-material/LockClockOutlined';
import type { staffEpochs } from '../../../contracts/market.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const epochs = defineResource<typeof staffEpochs>({
  name: 'epochs',
  permission: 'market',
  menu: { group: 'market', order: 4, icon: EpochIcon },
  list: page(() => import('./epoch-list'), 'EpochList'),
  show: page(() => import('./epoch-show'), 'EpochShow'),
});
