import AccountIcon from '@mui/icons-material/AccountBalanceOutlined';
import type { staffLedgerAccounts } from '../../../contracts/staff-history.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const ledgerAccounts = defineResource<typeof staffLedgerAccounts>({
  name: 'ledger-accounts',
  permission: 'ledger',
  menu: { group: 'money', order: 1, icon: AccountIcon },
  list: page(() => import('./account-list'), 'AccountList'),
  show: page(() => import('./account-show'), 'AccountShow'),
  ofUser: { order: 4, filter: ({ realm, ownerId }) => ({ realm, account: `user/${ownerId}` }) },
});
