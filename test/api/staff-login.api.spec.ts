import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import type { StaffPasswordView } from '../../contracts/staff-lists.contract.js';
import type { StaffFactorView, StaffRecoveryView, StaffSessionView } from '../../contracts/staff.contract.js';
import { declaredCalls } from '../../server/edge/http/call.js';
import { stepAt, totpAt } from '../../server/edge/auth/totp.js';
import { refuse, type Refusal } from '../../server/core/refusal.js';
import { StaffAccounts } from '../../server/staff/staff-accounts.js';
import { StaffFactors } from '../../server/staff/staff-factors.js';
import { refusalOf, startStaffed } from '../kit/staff-client.js';
import { nextCode, staffPost, type StaffKeys, type StaffPost } from '../kit/staff-keys.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let post: StaffPost;

const outcome = (answer: { status: number; body: unknown }): unknown[] => [answer.status, refusalOf(answer.body)];
const keysOf = (name: string): StaffKeys => staff.keys.get(name) as StaffKeys;
const asAdmin = <Body>(path: string, body: object) => post<Body>(path, body, staff.tokens.get('admin'));
let made = 0;

/** An account without a log-in yet. */
async function fresh(): Promise<StaffPasswordView> {
  made += 1;
  return (await asAdmin<StaffPasswordView>('createMember', { name: `fresh${made}`, role: 'support' })).body;
}

async function begun(): Promise<StaffPasswordView & { token: string }> {
  const { password, ...account } = await fresh();
  const { body } = await post<StaffSessionView>('login', { name: account.name, password });
  return { ...account, password, token: body.token };
}

beforeAll(async () => {
  staff = await startStaffed();
  post = staffPost(staff.started.url);
}, 120_000);
afterAll(() => staff.started.close());

describe('the first log-in', () => {
  it('opens nothing but its own setup until the password is chosen and the authenticator bound', async () => {
    const { token } = await begun();
    const closed = declaredCalls().filter(({ access }) => access.startsWith('staff') && access !== 'staff:setup');
    expect(closed.length).toBeGreaterThan(40);
    for (const { method, path } of closed) {
      const answer = await fetch(`${staff.started.url}/${path.replace(/:\w+/g, 'x')}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      expect([path, answer.status, refusalOf(await answer.json())]).toEqual([path, 403, 'staff.setup-needed']);
    }
    expect((await staff.read<StaffSessionView>('me', token)).body.setup).toBe('password');
    expect(outcome(await post('beginFactor', {}, token))).toEqual([403, 'staff.setup-needed']);
  });

  it.each([
    ['a short one', () => 'eleven char', 422, 'staff.password-short'],
    ['the one that was told', (old: string) => old, 422, 'staff.password-same'],
    ['one with the name in it', (_: string, name: string) => `the word ${name} again`, 422, 'staff.password-guessable'],
    ['one of few characters', () => 'abababababababab', 422, 'staff.password-guessable'],
  ] as const)('refuses %s as a password', async (_, next, status, refusal) => {
    const { name, password, token } = await begun();
    const answer = await post('changePassword', { password, newPassword: next(password, name) }, token);
    expect(outcome(answer)).toEqual([status, refusal]);
  });

  it('takes a new password only with the old one, which counts as a try', async () => {
    const { token } = await begun();
    const answer = await post('changePassword', { password: 'guessed', newPassword: 'a long enough one' }, token);
    expect(outcome(answer)).toEqual([401, 'staff.credentials-wrong']);
  });

  it('keeps the secret sealed, and takes no code but one of it', async () => {
    const { name, password, token, staffId } = await begun();
    await post('changePassword', { password, newPassword: 'seven green bottles' }, token);
    const { secret } = (await post<StaffFactorView>('beginFactor', {}, token)).body;
    expect(outcome(await post('confirmFactor', { code: '000000' }, token))).toEqual([401, 'staff.code-wrong']);
    const code = totpAt(secret, stepAt(Date.now()));
    const { codes } = (await post<StaffRecoveryView>('confirmFactor', { code }, token)).body;
    expect(new Set(codes).size).toBe(10);
    expect(outcome(await post('confirmFactor', { code }, token))).toEqual([401, 'staff.code-wrong']);
    expect((await staff.read<StaffSessionView>('me', token)).body).toMatchObject({ name, setup: null });
    const pool = staff.started.app.get<{ query(text: string, values: string[]): Promise<{ rows: object[] }> }>(Pool, {
      strict: false,
    });
    const { rows } = await pool.query('SELECT * FROM staff_accounts WHERE staff_id = $1', [staffId]);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(secret);
    for (const each of codes) expect(stored).not.toContain(each);
  });
});

describe('a code', () => {
  it('is asked for once the password is right, and works once however often it comes', async () => {
    const { name, password } = keysOf('support');
    expect((await post('login', { name, password })).body).toEqual({ codeWanted: true });
    const login = { name, password, code: nextCode(keysOf('support')) };
    const answers = await Promise.all(Array.from({ length: 3 }, () => post('login', login)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('of those that were written down replaces the authenticator once', async () => {
    const { name, password, recovery } = keysOf('content');
    const typed = (recovery.pop() ?? '').toUpperCase().replaceAll('-', ' ');
    expect((await post('login', { name, password, code: typed })).status).toBe(200);
    expect(outcome(await post('login', { name, password, code: typed }))).toEqual([401, 'staff.code-wrong']);
  });

  it('that is wrong counts like a wrong password, and the fifth locks', async () => {
    const { name, password } = keysOf('risk');
    const guess = staffPost(staff.started.url, '10.8.0.1');
    for (let n = 0; n < 4; n += 1)
      expect(outcome(await guess('login', { name, password, code: '000000' }))).toEqual([401, 'staff.code-wrong']);
    expect(outcome(await guess('login', { name, password, code: '000000' }))).toEqual([429, 'account.locked']);
  });

  it('that is right passes a lock that somebody else caused', async () => {
    const keys = keysOf('reviewer');
    const { name, password } = keys;
    const guess = staffPost(staff.started.url, '10.8.0.2');
    for (let n = 0; n < 5; n += 1) await guess('login', { name, password: `guess ${n}` });
    // The log-in asks for a code first, for known and unknown names, and reveals nothing about the password.
    for (const tried of [password, 'another guess'])
      expect((await post('login', { name, password: tried })).body).toEqual({ codeWanted: true });
    expect(outcome(await post('login', { name, password, code: '000000' }))).toEqual([429, 'account.locked']);
    expect((await post('login', { name, password, code: nextCode(keys) })).status).toBe(200);
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
    expect(outcome(await post('login', { name, password, code }))).toEqual([429, 'account.locked']);
    others.mockRestore();
  });
});

describe('a lost authenticator', () => {
  it('is taken away by another administrator, ends the sessions, and the next log-in binds a new one', async () => {
    const staffId = await staff.member('lost', 'support').then(async (token) => {
      const { body } = await staff.read<StaffSessionView>('me', token);
      return body.staffId;
    });
    const { body: admin } = await staff.read<StaffSessionView>('me', staff.tokens.get('admin'));
    expect(outcome(await asAdmin('resetMemberFactor', { staffId: admin.staffId }))).toEqual([403, 'staff.own-account']);
    expect((await asAdmin('resetMemberFactor', { staffId })).status).toBe(200);
    expect((await staff.read('me', staff.tokens.get('lost'))).status).toBe(401);
    const { name, password, recovery } = keysOf('lost');
    const { body } = await staff.post<StaffSessionView>('login', { name, password }, { address: '10.9.0.1' });
    expect(body.setup).toBe('factor');
    const again = await staff.post('login', { name, password, code: recovery[0] }, { address: '10.9.0.1' });
    expect((again.body as StaffSessionView).setup).toBe('factor');
  });
});
