import HaltIcon from '@mui/icons-material/FrontHandOutlined';
import type { staffContractHalts } from '../../../contracts/contract-halt.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const contractHalts = defineResource<typeof staffContractHalts>({
  name: 'contract-halts',
  permission: 'market',
  menu: { group: 'derivatives', order: 13, icon: HaltIcon },
  list: page(() => import('./contract-halt-list'), 'HaltList'),
  show: page(() => import('./contract-halt-show'), 'HaltShow'),
});
