import NetworkIcon from '@mui/icons-material/HubOutlined';
import { defineResource, page } from '../../lib/declaration';

export const chainSim = defineResource({
  name: 'chain-sim',
  permission: 'market',
  menu: { group: 'money', order: 4, icon: NetworkIcon },
  list: page(() => import('./chain-sim'), 'ChainSim'),
});
