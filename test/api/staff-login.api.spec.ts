import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import type { StaffPasswordView } from '../../contracts/staff-lists.contract.js';
import type { StaffSessionView } from '../../contracts/staff.contract.js';
import { declaredCalls } from '../../server/edge/http/call.js';
import { stepAt, totpAt } from '../../server/edge/auth/totp.js';
import { refuse, type Refusal } from '../../server/core/refusal.js';
import { StaffAccounts } from '../../server/staff/staff-accounts.js';
import { StaffFactors } from '../../server/staff/staff-factors.js';
import { refusalOf, startStaffed } from '../kit/staff-client.js';
import { nextCode, type StaffKeys } from '../kit/staff-keys.js';
import { StaffMember } from '../kit/staff-member.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;

const keysOf = (name: string): StaffKeys => staff.keys.get(name) as StaffKeys;
const member = (token = '', address?: string): StaffMember => new StaffMember(staff.started.url, token, address);
const logIn = (form: object, address?: string) => member('', address).when('login', form);
let made = 0;

/** An account without a log-in yet. */
function fresh(): Promise<StaffPasswordView> {
  made += 1;
  return staff.as('admin').given('createMember', { name: `fresh${made}`, role: 'support' });
}

/** A new account in its first session, in which nothing is set up. */
async function begun(): Promise<StaffPasswordView & { owner: StaffMember }> {
  const account = await fresh();
  const { name, password } = account;
  const { token } = (await logIn({ name, password }).then()) as StaffSessionView;
  return { ...account, owner: member(token) };
}

beforeAll(async () => {
  staff = await startStaffed();
}, 120_000);
afterAll(() => staff.started.close());

describe('the first log-in', () => {
  it('opens nothing but its own setup until the password is chosen and the authenticator bound', async () => {
    const { owner } = await begun();
    const closed = declaredCalls().filter(({ access }) => access.startsWith('staff') && access !== 'staff:setup');
    expect(closed.length).toBeGreaterThan(40);
    for (const { method, path } of closed) {
      const answer = await fetch(`${staff.started.url}/${path.replace(/:\w+/g, 'x')}`, {
        method,
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      expect([path, answer.status, refusalOf(await answer.json())]).toEqual([path, 403, 'staff.setup-needed']);
    }
    await owner.when('me').then({ setup: 'password' });
    await owner.when('beginFactor').then('staff.setup-needed');
  });

  it.each([
    ['a short one', () => 'eleven char', 'staff.password-short'],
    ['the one that was told', (old: string) => old, 'staff.password-same'],
    ['one with the name in it', (_: string, name: string) => `the word ${name} again`, 'staff.password-guessable'],
    ['one of few characters', () => 'abababababababab', 'staff.password-guessable'],
  ] as const)('refuses %s as a password', async (_, next, refusal) => {
    const { name, password, owner } = await begun();
    await owner.when('changePassword', { password, newPassword: next(password, name) }).then(refusal);
  });

  it('takes a new password only with the old one, which counts as a try', async () => {
    const { owner } = await begun();
    const guessed = { password: 'guessed', newPassword: 'a long enough one' };
    await owner.when('changePassword', guessed).then('staff.credentials-wrong');
  });

  it('keeps the secret sealed, and takes no code but one of it', async () => {
    const { name, password, owner, staffId } = await begun();
    await owner.given('changePassword', { password, newPassword: 'seven green bottles' });
    const { secret } = await owner.given('beginFactor');
    await owner.when('confirmFactor', { code: '000000' }).then('staff.code-wrong');
    const code = totpAt(secret, stepAt(Date.now()));
    const { codes } = await owner.given('confirmFactor', { code });
    expect(new Set(codes).size).toBe(10);
    await owner.when('confirmFactor', { code }).then('staff.code-wrong');
    await owner.when('me').then({ name, setup: null });
    const pool = staff.started.app.get<Pool>(Pool, { strict: false });
    const { rows } = await pool.query('SELECT * FROM staff_accounts WHERE staff_id = $1', [staffId]);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(secret);
    for (const each of codes) expect(stored).not.toContain(each);
  });
});

describe('a code', () => {
  it('is asked for once the password is right, and works once however often it comes', async () => {
    const { name, password } = keysOf('support');
    expect(await logIn({ name, password }).then()).toEqual({ codeWanted: true });
    const login = { name, password, code: nextCode(keysOf('support')) };
    const answers = await Promise.all(Array.from({ length: 3 }, () => member().post('login', login)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('of those that were written down replaces the authenticator once', async () => {
    const { name, password, recovery } = keysOf('content');
    const typed = (recovery.pop() ?? '').toUpperCase().replaceAll('-', ' ');
    await logIn({ name, password, code: typed }).then();
    await logIn({ name, password, code: typed }).then('staff.code-wrong');
  });

  it('that is wrong counts like a wrong password, and the fifth locks', async () => {
    const { name, password } = keysOf('risk');
    const guess = () => logIn({ name, password, code: '000000' }, '10.8.0.1');
    for (let n = 0; n < 4; n += 1) await guess().then('staff.code-wrong');
    await guess().then('account.locked');
  });

  it('that is right passes a lock that somebody else caused', async () => {
    const keys = keysOf('reviewer');
    const { name, password } = keys;
    for (let n = 0; n < 5; n += 1) await member('', '10.8.0.2').post('login', { name, password: `guess ${n}` });
    // The log-in asks for a code first, for known and unknown names, and reveals nothing about the password.
    for (const tried of [password, 'another guess'])
      expect(await logIn({ name, password: tried }).then()).toEqual({ codeWanted: true });
    await logIn({ name, password, code: '000000' }).then('account.locked');
    await logIn({ name, password, code: nextCode(keys) }).then();
  });
});

describe('a right code', () => {
  it('does not let in whoever locked the name by wrong ones while it was looked at', async () => {
    const { name, password, recovery } = keysOf('content');
    const [accounts, factors] = [StaffAccounts, StaffFactors].map((of) =>
      staff.started.app.get<object>(of, { strict: false }),
    ) as [StaffAccounts, StaffFactors];
    const spend = factors.spend.bind(factors);
    const others = jest.spyOn(factors, 'spend').mockImplementationOnce(async (...given) => {
      // On one core they come one after the other: here they do what they would do on several.
      const { wrong } = accounts as unknown as {
        wrong(keys: string[], id: undefined, refusal: Refusal): Promise<unknown>;
      };
      for (let n = 0; n < 5; n += 1)
        await wrong.call(accounts, [`name:${name}`], undefined, refuse('staff.code-wrong'));
      return spend(...given);
    });
    const code = recovery.pop() ?? '';
    await logIn({ name, password, code }).then('account.locked');
    others.mockRestore();
  });
});

describe('a lost authenticator', () => {
  it('is taken away by another administrator, ends the sessions, and the next log-in binds a new one', async () => {
    await staff.member('lost', 'support');
    const [admin, lost] = [staff.as('admin'), staff.as('lost')];
    const { staffId } = await lost.given('me');
    const own = await admin.given('me');
    await admin.when('resetMemberFactor', { staffId: own.staffId }).then('staff.own-account');
    await admin.given('resetMemberFactor', { staffId });
    await lost.when('me').then('staff.session-missing');
    const { name, password, recovery } = keysOf('lost');
    await logIn({ name, password }, '10.9.0.1').then({ setup: 'factor' });
    await logIn({ name, password, code: recovery[0] }, '10.9.0.1').then({ setup: 'factor' });
  });
});
