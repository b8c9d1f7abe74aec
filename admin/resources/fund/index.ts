import ValuationIcon from '@mui/icons-material/DonutSmallOutlined';
import FundIcon from '@mui/icons-material/PieChartOutlined';
import type { staffFundNavs, staffFundRequests } from '../../../contracts/fund.calls.js';
import { defineResource, ofRealUser, page } from '../../lib/declaration';

export const fundRequests = defineResource<typeof staffFundRequests>({
  name: 'fund-requests',
  permission: 'orders',
  menu: { group: 'people', order: 16, icon: FundIcon },
  list: page(() => import('./fund-list'), 'FundRequestList'),
  ofUser: { order: 16, filter: ofRealUser },
});

export const fundNavs = defineResource<typeof staffFundNavs>({
  name: 'fund-navs',
  permission: 'orders',
  menu: { group: 'money', order: 16, icon: ValuationIcon },
  list: page(() => import('./fund-list'), 'FundNavList'),
});
