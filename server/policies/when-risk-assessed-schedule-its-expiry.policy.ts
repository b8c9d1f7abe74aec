import { planned } from '../core/command.js';
import { ExpireRisk } from '../features/risk/risk.commands.js';
import type { RiskAssessed } from '../features/risk/risk.events.js';
import type { Policy } from './policy.js';

/** What somebody said about himself a year ago says little about him today. */
export const whenRiskAssessedScheduleItsExpiry: Policy = {
  name: 'when-risk-assessed-schedule-its-expiry',
  realms: ['real'],
  eventTypes: ['RiskAssessed'],
  due: (event) => {
    const { userId, assessmentId, expiresAt } = event.data as RiskAssessed;
    const command = planned(ExpireRisk, { userId, assessmentId });
    return [{ id: `expire-risk:${assessmentId}`, dueAt: expiresAt, ...command }];
  },
};
