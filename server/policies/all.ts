import type { Policy } from './policy.js';
import { whenAccountErasedCancelItsOrders } from './when-account-erased-cancel-its-orders.policy.js';
import { whenAccountFrozenCancelItsOrders } from './when-account-frozen-cancel-its-orders.policy.js';
import { whenAccountFrozenTellThePerson } from './when-account-frozen-tell-the-person.policy.js';
import { whenC2cOrderMovesTellThePerson } from './when-c2c-order-moves-tell-the-person.policy.js';
import { whenC2cTimeRunsScheduleItsExpiry } from './when-c2c-time-runs-schedule-its-expiry.policy.js';
import { whenDemoLifeEndsCancelItsOrders } from './when-demo-life-ends-cancel-its-orders.policy.js';
import { whenDemoOpenedScheduleItsExpiry } from './when-demo-opened-schedule-its-expiry.policy.js';
import { whenDepositMovedTellThePerson } from './when-deposit-moved-tell-the-person.policy.js';
import { whenGoogleChangedForgetWhatItWas } from './when-google-changed-forget-what-it-was.policy.js';
import { whenGoogleRemovedEndTheSessions } from './when-google-removed-end-the-sessions.policy.js';
import { whenIdentityPassedRaiseTheCreditScore } from './when-identity-passed-raise-the-credit-score.policy.js';
import { whenNewDeviceSeenTellThePerson } from './when-new-device-seen-tell-the-person.policy.js';
import { whenPayeesChangedTellThePerson } from './when-payees-changed-tell-the-person.policy.js';
import { whenLiabilitiesFellDueScheduleTheNext } from './when-liabilities-fell-due-schedule-the-next.policy.js';
import { whenPolicyScheduledScheduleItsEffect } from './when-policy-scheduled-schedule-its-effect.policy.js';
import { whenReconciliationFellDueScheduleTheNext } from './when-reconciliation-fell-due-schedule-the-next.policy.js';
import { whenRecoveryApprovedScheduleItsEffect } from './when-recovery-approved-schedule-its-effect.policy.js';
import { whenRecoveryMovesTellThePerson } from './when-recovery-moves-tell-the-person.policy.js';
import { whenReviewDecidedTellThePerson } from './when-review-decided-tell-the-person.policy.js';
import { whenReviewOpenedScreenIt } from './when-review-opened-screen-it.policy.js';
import { whenRiskAssessedScheduleItsExpiry } from './when-risk-assessed-schedule-its-expiry.policy.js';
import { whenRiskExpiredTellThePerson } from './when-risk-expired-tell-the-person.policy.js';
import { whenSecurityChangedTellThePerson } from './when-security-changed-tell-the-person.policy.js';
import { whenWithdrawalEndedTellThePerson } from './when-withdrawal-ended-tell-the-person.policy.js';

/** Every reaction between nouns; the names are sentences. */
export const allPolicies: readonly Policy[] = [
  whenDemoOpenedScheduleItsExpiry,
  whenDemoLifeEndsCancelItsOrders,
  whenAccountErasedCancelItsOrders,
  whenAccountFrozenCancelItsOrders,
  whenAccountFrozenTellThePerson,
  whenDepositMovedTellThePerson,
  whenC2cTimeRunsScheduleItsExpiry,
  whenC2cOrderMovesTellThePerson,
  whenGoogleChangedForgetWhatItWas,
  whenGoogleRemovedEndTheSessions,
  whenIdentityPassedRaiseTheCreditScore,
  whenLiabilitiesFellDueScheduleTheNext,
  whenNewDeviceSeenTellThePerson,
  whenPayeesChangedTellThePerson,
  whenPolicyScheduledScheduleItsEffect,
  whenReconciliationFellDueScheduleTheNext,
  whenRecoveryApprovedScheduleItsEffect,
  whenRecoveryMovesTellThePerson,
  whenReviewDecidedTellThePerson,
  whenReviewOpenedScreenIt,
  whenRiskAssessedScheduleItsExpiry,
  whenRiskExpiredTellThePerson,
  whenSecurityChangedTellThePerson,
  whenWithdrawalEndedTellThePerson,
];
