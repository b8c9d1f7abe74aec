import TradeIcon from '@mui/icons-material/HandshakeOutlined';
import type { staffTrades } from '../../../contracts/staff.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const trades = defineResource<typeof staffTrades>({
  name: 'trades',
  permission: 'trades',
  menu: { group: 'people', order: 5, icon: TradeIcon },
  list: page(() => import('./trade-list'), 'TradeList'),
  show: page(() => import('./trade-show'), 'TradeShow'),
  ofUser: { order: 2, filter: ({ realm, ownerId }) => ({ realm, ownerId }) },
});
