import type { AccountGate } from '../../core/ports/account-gate.js';
import type { StreamKind } from '../../core/decider.js';
import type { Payees } from '../../core/ports/payees.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { accountKind, mayTrade } from '../../features/account/account.decider.js';
import { accountHandlers } from '../../features/account/account.handler.js';
import { c2cHandlers } from '../../features/c2c/c2c.handler.js';
import { sellerHandlers } from '../../features/c2c/seller.handler.js';
import { conversionHandlers } from '../../features/conversion/conversion.handler.js';
import { depositHandlers } from '../../features/deposit/deposit.handler.js';
import { payeeKind, payingProblem } from '../../features/payee/payee.decider.js';
import { payeeHandlers } from '../../features/payee/payee.handler.js';
import { recoveryHold } from '../../features/security/recovery.handler.js';
import { transferHandlers } from '../../features/transfer/transfer.handler.js';
import { withdrawalHandlers } from '../../features/withdrawal/withdrawal.handler.js';
import { reviewHandlers } from '../../review/review.handler.js';
import type { ReviewKinds } from '../../review/review-kind.js';
import { CommandHandlers } from '../../engine/writer/command-handlers.js';
import { MemoryRealm } from '../../engine/writer/memory-realm.js';

/** The last one has not shown who he is. */
export const PEOPLE: readonly string[] = ['real-p1', 'real-p2', 'real-p3', 'real-p4'];

const gate: AccountGate = {
  stream: (userId) => [accountKind as StreamKind<unknown>, userId],
  refusal: (view, userId, ownerId, at) => mayTrade(view.state(accountKind, userId), at, ownerId),
  nationality: () => null,
};
const payees: Pick<Payees, 'stream' | 'refusal'> = {
  stream: (userId) => [payeeKind as StreamKind<unknown>, userId],
  refusal: (view, userId, payeeId, at) => payingProblem(view.state(payeeKind, userId), payeeId, at),
};
const levels: Pick<VerificationLevels, 'stream' | 'levels'> = {
  stream: (userId) => [accountKind as StreamKind<unknown>, userId],
  levels: (_, userId) => ({ primary: userId !== PEOPLE.at(-1), advanced: false, address: false }),
};

/** The realm in which real money moves, with every command that moves it. */
export function moneyRealm(kinds: ReviewKinds): MemoryRealm {
  const handlers = new CommandHandlers().register(
    ...accountHandlers,
    ...depositHandlers(gate),
    ...withdrawalHandlers({ gate, payees: payees as Payees, hold: recoveryHold }),
    ...payeeHandlers(gate),
    ...transferHandlers(gate),
    ...conversionHandlers(gate),
    ...c2cHandlers(gate, levels as VerificationLevels),
    ...sellerHandlers,
    ...reviewHandlers(kinds),
  );
  return new MemoryRealm('real', handlers);
}
