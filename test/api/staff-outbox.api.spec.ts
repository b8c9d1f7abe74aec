import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_ROLES, type StaffMessageRow, type StaffMessageView } from '../../contracts/staff.contract.js';
import { codeTo, messagesTo, register } from '../kit/people.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let support: string;

beforeAll(async () => {
  staff = await startStaffed();
  support = await staff.member('helper', 'support');
}, 120_000);
afterAll(() => staff.started.close());

it('support sees whose log-in is locked, whichever login was guessed at', async () => {
  const { data } = await register(staff.started, { account: 'guessed@example.com' });
  const guesser = new Trader(staff.started);
  for (let n = 0; n < 5; n += 1)
    await guesser.post('userLogin', { account: 'guessed@example.com', password: 'guess-guess' });
  const { body } = await staff.read<{ id: string }[]>('locks', support);
  expect(body.map(({ id }) => id)).toEqual([data.userId]);
});

describe('messages out, for support', () => {
  it('are listed with masked addresses and without their words', async () => {
    const code = await codeTo(staff.started, 'anna@example.com');
    const { body } = await staff.read<StaffMessageRow[]>('outbox', support);
    expect(body[0]).toMatchObject({ kind: 'email', address: 'an***@example.com', template: 'code.register' });
    // This server has no mail server: nothing in its list was sent.
    await until(async () => (await staff.read<StaffMessageRow[]>('outbox?status=kept', support)).body.length > 0);
    expect((await staff.read('outbox?status=sent', support)).body).toEqual([]);
    expect(JSON.stringify(body)).not.toContain('anna@');
    expect(JSON.stringify(body)).not.toContain(code);
  });

  it('are opened one by one, and each opening is an event', async () => {
    const code = await codeTo(staff.started, 'bert@example.com');
    const [row] = (await staff.read<StaffMessageRow[]>('outbox', support)).body;
    const opened = await staff.post<StaffMessageView>(`outbox/${row?.id}/read`, {}, { token: support });
    expect(opened.body.text).not.toContain(code);
    expect(opened.body.text).toContain('••••••');
    const auditor = staff.tokens.get('auditor') ?? '';
    const filter = encodeURIComponent(JSON.stringify({ type: 'StaffReadMessage' }));
    const events = await staff.read<{ data: { messageId: number } }[]>(`events?filter=${filter}`, auditor);
    expect(events.body[0]?.data.messageId).toBe(row?.id);
    const none = await staff.post<{ data: { refusal: string } }>('outbox/999999/read', {}, { token: support });
    expect(none.body.data.refusal).toBe('staff.not-found');
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
    const token = await staff.member(`reader-${role}`, role);
    const answers = [
      await staff.read('outbox', token),
      ...(await Promise.all(ids.map((id) => staff.post(`outbox/${id}/read`, {}, { token })))),
    ];
    if (answers.every(({ status }) => status < 300)) opened.push(role);
    for (const code of [byMail, bySms]) expect(JSON.stringify(answers)).not.toContain(code);
  }
  expect(opened).toContain('support');
});
