import BankIcon from '@mui/icons-material/AssuredWorkloadOutlined';
import { defineResource, page } from '../../lib/declaration';

export const bankSim = defineResource({
  name: 'bank-sim',
  permission: 'market',
  menu: { group: 'money', order: 5, icon: BankIcon },
  list: page(() => import('./bank-sim'), 'BankSim'),
});
