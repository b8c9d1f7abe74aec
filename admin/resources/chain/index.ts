import ChainIcon from '@mui/icons-material/VerifiedUserOutlined';
import { defineResource, page } from '../../lib/declaration';

export const chain = defineResource({
  name: 'chain',
  permission: 'events',
  menu: { group: 'history', order: 3, icon: ChainIcon },
  list: page(() => import('./chain-status'), 'ChainStatus'),
});
