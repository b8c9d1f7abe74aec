import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mayOpen } from '../kit/console-access.js';
import {
  permits,
  REVIEW_QUEUES,
  STAFF_ROLES,
  type StaffPermission,
  type StaffRole,
} from '../../contracts/staff.contract.js';
import { declaredCalls } from '../../server/edge/http/call.js';
import { staffLists } from '../../server/staff/lists/all.js';
import { refusalOf, startStaffed } from '../kit/staff-client.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
const tokens = new Map<StaffRole, string>();

beforeAll(async () => {
  staff = await startStaffed();
  for (const role of STAFF_ROLES) tokens.set(role, await staff.member(`one-${role}`, role));
}, 60_000);
afterAll(() => staff.started.close());

const send = (role: StaffRole, method: string, path: string) =>
  fetch(`${staff.started.url}/${path.replace(/:\w+/g, 'x')}`, {
    method,
    headers: { authorization: `Bearer ${tokens.get(role)}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });

describe('roles', () => {
  const guarded = () => declaredCalls().filter(({ access }) => access.startsWith('staff:') && access !== 'staff:setup');

  it.each(STAFF_ROLES)('let %s make the calls that its permissions name, and refuse it every other', async (role) => {
    expect(guarded().length).toBeGreaterThan(30);
    for (const { method, path, access } of guarded()) {
      const may = permits([role], access.slice('staff:'.length) as StaffPermission);
      const answer = await send(role, method, path);
      const refused = answer.status === 403 && refusalOf(await answer.json()) === 'staff.role-missing';
      expect({ method, path, refused }).toEqual({ method, path, refused: !may });
    }
  });

  it.each(STAFF_ROLES)('show %s in the console exactly the lists that the server answers', async (role) => {
    for (const { name: list } of staffLists) {
      const isListed = mayOpen([role], list);
      const read = await send(role, 'GET', `staff/${list}`);
      expect({ list, isListed, answered: read.status === 200 }).toEqual({ list, isListed, answered: isListed });
      const file = await send(role, 'GET', `staff/export?list=${list}`);
      expect({ list, exported: file.status }).toEqual({ list, exported: isListed ? 200 : 403 });
      await file.text();
    }
  });

  it('are asked for by the same permission in the console, the list and its file', () => {
    for (const { name, permission } of staffLists) {
      for (const queue of REVIEW_QUEUES) {
        const opened = STAFF_ROLES.filter((role) => mayOpen([role], name, 'list', [queue]));
        expect([name, opened]).toEqual([name, STAFF_ROLES.filter((role) => permits([role], permission, [queue]))]);
      }
    }
  });
});
