import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_ROLES } from '../../contracts/staff.contract.js';
import { codeTo, messagesTo, register } from '../kit/people.js';
import { startStaffed } from '../kit/staff-client.js';
import type { StaffMember } from '../kit/staff-member.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let support: StaffMember;

beforeAll(async () => {
  staff = await startStaffed();
  support = staff.as('support');
}, 120_000);
afterAll(() => staff.started.close());

it('support sees whose log-in is locked, whichever login was guessed at', async () => {
  const account = 'guessed@example.com';
  const { data } = await register(staff.started, { account });
  const guesser = new Trader(staff.started);
  for (let n = 0; n < 5; n += 1) await guesser.post('userLogin', { account, password: 'guess-guess' });
  const locks = await support.given('locks');
  expect(locks.map(({ id }) => id)).toEqual([data.userId]);
});

/** The code as a number of its own: six of the digits of an instant may be the same by chance. */
const alone = (code: string): RegExp => new RegExp(`(?<!\\d)${code}(?!\\d)`);

describe('messages out, for support', () => {
  it('are listed with masked addresses and without their words', async () => {
    const code = await codeTo(staff.started, 'anna@example.com');
    const messages = await support.given('outbox');
    expect(messages[0]).toMatchObject({ kind: 'email', address: 'an***@example.com', template: 'code.register' });
    // This server has no mail server: nothing in its list was sent.
    await until(async () => (await support.given('outbox', { status: 'kept' })).length > 0);
    expect(await support.given('outbox', { status: 'sent' })).toEqual([]);
    expect(JSON.stringify(messages)).not.toContain('anna@');
    expect(JSON.stringify(messages)).not.toMatch(alone(code));
  });

  it('are opened one by one, and each opening is an event', async () => {
    const code = await codeTo(staff.started, 'bert@example.com');
    const [row] = await support.given('outbox');
    const { text } = await support.given('outbox/:id/read', { id: row?.id });
    expect(text).not.toMatch(alone(code));
    expect(text).toContain('••••••');
    const events = await staff.as('auditor').given('events', { filter: { type: 'StaffReadMessage' } });
    expect(events[0]).toMatchObject({ data: { messageId: row?.id } });
    await support.when('outbox/:id/read', { id: 999_999 }).then('staff.not-found');
  });
});

it('no role is ever given a code, so that nobody on the staff can take an account over by one', async () => {
  const byMail = await codeTo(staff.started, 'carl@example.com');
  const bySms = await codeTo(staff.started, '+491701234599');
  const ids = await Promise.all(
    ['carl@example.com', '+491701234599'].map(async (to) => (await messagesTo(staff.started, to))[0]?.id),
  );
  const opened: string[] = [];
  for (const role of STAFF_ROLES) {
    const member = staff.as(role);
    const answers = [
      await member.get('outbox'),
      ...(await Promise.all(ids.map((id) => member.post('outbox/:id/read', { id })))),
    ];
    if (answers.every(({ status }) => status < 300)) opened.push(role);
    for (const code of [byMail, bySms]) expect(JSON.stringify(answers)).not.toMatch(alone(code));
  }
  expect(opened).toContain('support');
});
