import type { Policy } from './policy.js';
import { whenAccountErasedCancelItsOrders } from './when-account-erased-cancel-its-orders.policy.js';
import { whenAccountFrozenCancelItsOrders } from './when-account-frozen-cancel-its-orders.policy.js';
import { whenAccountFrozenTellThePerson } from './when-account-frozen-tell-the-person.policy.js';
import { whenC2cOrderMovesTellThePerson } from './when-c2c-order-moves-tell-the-person.policy.js';
import { whenDemoLifeEndsCancelItsOrders } from './when-demo-life-ends-cancel-its-orders.policy.js';
import { whenDepositMovedTellThePerson } from './when-deposit-moved-tell-the-person.policy.js';
import { whenGoogleChangedForgetWhatItWas } from './when-google-changed-forget-what-it-was.policy.js';
import { whenGoogleRemovedEndTheSessions } from './when-google-removed-end-the-sessions.policy.js';
import { whenIdentityPassedRaiseTheCreditScore } from './when-identity-passed-raise-the-credit-score.policy.js';
import { whenNewDeviceSeenTellThePerson } from './when-new-device-seen-tell-the-person.policy.js';
import { whenPayeesChangedTellThePerson } from './when-payees-changed-tell-the-person.policy.js';
import { whenRecoveryMovesTellThePerson } from './when-recovery-moves-tell-the-person.policy.js';
import { whenReviewDecidedTellThePerson } from './when-review-decided-tell-the-person.policy.js';
import { whenReviewOpenedScreenIt } from './when-review-opened-screen-it.policy.js';
import { whenRiskExpiredTellThePerson } from './when-risk-expired-tell-the-person.policy.js';
import { whenSecurityChangedTellThePerson } from './when-security-changed-tell-the-person.policy.js';
import { whenWithdrawalEndedTellThePerson } from './when-withdrawal-ended-tell-the-person.policy.js';

/** Every reaction between nouns; the names are sentences. */
export const allPolicies: readonly Policy[] = [
  whenDemoLifeEndsCancelItsOrders,
  whenAccountErasedCancelItsOrders,
  whenAccountFrozenCancelItsOrders,
  whenAccountFrozenTellThePerson,
  whenDepositMovedTellThePerson,
  whenC2cOrderMovesTellThePerson,
  whenGoogleChangedForgetWhatItWas,
  whenGoogleRemovedEndTheSessions,
  whenIdentityPassedRaiseTheCreditScore,
  whenNewDeviceSeenTellThePerson,
  whenPayeesChangedTellThePerson,
  whenRecoveryMovesTellThePerson,
  whenReviewDecidedTellThePerson,
  whenReviewOpenedScreenIt,
  whenRiskExpiredTellThePerson,
  whenSecurityChangedTellThePerson,
  whenWithdrawalEndedTellThePerson,
];
