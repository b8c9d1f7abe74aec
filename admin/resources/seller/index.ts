import SellerIcon from '@mui/icons-material/StorefrontOutlined';
import { defineResource, page } from '../../lib/declaration';

export const sellers = defineResource({
  name: 'sellers',
  permission: 'sellers',
  menu: { group: 'market', order: 2, icon: SellerIcon },
  list: page(() => import('./seller-list'), 'SellerList'),
  show: page(() => import('./seller-show'), 'SellerShow'),
});
