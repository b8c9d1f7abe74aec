import TradeIcon from '@mui/icons-material/HandshakeOutlined';
import { defineResource, page } from '../../lib/declaration';

export const trades = defineResource({
  name: 'trades',
  permission: 'trades',
  menu: { group: 'people', order: 5, icon: TradeIcon },
  list: page(() => import('./trade-list'), 'TradeList'),
  show: page(() => import('./trade-show'), 'TradeShow'),
  ofUser: { order: 2, filter: ({ realm, ownerId }) => ({ realm, ownerId }) },
});
