import type { EventOf, Notifications } from '../../core/notification.js';
import { CREDENTIALS_CHANGED, credentialChanged } from '../../edge/auth/credential-changed.js';
import type { AccountFrozen, AccountUnfrozen, NewDeviceSeen } from './account.events.js';

export const accountNotifications: readonly Notifications[] = [
  {
    // They read it once they are in again; the letter goes out from where the account was frozen.
    sentence: 'when-account-frozen-tell-the-person',
    on: {
      AccountFrozen: ({ data: { userId }, at, position }: EventOf<AccountFrozen>) => ({
        userId,
        messageId: `frozen:${position}`,
        template: 'account-frozen',
        values: { frozenAt: at },
        link: '/setting',
      }),
      AccountUnfrozen: ({ data: { userId }, at, position }: EventOf<AccountUnfrozen>) => ({
        userId,
        messageId: `frozen:${position}`,
        template: 'account-unfrozen',
        values: { unfrozenAt: at },
        link: '/setting',
      }),
    },
  },
  {
    // Which device and from where is in the list of sessions, which only they see.
    sentence: 'when-new-device-seen-tell-the-person',
    on: {
      NewDeviceSeen: ({ data: { userId }, at, position }: EventOf<NewDeviceSeen>) => ({
        userId,
        messageId: `device:${position}`,
        template: 'new-device',
        values: { seenAt: at },
        link: '/setting',
      }),
    },
  },
  { sentence: CREDENTIALS_CHANGED, on: { LoginPasswordChanged: credentialChanged('login-password') } },
];
