import type { Notifications } from '../../core/notification.js';
import { CREDENTIALS_CHANGED, credentialChanged } from '../../edge/auth/credential-changed.js';

export const walletNotifications: readonly Notifications[] = [
  {
    sentence: CREDENTIALS_CHANGED,
    on: { WalletBound: credentialChanged('wallet'), WalletUnbound: credentialChanged('wallet') },
  },
];
