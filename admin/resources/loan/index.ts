import LendingIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import LoanIcon from '@mui/icons-material/RequestQuoteOutlined';
import type { staffLending, staffLoans } from '../../../contracts/loan.calls.js';
import { defineResource, ofRealUser, page } from '../../lib/declaration';

export const loans = defineResource<typeof staffLoans>({
  name: 'loans',
  permission: 'orders',
  menu: { group: 'people', order: 15, icon: LoanIcon },
  list: page(() => import('./loan-list'), 'LoanList'),
  reviews: [{ queue: 'loan', kinds: { 'loan-application': {}, 'loan-payment': {} } }],
  ofUser: { order: 15, filter: ofRealUser },
});

export const lending = defineResource<typeof staffLending>({
  name: 'lending',
  permission: 'orders',
  menu: { group: 'money', order: 15, icon: LendingIcon },
  list: page(() => import('./loan-list'), 'LendingList'),
});
