import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventRow, LedgerAccountRow } from '../../contracts/staff-history.contract.js';
import type { StaffUserRow } from '../../contracts/staff.contract.js';
import { StaffAccounts } from '../../server/staff/staff-accounts.js';
import { listQuery, refusalOf, startStaffed } from '../kit/staff-client.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let userId = '';

beforeAll(async () => {
  staff = await startStaffed();
  for (let n = 0; n < 3; n += 1) userId = await staff.openDemo();
}, 60_000);
afterAll(() => staff.started.close());

describe('staff accounts', () => {
  it('are made on the first start only, each with its role and a password that is told once', async () => {
    expect([...staff.passwords.keys()].sort()).toEqual(['admin', 'auditor', 'content', 'reviewer', 'risk', 'support']);
    expect(new Set(staff.passwords.values()).size).toBe(6);
    expect(await staff.started.app.get<StaffAccounts>(StaffAccounts, { strict: false }).seed()).toEqual([]);
  });

  it('sign in with name and password, and are who they are until they sign out', async () => {
    const token = await staff.again('auditor');
    expect((await staff.read('me', token)).body).toMatchObject({ name: 'auditor', roles: ['auditor'] });
    await staff.post('logout', {}, { token });
    expect((await staff.read('me', token)).status).toBe(401);
  });

  it.each([
    ['a wrong password', { name: 'auditor', password: 'x' }, 401, 'staff.credentials-wrong'],
    ['a name that does not exist', { name: 'nobody', password: 'x' }, 401, 'staff.credentials-wrong'],
    ['a missing password', { name: 'auditor' }, 400, 'request.field-missing'],
    ['a field too many', { name: 'auditor', password: 'x', role: 'admin' }, 400, 'request.field-unknown'],
  ])('refuse %s', async (_, credentials, status, refusal) => {
    const answer = await staff.post('login', credentials, { address: '10.0.0.9' });
    expect(answer.status).toBe(status);
    expect(refusalOf(answer.body)).toBe(refusal);
  });

  it('lock after five wrong tries: then the code comes first, and no password is looked at without it', async () => {
    for (let n = 0; n < 4; n += 1)
      await staff.post('login', { name: 'risk', password: 'x' }, { address: `10.1.0.${n}` });
    const fifth = await staff.post('login', { name: 'risk', password: 'x' }, { address: '10.1.0.5' });
    expect([fifth.status, refusalOf(fifth.body)]).toEqual([429, 'account.locked']);
    const password = staff.passwords.get('risk');
    const [right, wrong] = await Promise.all(
      [password, 'x'].map((tried) => staff.post('login', { name: 'risk', password: tried }, { address: '10.1.0.6' })),
    );
    expect([right?.status, right?.body]).toEqual([200, { codeWanted: true }]);
    expect(wrong?.body).toEqual(right?.body);
    const guessed = await staff.post('login', { name: 'risk', password, code: '000000' }, { address: '10.1.0.6' });
    expect([guessed.status, refusalOf(guessed.body)]).toEqual([429, 'account.locked']);
    const { body } = await staff.audit<EventRow[]>(`events?${listQuery({ filter: { type: 'StaffLockedOut' } })}`);
    expect(body).toHaveLength(1);
  });
});

describe('the console', () => {
  it('shows nothing without a session', async () => {
    for (const path of ['users', 'orders', 'events', 'dashboard', 'chain?realm=demo', 'streams/demo:x']) {
      const { status, body } = await staff.read(path);
      expect([path, status, refusalOf(body)]).toEqual([path, 401, 'staff.session-missing']);
    }
  });

  it.each([
    [
      'admin',
      ['users', 'orders', 'trades', 'ledger-accounts', 'postings', 'events', 'streams', 'epochs', 'chain?realm=demo'],
    ],
    ['support', ['ledger-accounts', 'postings', 'events', 'streams', 'epochs', 'chain?realm=demo']],
    ['risk', ['ledger-accounts', 'postings', 'events']],
  ])('refuses %s what the role does not hold', async (role, paths) => {
    for (const path of paths) {
      const { status, body } = await staff.read(path, staff.tokens.get(role));
      expect([path, status, refusalOf(body)]).toEqual([path, 403, 'staff.role-missing']);
    }
  });

  it('lists users with a range and a total, and finds them by id, text and realm', async () => {
    const listed = await staff.audit<StaffUserRow[]>(
      `users?${listQuery({ range: [0, 1], sort: ['openedAt', 'DESC'] })}`,
    );
    expect(listed.range).toBe('users 0-1/3');
    expect(listed.body.map(({ id }) => id)).toContain(userId);
    const many = await staff.audit<StaffUserRow[]>(`users?${listQuery({ filter: { id: [userId, 'demo-none'] } })}`);
    expect(many.body.map(({ id, status, generation }) => [id, status, generation])).toEqual([[userId, 'active', 1]]);
    const found = await staff.audit<StaffUserRow[]>(
      `users?${listQuery({ filter: { q: userId.slice(2, 9), realm: 'demo' } })}`,
    );
    expect(found.body).toHaveLength(1);
    expect((await staff.audit(`users?${listQuery({ filter: { realm: 'real' } })}`)).range).toBe('users 0-0/0');
  });

  it('records who of the staff opened which user, once a session', async () => {
    for (let n = 0; n < 3; n += 1)
      expect((await staff.read(`users/${userId}`, staff.tokens.get('support'))).status).toBe(200);
    expect((await staff.read('users/demo-none', staff.tokens.get('support'))).status).toBe(404);
    const { body } = await staff.audit<EventRow[]>(`events?${listQuery({ filter: { type: 'StaffReadUser' } })}`);
    expect(body.map(({ data }) => (data as { userId: string }).userId)).toEqual([userId]);
  });

  it('shows an account of the ledger with its balance, and the postings that made it', async () => {
    const filter = { realm: 'demo', account: `user/${userId}.1` };
    const accounts = await staff.audit<LedgerAccountRow[]>(`ledger-accounts?${listQuery({ filter })}`);
    expect(accounts.body).toEqual([
      expect.objectContaining({ asset: 'USDT', balance: '100000', postings: 1, mayGoNegative: false }),
    ]);
    const account = accounts.body[0] as LedgerAccountRow;
    expect((await staff.audit(`ledger-accounts/${encodeURIComponent(account.id)}`)).body).toEqual(account);
    const postings = await staff.audit(
      `postings?${listQuery({ filter: { realm: 'demo', account: account.account, asset: 'USDT' } })}`,
    );
    expect(postings.body).toEqual([expect.objectContaining({ amount: '100000', eventType: 'DemoOpened' })]);
  });

  it.each(['active', 'expired', 'exited', 'frozen', 'erased'])('finds users who are %s', async (status) => {
    const { body } = await staff.audit<StaffUserRow[]>(`users?${listQuery({ filter: { status } })}`);
    expect(new Set([status, ...body.map((user) => user.status)])).toEqual(new Set([status]));
  });

  it.each([
    ['an unknown field', { filter: { salary: 1 } }, 'request.field-unknown', 'filter.salary'],
    ['a wrong type', { filter: { realm: 7 } }, 'request.field-invalid', 'filter.realm'],
    ['an unknown order', { sort: ['password', 'ASC'] as [string, string] }, 'request.field-invalid', 'sort'],
    ['a range that runs backwards', { range: [9, 3] as [number, number] }, 'request.field-invalid', 'range'],
    ['a range too wide', { range: [0, 5000] as [number, number] }, 'request.field-invalid', 'range'],
  ])('refuses %s by name', async (_, query, refusal, field) => {
    const { status, body } = await staff.audit<{ data: { refusal: string; field: string } }>(
      `users?${listQuery(query)}`,
    );
    expect([status, body.data.refusal, body.data.field]).toEqual([400, refusal, field]);
  });

  it('refuses text that is not JSON', async () => {
    for (const part of ['filter', 'range', 'sort']) {
      expect((await staff.audit(`orders?${part}=%7Bx`)).status).toBe(400);
    }
  });
});
