import type { StreamKind } from '../core/decider.js';
import { accountKind } from '../features/account/account.decider.js';
import { c2cBuyerKind } from '../features/c2c/c2c-buyer.decider.js';
import { c2cChatKind } from '../features/c2c/c2c-chat.decider.js';
import { c2cKind } from '../features/c2c/c2c.decider.js';
import { sellerKind } from '../features/c2c/seller.decider.js';
import { contentKind } from '../features/content/content.decider.js';
import { conversionKind } from '../features/conversion/conversion.decider.js';
import { creditKind } from '../features/credit/credit.decider.js';
import { depositAddressKind, depositIndexKind, depositPersonKind } from '../features/deposit/address.decider.js';
import { depositProofsKind } from '../features/deposit/deposit-proofs.decider.js';
import { depositKind } from '../features/deposit/deposit.decider.js';
import { instrumentKind } from '../features/instrument/instrument.decider.js';
import { liabilitiesKind } from '../features/liability/liability.decider.js';
import { marketEpochsKind } from '../features/market-epoch/market-epoch.decider.js';
import { messageKind } from '../features/message/message.decider.js';
import { policyKind } from '../features/policy/policy.decider.js';
import { riskKind } from '../features/risk/risk.decider.js';
import { securityKind } from '../features/security/security.decider.js';
import { spotKind } from '../features/spot/spot.state.js';
import { transferKind } from '../features/transfer/transfer.decider.js';
import { withdrawalKind, withdrawalsKind } from '../features/withdrawal/withdrawal.decider.js';
import { reconciliationKind } from '../reconciliation/reconciliation.decider.js';
import { reviewKind } from '../review/review.decider.js';
import { staffKind } from './staff.handler.js';

/** Every kind of stream there is, for whoever shows or checks states without knowing what they mean. */
export const allStreamKinds = [
  accountKind,
  c2cBuyerKind,
  c2cChatKind,
  c2cKind,
  contentKind,
  conversionKind,
  creditKind,
  depositAddressKind,
  depositIndexKind,
  depositKind,
  depositPersonKind,
  depositProofsKind,
  instrumentKind,
  liabilitiesKind,
  marketEpochsKind,
  messageKind,
  policyKind,
  reconciliationKind,
  reviewKind,
  riskKind,
  securityKind,
  sellerKind,
  spotKind,
  staffKind,
  transferKind,
  withdrawalKind,
  withdrawalsKind,
] as readonly unknown[] as readonly StreamKind<never>[];
