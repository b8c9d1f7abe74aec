import { planned } from '../core/command.js';
import { SendMessage } from '../features/message/message.commands.js';
import type { RiskExpired } from '../features/risk/risk.events.js';
import type { Policy } from './policy.js';

/** His cap is lower from now on, and a new assessment is the way back. */
export const whenRiskExpiredTellThePerson: Policy = {
  name: 'when-risk-expired-tell-the-person',
  realms: ['real'],
  eventTypes: ['RiskExpired'],
  react: (event) => {
    const { userId, assessmentId } = event.data as RiskExpired;
    const data: SendMessage['data'] = {
      ...{ userId, messageId: `risk-expired:${assessmentId}`, template: 'risk-expired', values: {} },
      link: '/questionnaire',
    };
    return { commands: [planned(SendMessage, data)] };
  },
};
