import DepositIcon from '@mui/icons-material/CallReceivedOutlined';
import type { staffDeposits } from '../../../contracts/deposit.staff.calls.js';
import { defineResource, ofRealUser, page } from '../../lib/declaration';

export const deposits = defineResource<typeof staffDeposits>({
  name: 'deposits',
  permission: 'deposits',
  menu: { group: 'people', order: 6, icon: DepositIcon },
  list: page(() => import('./deposit-list'), 'DepositList'),
  reviews: [{ queue: 'deposit', kinds: { 'deposit-proof': {} } }],
  ofUser: { order: 6, filter: ofRealUser },
});
