import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StaffQueueView } from '../../contracts/staff-lists.contract.js';
import { startStaffed } from '../kit/staff-client.js';
import type { StaffKeys } from '../kit/staff-keys.js';
import { StaffMember } from '../kit/staff-member.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;

const admin = (): StaffMember => staff.as('admin');
const stranger = (address?: string): StaffMember => new StaffMember(staff.started.url, '', address);

beforeAll(async () => {
  staff = await startStaffed();
}, 60_000);
afterAll(() => staff.started.close());

describe('an administrator', () => {
  it('makes an account whose password is told once, changes its role, shuts and opens it: all of it in the history', async () => {
    const { staffId, password } = await admin().given('createMember', { name: 'mira', role: 'support' });
    await staff.enter('mira', password);
    const mira = staff.as('mira');
    const { password: own } = staff.keys.get('mira') as StaffKeys;
    const tried = () => stranger().when('login', { name: 'mira', password: own });
    await mira.when('users').then();

    await admin().given('changeMemberRole', { staffId, role: 'content' });
    await mira.when('me').then('staff.session-missing');
    await new StaffMember(staff.started.url, await staff.again('mira')).when('users').then('staff.role-missing');

    await admin().given('disableMember', { staffId });
    await tried().then('staff.credentials-wrong');
    await admin().given('enableMember', { staffId });
    expect(await tried().then()).toEqual({ codeWanted: true });

    const reset = await admin().given('resetMemberPassword', { staffId });
    await tried().then('staff.credentials-wrong');
    expect(reset.password).not.toBe(password);
    await admin().given('endMemberSessions', { staffId });

    const filter = { realm: 'house', stream: `staff-${staffId}` };
    const events = await staff.as('auditor').given('events', { filter, sort: ['position', 'ASC'] });
    const types = events
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
    expect(JSON.stringify(events)).not.toContain(password);
  });

  it('neither changes his own account nor leaves the house without an administrator', async () => {
    const own = await admin().given('me');
    const changes = { changeMemberRole: { role: 'risk' }, disableMember: {}, resetMemberPassword: {} };
    for (const [call, more] of Object.entries(changes))
      await admin()
        .when(call as keyof typeof changes, { staffId: own.staffId, ...more })
        .then('staff.own-account');
    const { name, password, staffId } = await admin().given('createMember', { name: 'second', role: 'admin' });
    await staff.enter(name, password);
    const second = staff.as(name);
    await second.given('disableMember', { staffId: own.staffId });
    // The second one is now alone; only a session that outlived its account could disable it.
    await second.when('disableMember', { staffId }).then('staff.own-account');
    await second.given('enableMember', { staffId: own.staffId });
    staff.tokens.set('admin', await staff.again('admin'));
  });

  it.each([
    ['a name that is taken', 'createMember', { name: 'Auditor', role: 'risk' }, 'staff.name-taken'],
    ['a role that does not exist', 'createMember', { name: 'nina', role: 'king' }, 'request.field-invalid'],
    ['a name with spaces', 'createMember', { name: 'a b', role: 'risk' }, 'request.field-invalid'],
    ['an account that does not exist', 'disableMember', { staffId: 's-none' }, 'staff.not-found'],
    [
      'queues for a role that reviews nothing',
      'createMember',
      { name: 'nina', role: 'support', queues: ['identity'] },
      'staff.queues-for-reviewers',
    ],
    ['a field too many', 'disableMember', { staffId: 's-none', why: 'x' }, 'request.field-unknown'],
    ['a missing field', 'changeMemberRole', { role: 'risk' }, 'request.field-missing'],
  ] as const)('is refused %s', (_, call, body, refusal) => admin().when(call, body).then(refusal));
});

describe('the queue of locked accounts', () => {
  it('counts what waits, and says since when the oldest does', async () => {
    const before = Date.now();
    const name = 'locked-out';
    await admin().given('createMember', { name, role: 'support' });
    for (let n = 0; n < 5; n += 1) await stranger(`10.2.0.${n}`).post('login', { name, password: 'x' });
    let queue: StaffQueueView | undefined;
    // The answer is cached for a while: read until it is recounted.
    while (queue === undefined || queue.count === 0)
      queue = (await admin().given('queues')).find((one) => one.name === 'staff-locked');
    expect(queue).toMatchObject({ count: 1, resource: 'members', filter: { locked: true } });
    expect(queue.oldestAt).toBeGreaterThanOrEqual(before);
    const listed = await admin().given('members', { filter: queue.filter });
    expect(listed.map((member) => member.name)).toEqual([name]);
  });
});
