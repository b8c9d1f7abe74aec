import WithdrawalIcon from '@mui/icons-material/CallMadeOutlined';
import { lazy } from 'react';
import { WITHDRAWAL_PRESETS } from '../../../contracts/withdrawal.contract.js';
import type { staffWithdrawals } from '../../../contracts/withdrawal.staff.calls.js';
import { defineResource, ofRealUser, page } from '../../lib/declaration';

export const withdrawals = defineResource<typeof staffWithdrawals>({
  name: 'withdrawals',
  permission: 'withdrawals',
  menu: { group: 'people', order: 7, icon: WithdrawalIcon },
  list: page(() => import('./withdrawal-list'), 'WithdrawalList'),
  reviews: [
    {
      queue: 'withdrawal',
      kinds: { 'withdrawal-crypto': {}, 'withdrawal-bank': {} },
      beside: lazy(async () => ({ default: (await import('./money-around')).MoneyAround })),
    },
  ],
  banner: page(() => import('./pause-banner'), 'PauseBanner'),
  ofUser: { order: 7, filter: ofRealUser },
  policyPresets: { 'withdrawal.rules': WITHDRAWAL_PRESETS },
});
