import { handle } from '../server/core/command.js';
import { commandOf } from '../server/core/command.testkit.js';
import type { StreamKind } from '../server/core/decider.js';
import type { AccountGate } from '../server/core/ports/account-gate.js';
import type { VerificationLevels } from '../server/core/ports/verification.js';
import { declareEventTypes } from '../server/engine/history/event-types.js';
import { HOUSE, userAccount } from '../server/engine/ledger/chart.js';
import { amount } from '../shared/money.js';

declareEventTypes({ type: 'BenchFundsGiven', schema: 1 });
const nothing: StreamKind<null> = { name: 'given', initial: () => null, evolve: () => null };

/** Nobody is frozen. */
export const gate: AccountGate = { stream: (id) => [nothing, id], refusal: () => undefined, nationality: () => null };

/** Everybody is verified by their document. */
export const levels = {
  stream: (id) => [nothing, id],
  levels: () => ({ primary: true, advanced: false, address: false }),
} satisfies Pick<VerificationLevels, 'stream' | 'levels'> as unknown as VerificationLevels;

/** So much USDT for an owner's finance space, from the market maker. */
export const giveFunds = handle(commandOf<{ ownerId: string; sum: string }>('GiveBenchFunds'), {
  realms: ['real'],
  scope: ({ ownerId }) => ({ streams: [[nothing, ownerId]] }),
  decide: (_, { ownerId, sum }) => {
    const postings = [
      { account: HOUSE.marketMaker.account, asset: 'USDT', amount: -amount(sum) },
      { account: userAccount(ownerId, 'finance', 'available'), asset: 'USDT', amount: amount(sum) },
    ];
    const event = { stream: `given-${ownerId}`, type: 'BenchFundsGiven', schema: 1, data: {}, postings };
    return { events: [event], answer: null };
  },
});
