import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StaffAccounts } from '../../server/staff/staff-accounts.js';
import { listQuery, startStaffed } from '../kit/staff-client.js';
import { StaffMember } from '../kit/staff-member.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let auditor: StaffMember;
let userId = '';

beforeAll(async () => {
  staff = await startStaffed();
  auditor = staff.as('auditor');
  for (let n = 0; n < 3; n += 1) userId = await staff.openDemo();
}, 60_000);
afterAll(() => staff.started.close());

const stranger = (address?: string): StaffMember => new StaffMember(staff.started.url, '', address);

describe('staff accounts', () => {
  it('are made on the first start only, each with its role and a password that is told once', async () => {
    expect([...staff.passwords.keys()].sort()).toEqual(['admin', 'auditor', 'content', 'reviewer', 'risk', 'support']);
    expect(new Set(staff.passwords.values()).size).toBe(6);
    expect(await staff.started.app.get<StaffAccounts>(StaffAccounts, { strict: false }).seed()).toEqual([]);
  });

  it('sign in with name and password, and are who they are until they sign out', async () => {
    const auditor = new StaffMember(staff.started.url, await staff.again('auditor'));
    await auditor.when('me').then({ name: 'auditor', roles: ['auditor'] });
    await auditor.given('logout');
    await auditor.when('me').then('staff.session-missing');
  });

  it.each([
    ['a wrong password', { name: 'auditor', password: 'x' }, 'staff.credentials-wrong'],
    ['a name that does not exist', { name: 'nobody', password: 'x' }, 'staff.credentials-wrong'],
    ['a missing password', { name: 'auditor' }, 'request.field-missing'],
    ['a field too many', { name: 'auditor', password: 'x', role: 'admin' }, 'request.field-unknown'],
  ])('refuse %s', (_, credentials, refusal) => stranger('10.0.0.9').when('login', credentials).then(refusal));

  it('lock after five wrong tries: then the code comes first, and no password is looked at without it', async () => {
    const wrong = { name: 'risk', password: 'x' };
    for (let n = 0; n < 4; n += 1) await stranger(`10.1.0.${n}`).when('login', wrong).then('staff.credentials-wrong');
    await stranger('10.1.0.5').when('login', wrong).then('account.locked');
    const known = { name: 'risk', password: staff.passwords.get('risk') };
    const there = stranger('10.1.0.6');
    for (const tried of [known, wrong]) expect(await there.given('login', tried)).toEqual({ codeWanted: true });
    await there.when('login', { ...known, code: '000000' }).then('account.locked');
    expect(await auditor.given('events', { filter: { type: 'StaffLockedOut' } })).toHaveLength(1);
  });
});

describe('the console', () => {
  it('shows nothing without a session', async () => {
    for (const call of ['users', 'orders', 'events', 'dashboard', 'chain', 'streams/:id'] as const)
      await stranger().when(call, { realm: 'demo', id: 'demo:x' }).then('staff.session-missing');
  });

  const lists = ['users', 'orders', 'trades'] as const;
  const ledger = ['ledger-accounts', 'postings', 'events'] as const;
  const history = [...ledger, 'streams', 'epochs', 'chain'] as const;
  it.each([
    ['admin', [...lists, ...history]],
    ['support', history],
    ['risk', ledger],
  ] as const)('refuses %s what the role does not hold', async (role, calls) => {
    for (const call of calls) await staff.as(role).when(call, { realm: 'demo' }).then('staff.role-missing');
  });

  it('lists users with a range and a total, and finds them by id, text and realm', async () => {
    const first = await staff.audit(`users?${listQuery({ range: [0, 1], sort: ['openedAt', 'DESC'] })}`);
    expect(first.range).toBe('users 0-1/3');
    const listed = await auditor.given('users', { range: [0, 1], sort: ['openedAt', 'DESC'] });
    expect(listed.map(({ id }) => id)).toContain(userId);
    const many = await auditor.given('users', { filter: { id: [userId, 'demo-none'] } });
    expect(many.map(({ id, status, generation }) => [id, status, generation])).toEqual([[userId, 'active', 1]]);
    expect(await auditor.given('users', { filter: { q: userId.slice(2, 9), realm: 'demo' } })).toHaveLength(1);
    expect((await staff.audit(`users?${listQuery({ filter: { realm: 'real' } })}`)).range).toBe('users 0-0/0');
  });

  it('records who of the staff opened which user, once a session', async () => {
    const support = staff.as('support');
    for (let n = 0; n < 3; n += 1) await support.given('users/:id', { id: userId });
    await support.when('users/:id', { id: 'demo-none' }).then('staff.not-found');
    const read = await auditor.given('events', { filter: { type: 'StaffReadUser' } });
    expect(read).toMatchObject([{ data: { userId } }]);
  });

  it('shows an account of the ledger with its balance, and the postings that made it', async () => {
    const filter = { realm: 'demo', account: `user/${userId}.1` };
    const [account, ...more] = await auditor.given('ledger-accounts', { filter });
    expect(account).toMatchObject({ asset: 'USDT', balance: '100000', postings: 1, mayGoNegative: false });
    expect(more).toEqual([]);
    expect(await auditor.given('ledger-accounts/:id', { id: account?.id })).toEqual(account);
    const postings = await auditor.given('postings', {
      filter: { ...filter, account: account?.account, asset: 'USDT' },
    });
    expect(postings).toEqual([expect.objectContaining({ amount: '100000', eventType: 'DemoOpened' })]);
  });

  it.each(['active', 'expired', 'exited', 'frozen', 'erased'])('finds users who are %s', async (status) => {
    const found = await auditor.given('users', { filter: { status } });
    expect(new Set([status, ...found.map((user) => user.status)])).toEqual(new Set([status]));
  });

  it.each([
    ['an unknown field', { filter: { salary: 1 } }, 'request.field-unknown', 'filter.salary'],
    ['a wrong type', { filter: { realm: 7 } }, 'request.field-invalid', 'filter.realm'],
    ['an unknown order', { sort: ['password', 'ASC'] }, 'request.field-invalid', 'sort'],
    ['a range that runs backwards', { range: [9, 3] }, 'request.field-invalid', 'range'],
    ['a range too wide', { range: [0, 5000] }, 'request.field-invalid', 'range'],
  ])('refuses %s by name', (_, query, refusal, field) => auditor.when('users', query).then({ refusal, field }));

  it('refuses text that is not JSON', async () => {
    for (const part of ['filter', 'range', 'sort'])
      await auditor.when('orders', { [part]: '{x' }).then('request.field-invalid');
  });
});
