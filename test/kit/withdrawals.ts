import { Pool } from 'pg';
import type { KnownPolicies, PolicyName } from '../../contracts/policy.contract.js';
import type { WithdrawalView } from '../../contracts/withdrawal.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { PolicySource } from '../../server/core/ports/policy-source.js';
import { isRefusal } from '../../server/core/refusal.js';
import { PolicyService } from '../../server/features/policy/policy.service.js';
import { PayoutRunner } from '../../server/features/withdrawal/payout-runner.js';
import { WEDNESDAY_NOON, type DeskOptions, type StartAppOptions, type StartedApp } from './app.js';
import { eventually } from './eventually.js';
import { fund, TRADE_PASSWORD, tradingPerson } from './factors.js';
import { savedAddress, savedCard } from './payees.js';
import { startStaffed } from './staff-client.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** 13:00 in Hong Kong on the next day: in the middle of the documented window. */
export const inTheWindow = (at: number): number => Math.ceil(at / DAY_MS) * DAY_MS + 5 * HOUR_MS;

/** A person with money, a saved address and a saved card. */
export async function savingPerson(started: StartedApp, usdt = '1000000') {
  const { trader, ...person } = await tradingPerson(started);
  await fund(started, trader.userId, 'USDT', usdt);
  const addressId = await savedAddress(trader);
  const cardId = await savedCard(trader);
  const toAddress = { kind: 'crypto', payeeId: addressId, network: 'ERC20', currency: 'USDT' };
  const toCard = { kind: 'bank', payeeId: cardId, currency: 'USDT' };
  const request = (amount: string, more: Record<string, string> = {}) => ({
    ...toAddress,
    ...{ amount, tradePassword: TRADE_PASSWORD },
    ...more,
  });
  const preview = (amount: string, more: Record<string, string> = {}) => ({ ...toAddress, amount, ...more });
  const submit = (amount: string, more: Record<string, string> = {}) =>
    trader.when('submitWithdrawal', request(amount, more));
  /** One that must be taken. */
  const withdraw = (amount: string, more: Record<string, string> = {}): Promise<WithdrawalView> =>
    submit(amount, more).then();
  const sees = (withdrawalId: string) => trader.when('getWithdrawal', { withdrawalId });
  const of = (withdrawalId: string): Promise<WithdrawalView> => sees(withdrawalId).then();
  return { ...person, trader, addressId, cardId, toCard, request, preview, submit, withdraw, sees, of };
}
export type SavingPerson = Awaited<ReturnType<typeof savingPerson>>;

/**
 * A staffed server under a clock of the test's own at 13:00 in Hong Kong: reviewers `ann`, `ben` and `cleo`, sessions of a week,
 * and an address book that need not cool off.
 */
export async function startWithdrawals(
  options: DeskOptions & Pick<StartAppOptions, 'databaseUrl'> = {},
  startsAt = WEDNESDAY_NOON,
) {
  const clock = new FakeClock(startsAt);
  const desk = await startStaffed({ ...options, clock });
  for (const name of ['ann', 'ben', 'cleo']) await desk.member(name, 'reviewer', ['withdrawal']);
  await publish(desk, 'staff.login', { sessionHours: 168 });
  for (const name of ['ann', 'ben', 'cleo', 'rita', 'rob', 'auditor', 'support'])
    desk.tokens.set(name, await desk.again(name));
  await publish(desk, 'payee.rules', { coolingHours: 0 });
  clock.setTo(inTheWindow(clock.now()));
  // The prices of the new hour come with the next beat; earlier orders are refused for a retry.
  await eventually(async () => (await fetch(`${desk.started.url}/web/getTickers`)).status).toBe(200);
  return { ...desk, clock };
}

/** Pays what may be paid, and reads what became of what was. */
export const payOut = (started: StartedApp): Promise<void> => started.app.get(PayoutRunner, { strict: false }).look();

/** Allows withdrawals at any hour, to addresses and cards that were saved just now: for tests on the real clock. */
export async function openWithdrawals(started: StartedApp): Promise<void> {
  const source = started.app.get<PolicySource<KnownPolicies>>(PolicySource, { strict: false });
  const service = started.app.get(PolicyService, { strict: false });
  const change = async (name: PolicyName, changes: object): Promise<void> => {
    const { version, values } = source.inForce(name);
    const request = { name, baseVersion: version, values: { ...values, ...changes }, reason: 'Asked for by the test' };
    const proposed = await service.propose({ staffId: 'staff-rita' }, request);
    // Opened already by a test before this one.
    if (isRefusal(proposed) && proposed.refusal === 'policy.nothing-changed') return;
    if (isRefusal(proposed)) throw new Error(proposed.refusal);
    const { proposalId } = proposed;
    const agreed = await service.approve({ staffId: 'staff-rob' }, { name, proposalId });
    if (isRefusal(agreed)) throw new Error(agreed.refusal);
  };
  await change('withdrawal.rules', { windowFrom: '00:00', windowTo: '24:00' });
  await change('payee.rules', { coolingHours: 0 });
  // Another test may have stopped them.
  await change('withdrawal.pause', { paused: false, reason: 'none' });
}

/** `review.signals` under which people and payees of a test, minutes old and alike, carry no warning. */
export const QUIET = { accountDays: 0, payeeDays: 0, factorHours: 0, sharedFrom: 1000, structuringCount: 100 };

type Desk = Awaited<ReturnType<typeof startStaffed>>;

/** Publishes other values of a policy: proposed by one member of the staff (`rita`) and agreed to by another (`rob`). */
export async function publish<Name extends PolicyName>(
  desk: Desk,
  name: Name,
  changes: Partial<KnownPolicies[Name]>,
): Promise<void> {
  for (const member of ['rita', 'rob']) if (!desk.tokens.has(member)) await desk.member(member, 'risk');
  const source = desk.started.app.get<PolicySource<KnownPolicies>>(PolicySource, { strict: false });
  const { version, values } = source.inForce(name);
  const request = { name, baseVersion: version, values: { ...values, ...changes }, reason: 'Asked for by the test' };
  const { proposalId } = await desk.as('rita').given('proposePolicy', request);
  await desk.as('rob').given('approvePolicy', { name, proposalId });
}

/** Common actions of desk tests. */
export function ofDesk(desk: Desk) {
  const pool = () => desk.started.app.get<Pool>(Pool, { strict: false });
  return {
    pool,
    saver: (usdt?: string): Promise<SavingPerson> => savingPerson(desk.started, usdt),
    /** What an account of the house or a person holds, as plain decimal text. */
    async sum(account: string, asset: string): Promise<string> {
      const { rows } = await pool().query<{ n: string }>(
        `SELECT trim_scale(amount)::text AS n FROM ledger_balances WHERE realm = 'real' AND account = $1 AND asset = $2`,
        [account, asset],
      );
      return rows[0]?.n ?? '0';
    },
  };
}
