import { CREDENTIALS_CHANGED, credentialChanged, type Notifications } from '../../core/notification.js';

export const walletNotifications: readonly Notifications[] = [
  {
    sentence: CREDENTIALS_CHANGED,
    on: { WalletBound: credentialChanged('wallet'), WalletUnbound: credentialChanged('wallet') },
  },
];
