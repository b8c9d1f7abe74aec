import { accountRefusals } from './account.contract.js';
import { agreementRefusals } from './agreement.contract.js';
import { alertRefusals } from './alert.contract.js';
import { assetRefusals } from './asset.contract.js';
import { bankRefusals } from './bank.contract.js';
import { chainRefusals } from './chain.contract.js';
import { c2cRefusals } from './c2c.contract.js';
import { contentRefusals } from './content.contract.js';
import { identityRefusals } from './identity.contract.js';
import { conversionRefusals } from './conversion.contract.js';
import { contractHaltRefusals } from './contract-halt.contract.js';
import { corporateActionRefusals } from './corporate-action.contract.js';
import { custodyRefusals } from './custody.contract.js';
import { fundRefusals } from './fund.contract.js';
import { subscriptionRefusals } from './subscription.contract.js';
import { rewardRefusals } from './reward.contract.js';
import { creditRefusals } from './credit.contract.js';
import { depositRefusals } from './deposit.contract.js';
import { liabilityRefusals } from './liability.contract.js';
import { marketRefusals } from './market.contract.js';
import { reviewRefusals } from './review.contract.js';
import { loanRefusals } from './loan.contract.js';
import { messageRefusals } from './message.contract.js';
import { securityRefusals } from './security.contract.js';
import { payeeRefusals } from './payee.contract.js';
import { personalRefusals } from './personal.contract.js';
import { publicLogRefusals } from './public-log.contract.js';
import { policyRefusals } from './policy-change.contract.js';
import type { PolicyName } from './policy.contract.js';
import { riskRefusals } from './risk.contract.js';
import { contractRefusals } from './contract.contract.js';
import { rollRefusals } from './contract.roll.contract.js';
import { optionRefusals } from './option.contract.js';
import { sellerRefusals } from './c2c.seller.contract.js';
import { orderRefusals } from './order.contract.js';
import { staffRefusals } from './staff-lists.contract.js';
import { transferRefusals } from './transfer.contract.js';
import { walletRefusals } from './wallet.contract.js';
import { supportRefusals } from './support.contract.js';
import { watchlistRefusals } from './watchlist.contract.js';
import { withdrawalRefusals } from './withdrawal.contract.js';

/** How a refusal travels: the HTTP status, and the envelope code when it is not simply that status (or 1 under 200). */
export interface RefusalRule {
  status: 200 | 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  code?: number;
  /** The field of the call that it is about, where the refusal itself names no other. */
  field?: string;
  /** The policy that decides it: such a refusal names its policy and version beside the figures. */
  policy?: PolicyName;
  /** Nothing was decided yet: the same request may be sent again, once the server is free or the person has done what it needs. */
  retryable?: true;
}

/** Refusals that belong to the wire and not to one noun. */
export const requestRefusals = {
  'request.malformed': { status: 400 },
  'request.field-missing': { status: 400 },
  'request.field-invalid': { status: 400 },
  'request.field-unknown': { status: 400 },
  'request.token-invalid': { status: 400 },
  'request.token-reused': { status: 409 },
  'request.unknown-route': { status: 404 },
  'request.method-not-allowed': { status: 405 },
  'request.too-large': { status: 413 },
  'request.media-type': { status: 415 },
  'request.too-many': { status: 429, retryable: true },
  'file.one-at-a-time': { status: 429 },
  'file.too-many': { status: 429 },
  'request.error': { status: 500 },
  'request.unavailable': { status: 503, retryable: true },
} as const satisfies Record<string, RefusalRule>;

/** Every refusal the platform can answer. Each has a message in nine languages: under `refusal` in its noun's file of texts. */
export const refusals = {
  ...requestRefusals,
  ...accountRefusals,
  ...agreementRefusals,
  ...alertRefusals,
  ...c2cRefusals,
  ...chainRefusals,
  ...assetRefusals,
  ...bankRefusals,
  ...contentRefusals,
  ...conversionRefusals,
  ...contractHaltRefusals,
  ...corporateActionRefusals,
  ...creditRefusals,
  ...depositRefusals,
  ...identityRefusals,
  ...liabilityRefusals,
  ...loanRefusals,
  ...marketRefusals,
  ...messageRefusals,
  ...contractRefusals,
  ...rollRefusals,
  ...custodyRefusals,
  ...fundRefusals,
  ...rewardRefusals,
  ...subscriptionRefusals,
  ...optionRefusals,
  ...reviewRefusals,
  ...securityRefusals,
  ...payeeRefusals,
  ...personalRefusals,
  ...policyRefusals,
  ...publicLogRefusals,
  ...riskRefusals,
  ...sellerRefusals,
  ...orderRefusals,
  ...staffRefusals,
  ...transferRefusals,
  ...walletRefusals,
  ...supportRefusals,
  ...watchlistRefusals,
  ...withdrawalRefusals,
} as const;

export type RefusalCode = keyof typeof refusals;
