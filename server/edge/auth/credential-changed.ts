import type { EventOf, Notification } from '../../core/notification.js';

/** Letters go out from where the change is made; this stays readable on the platform. */
export const CREDENTIALS_CHANGED = 'when-security-changed-tell-the-person';

export function credentialChanged(factor: string) {
  return ({ data: { userId }, at, position }: EventOf<{ readonly userId: string }>): Notification => ({
    userId,
    messageId: `factor:${position}`,
    template: 'factor-changed',
    values: { factor: `@message-box:factor.${factor}`, changedAt: at },
    link: '/setting',
  });
}
