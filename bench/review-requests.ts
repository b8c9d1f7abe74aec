import { randomBytes } from 'node:crypto';
import { handle } from '../server/core/command.js';
import { commandOf } from '../server/core/command.testkit.js';
import type { StreamKind } from '../server/core/decider.js';
import { amount } from '../shared/money.js';
import { isRefusal } from '../server/core/refusal.js';
import { openPool } from '../server/engine/history/database.js';
import { accountKind } from '../server/features/account/account.decider.js';
import { accountHandlers } from '../server/features/account/account.handler.js';
import { decideSubmit, withdrawalKind, withdrawalsKind } from '../server/features/withdrawal/withdrawal.decider.js';
import { eligibilityOf, requestOf } from '../server/features/withdrawal/withdrawal.testkit.js';
import { migrate } from '../server/engine/history/migrate.js';
import { openVault } from '../server/engine/vault/vault.js';
import { reviewKind } from '../server/review/review.decider.js';
import { reviewOpened } from '../server/review/review.events.js';
import { CommandHandlers } from '../server/engine/writer/command-handlers.js';
import { Writers } from '../server/engine/writer/writers.js';
import { signedStore } from '../server/engine/history/signed-store.testkit.js';

const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const known = <State>(kind: StreamKind<State>) => kind as StreamKind<unknown>;

type BenchRequest = {
  readonly userId: string;
  readonly withdrawalId: string;
  readonly sealed: ReturnType<typeof requestOf>['payee'];
};

/** Money and a request that waits, in one append; the rules of asking are measured elsewhere (`withdrawal`). */
const ask = handle(commandOf<BenchRequest, null>('BenchAsk'), {
  realms: ['real'],
  scope: ({ userId, withdrawalId }) => ({
    streams: [
      [known(accountKind), userId],
      [known(withdrawalKind), withdrawalId],
      [known(withdrawalsKind), userId],
      [known(reviewKind), withdrawalId],
    ],
  }),
  decide: (_view, { userId, withdrawalId, sealed }) => {
    const sum = amount('1000');
    const ownerId = `${userId}.1`;
    const postings = [
      { account: 'house/market-maker', asset: 'USDT', amount: -sum },
      { account: `user/${ownerId}/spot/available`, asset: 'USDT', amount: sum },
    ];
    const requested = decideSubmit(requestOf({ withdrawalId, userId, ownerId, payee: sealed }), eligibilityOf());
    if (isRefusal(requested)) return requested;
    const opened = reviewOpened({ requestId: withdrawalId, kind: 'withdrawal-crypto', userId });
    // An event that the server knows, so that its read models go on.
    const seen = { userId, sessionId: 'bench' };
    const funded = { stream: `account-${userId}`, type: 'NewDeviceSeen', schema: 1, data: seen, postings };
    return { events: [funded, ...requested, opened], answer: null };
  },
});

/**
 * Puts real requests for withdrawal into the history of an empty database, each of a person of its own, so that a server that is
 * started on it decides and pays them as it does in earnest. Answers their ids. `PERSONAL_KEY` is set for the server too.
 */
export async function requestWithdrawals(databaseUrl: string, count: number): Promise<string[]> {
  const personalKey = (process.env['PERSONAL_KEY'] ??= randomBytes(32).toString('base64'));
  await migrate(databaseUrl);
  const pool = openPool(databaseUrl);
  const store = signedStore(pool);
  const quiet = { warn: () => undefined, error: (text: string) => process.stderr.write(`${text}\n`) };
  const writers = new Writers(store, new CommandHandlers().register(ask as never, ...accountHandlers), quiet, ['real']);
  const vault = await openVault(pool, { personalKey, dataDir: '' });
  await writers.start();
  const execute = async (type: string, data: object): Promise<void> => {
    const done = await writers.execute('real', { type, data, at: Date.now(), actor: 'timer' });
    if (!done.ok) throw new Error(`${type}: ${done.refusal.refusal}`);
  };
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const userId = `real-bench${n}`;
    const person = { userId, name: `Person ${n}`, lang: 'en', country: null, invitedBy: null };
    await execute('OpenRealAccount', { ...person, agreement: null, policy: null });
    const payee = { payeeId: 'payee-1', label: 'Cold wallet', address: ETHEREUM, tag: null };
    const sealed = await vault.seal(userId, 'withdrawal.payee', JSON.stringify(payee));
    const chain = { currency: 'USDT', network: 'ERC20' };
    const withdrawalId = `withdrawal-bench${n}`;
    await execute('BenchAsk', { userId, withdrawalId, sealed: { chain, sealed, fingerprint: `f${n}`, since: 0 } });
    ids.push(withdrawalId);
  }
  await writers.close();
  await pool.end();
  return ids;
}
