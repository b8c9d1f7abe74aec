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
import { documentKind, identityKind } from '../features/identity/identity.decider.js';
import { instrumentKind } from '../features/instrument/instrument.decider.js';
import { liabilitiesKind } from '../features/liability/liability.decider.js';
import { marketEpochsKind } from '../features/market-epoch/market-epoch.decider.js';
import { messageKind } from '../features/message/message.decider.js';
import { payeeKind } from '../features/payee/payee.decider.js';
import { policyKind } from '../features/policy/policy.decider.js';
import { riskKind } from '../features/risk/risk.decider.js';
import { securityKind } from '../features/security/security.decider.js';
import { spotKind } from '../features/spot/spot.state.js';
import { transferKind } from '../features/transfer/transfer.decider.js';
import { walletKind } from '../features/wallet/wallet.decider.js';
import { withdrawalKind, withdrawalsKind } from '../features/withdrawal/withdrawal.decider.js';
import { reconciliationKind } from '../reconciliation/reconciliation.decider.js';
import { reviewKind } from '../review/review.decider.js';
import { staffKind } from './staff.handler.js';

/** A kind of stream, and whether the person whom its events name hears of them at once. */
export interface StreamDeclaration {
  readonly kind: StreamKind<unknown>;
  /** `person`: `userId` of the event's data hears it. `house`: how we work, or what reaches people another way. */
  readonly audience: 'person' | 'house';
}

const declare = (audience: StreamDeclaration['audience'], ...kinds: readonly unknown[]): StreamDeclaration[] =>
  (kinds as readonly StreamKind<unknown>[]).map((kind) => ({ kind, audience }));

/** Every kind of stream there is: console, replay, audit and pushed changes read this list alone. */
export const streamDeclarations: readonly StreamDeclaration[] = [
  ...declare('person', accountKind, securityKind, walletKind, identityKind, riskKind, creditKind, messageKind),
  ...declare('person', depositAddressKind, depositKind, depositPersonKind, depositProofsKind),
  ...declare('person', payeeKind, withdrawalKind, withdrawalsKind, c2cKind, c2cBuyerKind, c2cChatKind),
  ...declare('person', conversionKind, transferKind),
  // A document's stream is named by its number's fingerprint, and a review tells who decided how far.
  ...declare('house', documentKind, reviewKind, staffKind, policyKind, contentKind, sellerKind, reconciliationKind),
  ...declare('house', instrumentKind, spotKind, marketEpochsKind, liabilitiesKind, depositIndexKind),
];

const byName = new Map(streamDeclarations.map((declaration) => [declaration.kind.name, declaration]));

/** Streams are named `<kind>-<id>`. `undefined`: no kind has that name. */
export function declarationOf(stream: string): (StreamDeclaration & { readonly id: string }) | undefined {
  const dash = stream.indexOf('-');
  const declaration = byName.get(stream.slice(0, Math.max(dash, 0)));
  return declaration && { ...declaration, id: stream.slice(dash + 1) };
}
