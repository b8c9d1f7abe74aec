import type { EventOf, Notifications } from '../../core/notification.js';
import type { RiskExpired } from './risk.events.js';

export const riskNotifications: readonly Notifications[] = [
  {
    // The cap is lower from now on, and a new assessment is the way back.
    sentence: 'when-risk-expired-tell-the-person',
    on: {
      RiskExpired: ({ data: { userId, assessmentId } }: EventOf<RiskExpired>) => ({
        userId,
        messageId: `risk-expired:${assessmentId}`,
        template: 'risk-expired',
        values: {},
        link: '/questionnaire',
      }),
    },
  },
];
