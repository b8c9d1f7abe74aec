import type { Policy } from './policy.js';
import { whenDemoLifeEndsCancelItsOrders } from './when-demo-life-ends-cancel-its-orders.policy.js';
import { whenDemoOpenedScheduleItsExpiry } from './when-demo-opened-schedule-its-expiry.policy.js';
import { whenRiskAssessedScheduleItsExpiry } from './when-risk-assessed-schedule-its-expiry.policy.js';
import { whenRiskExpiredTellThePerson } from './when-risk-expired-tell-the-person.policy.js';

/** Every reaction between nouns; the names are sentences. */
export const allPolicies: readonly Policy[] = [
  whenDemoOpenedScheduleItsExpiry,
  whenDemoLifeEndsCancelItsOrders,
  whenRiskAssessedScheduleItsExpiry,
  whenRiskExpiredTellThePerson,
];
