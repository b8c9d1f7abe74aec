import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { systemClock } from '../../server/core/clock.js';
import { bindGoogle, realPerson, TRADE_PASSWORD } from '../kit/factors.js';
import { codeTo, messagesTo } from '../kit/people.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;

beforeAll(async () => {
  staff = await startStaffed();
}, 120_000);

afterAll(() => staff.started.close());

describe('support', () => {
  const reason = 'asked for on the phone, identity checked';
  const freeze = (id: string, form: object = { reason }, by = 'support') =>
    staff.as(by).when('users/:id/freeze', { id, ...form });
  const unfreeze = (id: string) => staff.as('support').when('users/:id/unfreeze', { id, reason });

  it('freezes an account with a reason, which its owner cannot undo, and unfreezes it', async () => {
    const { started } = staff;
    const { account, password, userId, trader } = await realPerson(started);
    await freeze(userId, { reason: 'short' }).then('400 request.field-invalid');
    await freeze(userId).then();
    await trader.when('info').then('session.ended');
    const code = await codeTo(started, account, 'unfreeze-account');
    const owner = await new Trader(started).post('unfreezeAccount', { account, password, code });
    expect(owner.refusal).toBe('account.frozen');
    await freeze(userId).then('account.frozen');
    await unfreeze(userId).then();
    await unfreeze(userId).then('account.not-frozen');
    await new Trader(started).when('userLogin', { account, password }).then();
    await until(async () =>
      (await messagesTo(started, account)).some(({ template }) => template === 'account-unfrozen'),
    );
  });

  it('leaves who it froze reading and exporting, and nothing that changes or moves anything', async () => {
    const { started } = staff;
    const { account, password, userId } = await realPerson(started);
    await freeze(userId).then();
    const entered = await new Trader(started).given('userLogin', { account, password });
    expect(entered).toMatchObject({ userId, frozen: true });
    const reader = new Trader(started, entered.token, userId);
    expect((await reader.given('info')).frozen).toBe(true);
    for (const call of ['getAsset2', 'getOrderHistory', 'getWithdrawals', 'getSecurity'] as const)
      await reader.when(call).then();
    const file = await reader.file('exportOrders');
    expect([file.status, await file.text()]).toEqual([200, expect.stringMatching(/^orderId,/)]);
    expect((await reader.post('exportMe', { password })).status).toBe(200);
    const refused = await Promise.all([
      reader.post('placeOrder', { symbol: 'BTCUSDT', side: 'buy', type: 'market', quoteAmount: '10' }),
      reader.post('transfer', { currency: 'USDT', amount: '1', from: 'spot', to: 'finance' }),
      reader.post('submitWithdrawal', {
        kind: 'crypto',
        payeeId: 'x',
        currency: 'USDT',
        network: 'ERC20',
        amount: '10',
      }),
      reader.post('updatePassword', { oldPassword: password, password: 'green5Whale', passwordAgain: 'green5Whale' }),
      reader.post('eraseMe', { confirm: userId, password }),
    ]);
    expect(refused.map(({ refusal }) => refusal)).toEqual(refused.map(() => 'account.frozen'));
    await unfreeze(userId).then();
    expect((await reader.given('info')).frozen).toBe(false);
  });

  it('keeps everybody out where somebody else may know the password, and says so to the person and to staff', async () => {
    const { started } = staff;
    const { account, password, userId } = await realPerson(started);
    await freeze(userId, { reason, mayRead: false }).then();
    await new Trader(started).when('userLogin', { account, password }).then('account.frozen');
    await until(async () =>
      (await messagesTo(started, account)).some(({ template }) => template === 'account-shut-by-staff'),
    );
    const { items } = await staff.as('support').given('users/:id/timeline', { id: userId, kind: 'account' });
    expect(items[0]).toMatchObject({ sentence: 'frozen-staff-shut', values: { note: reason } });
    await unfreeze(userId).then();
    await new Trader(started).when('userLogin', { account, password }).then();
  });

  it.each(['reviewer', 'risk', 'content', 'auditor', 'admin'])('alone may do so, and no %s', async (role) => {
    const { userId } = await realPerson(staff.started);
    await freeze(userId, { reason }, role).then('403 staff.role-missing');
  });
});

describe('what is secret', () => {
  it('stands in clear in no table: no seed, no recovery code, no trade password, no answer, no name', async () => {
    const { started } = staff;
    const { trader, password } = await realPerson(started);
    await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    await trader.given('setSecurityQuestions', {
      friend: 'canaryfriend',
      idol: 'canaryidol',
      place: 'canaryplace',
      password,
    });
    await trader.given('changeName', { name: 'Canaryname', password });
    const { secret, codes } = await bindGoogle(trader, password, systemClock);
    const everything = await dump(started.databaseUrl);
    expect(everything).toContain('AuthenticatorBound');
    const secrets = [secret, ...codes, codes.join('').replaceAll('-', ''), `"${TRADE_PASSWORD}"`, 'canary', password];
    for (const each of secrets) expect(everything.toLowerCase().includes(each.toLowerCase())).toBe(false);
  });
});

/** Every row of every table as text. */
async function dump(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    `SELECT format('%I', table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ all: string | null }>(
      `SELECT string_agg(t::text, E'\\n') AS all FROM ${name} t`,
    );
    texts.push(rows[0]?.all ?? '');
  }
  await client.end();
  return texts.join('\n');
}
