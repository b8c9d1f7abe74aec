import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StaffMemberRow, StaffPasswordView, StaffQueueView } from '../../contracts/staff-lists.contract.js';
import type { EventRow } from '../../contracts/staff-history.contract.js';
import { listQuery, refusalOf, startStaffed } from '../kit/staff-client.js';
import type { StaffKeys } from '../kit/staff-keys.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;

const as = (role: string): { token: string } => ({ token: staff.tokens.get(role) ?? '' });
const outcome = (answer: { status: number; body: unknown }): unknown[] => [answer.status, refusalOf(answer.body)];

beforeAll(async () => {
  staff = await startStaffed();
}, 60_000);
afterAll(() => staff.started.close());

describe('an administrator', () => {
  it('makes an account whose password is told once, changes its role, shuts and opens it: all of it in the history', async () => {
    const made = await staff.post<StaffPasswordView>('createMember', { name: 'mira', role: 'support' }, as('admin'));
    const { staffId, password } = made.body;
    const token = await staff.enter('mira', password);
    const { password: own } = staff.keys.get('mira') as StaffKeys;
    const tried = async (typed: string): Promise<unknown[]> =>
      outcome(await staff.post('login', { name: 'mira', password: typed }));
    expect((await staff.read('users', token)).status).toBe(200);

    expect((await staff.post('changeMemberRole', { staffId, role: 'content' }, as('admin'))).status).toBe(200);
    expect((await staff.read('me', token)).status).toBe(401);
    expect((await staff.read('users', await staff.again('mira'))).status).toBe(403);

    await staff.post('disableMember', { staffId }, as('admin'));
    expect(await tried(own)).toEqual([401, 'staff.credentials-wrong']);
    await staff.post('enableMember', { staffId }, as('admin'));
    const { body: answer } = await staff.post('login', { name: 'mira', password: own });
    expect(answer).toEqual({ codeWanted: true });

    const reset = await staff.post<StaffPasswordView>('resetMemberPassword', { staffId }, as('admin'));
    expect(await tried(own)).toEqual([401, 'staff.credentials-wrong']);
    expect(reset.body.password).not.toBe(password);
    await staff.post('endMemberSessions', { staffId }, as('admin'));

    const { body } = await staff.audit<EventRow[]>(
      `events?${listQuery({ filter: { realm: 'house', stream: `staff-${staffId}` }, sort: ['position', 'ASC'] })}`,
    );
    const types = body
      .map(({ type }) => type)
      .filter((type) => !['StaffSignedIn', 'StaffPasswordChanged', 'StaffFactorBound'].includes(type));
    expect(types).toEqual([
      'StaffCreated',
      'StaffRoleChanged',
      'StaffDisabled',
      'StaffEnabled',
      'StaffPasswordReset',
      'StaffSessionsEnded',
    ]);
    expect(JSON.stringify(body)).not.toContain(password);
  });

  it('neither changes his own account nor leaves the house without an administrator', async () => {
    const { body: me } = await staff.read<{ staffId: string }>('me', staff.tokens.get('admin'));
    for (const [call, more] of [
      ['changeMemberRole', { role: 'risk' }],
      ['disableMember', {}],
      ['resetMemberPassword', {}],
    ] as const) {
      const answer = await staff.post(call, { staffId: me.staffId, ...more }, as('admin'));
      expect(outcome(answer)).toEqual([403, 'staff.own-account']);
    }
    const second = await staff.post<StaffPasswordView>('createMember', { name: 'second', role: 'admin' }, as('admin'));
    const { name, password, staffId } = second.body;
    const token = await staff.enter(name, password);
    expect((await staff.post('disableMember', { staffId: me.staffId }, { token })).status).toBe(200);
    // The second one is now alone; only a session that outlived its account could disable it.
    expect(outcome(await staff.post('disableMember', { staffId }, { token }))).toEqual([403, 'staff.own-account']);
    await staff.post('enableMember', { staffId: me.staffId }, { token });
    staff.tokens.set('admin', await staff.again('admin'));
  });

  it.each([
    ['a name that is taken', 'createMember', { name: 'Auditor', role: 'risk' }, 409, 'staff.name-taken'],
    ['a role that does not exist', 'createMember', { name: 'nina', role: 'king' }, 400, 'request.field-invalid'],
    ['a name with spaces', 'createMember', { name: 'a b', role: 'risk' }, 400, 'request.field-invalid'],
    ['an account that does not exist', 'disableMember', { staffId: 's-none' }, 404, 'staff.not-found'],
    [
      'queues for a role that reviews nothing',
      'createMember',
      { name: 'nina', role: 'support', queues: ['identity'] },
      409,
      'staff.queues-for-reviewers',
    ],
    ['a field too many', 'disableMember', { staffId: 's-none', why: 'x' }, 400, 'request.field-unknown'],
    ['a missing field', 'changeMemberRole', { role: 'risk' }, 400, 'request.field-missing'],
  ])('is refused %s', async (_, call, body, status, refusal) => {
    expect(outcome(await staff.post(call, body, as('admin')))).toEqual([status, refusal]);
  });
});

describe('the queue of locked accounts', () => {
  it('counts what waits, and says since when the oldest does', async () => {
    const before = Date.now();
    const name = 'locked-out';
    await staff.post('createMember', { name, role: 'support' }, as('admin'));
    for (let n = 0; n < 5; n += 1) await staff.post('login', { name, password: 'x' }, { address: `10.2.0.${n}` });
    let queue: StaffQueueView | undefined;
    // The answer is cached for a while: read until it is recounted.
    while (queue === undefined || queue.count === 0) {
      const { body } = await staff.read<StaffQueueView[]>('queues', staff.tokens.get('admin'));
      queue = body.find((one) => one.name === 'staff-locked');
    }
    expect(queue).toMatchObject({ count: 1, resource: 'members', filter: { locked: true } });
    expect(queue.oldestAt).toBeGreaterThanOrEqual(before);
    const listed = await staff.read<StaffMemberRow[]>(
      `members?${listQuery({ filter: queue.filter })}`,
      staff.tokens.get('admin'),
    );
    expect(listed.body.map((member) => member.name)).toEqual([name]);
  });
});
