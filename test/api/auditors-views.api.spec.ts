import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventRow, NamedId } from '../../contracts/staff-history.contract.js';
import { main as audit } from '../../server/cli/audit.js';
import type { StaffMember } from '../kit/staff-member.js';
import { savingPerson, startWithdrawals, type SavingPerson } from '../kit/withdrawals.js';

const MINUTE_MS = 60_000;
let desk: Awaited<ReturnType<typeof startWithdrawals>>;
let saver: SavingPerson;
let withdrawalId = '';
let orderId = '';
/** Between one thing that happened and the next: before all, with money, with an order, with a withdrawal asked for. */
const at = { before: 0, funded: 0, ordered: 0, requested: 0 };

beforeAll(async () => {
  desk = await startWithdrawals();
  const pause = (): number => {
    desk.clock.advance(MINUTE_MS);
    const now = desk.clock.now();
    desk.clock.advance(MINUTE_MS);
    return now;
  };
  at.before = pause();
  saver = await savingPerson(desk.started, '50000');
  at.funded = pause();
  ({ orderId } = await saver.trader.placed({ price: '20000', quantity: '0.01' }));
  at.ordered = pause();
  await saver.trader.given('cancelOrder', { symbol: 'BTCUSDT', orderId });
  ({ withdrawalId } = await saver.withdraw('12000'));
  at.requested = pause();
  await desk.as('ann').decides(withdrawalId).then({ outcome: 'seconded' });
  await desk.as('ben').decides(withdrawalId).then({ outcome: 'approved' });
}, 120_000);
afterAll(() => desk.started.close());

const userId = (): string => saver.trader.userId;
const audited: StaffMember['when'] = (call, form) => desk.as('auditor').when(call, form);

describe('an account as of an instant', () => {
  const asOf = (instant: number) => audited('users/:id/as-of', { id: userId(), at: instant });

  it('has the balances, orders and limits of that instant, however much happened since', async () => {
    const funds = { id: 'spot:USDT', space: 'spot', asset: 'USDT' };
    await asOf(at.funded).then({
      ...{ status: 'active', balances: [{ ...funds, available: '50000', frozen: '0' }] },
      ...{ orders: [], limits: { withdrawalsOfDay: 0 } },
    });
    const bid = { orderId, symbol: 'BTCUSDT', side: 'buy', price: '20000', remaining: '0.01' };
    const ordered = await asOf(at.ordered).then({ orders: [{ ...bid, held: '200.2', heldAsset: 'USDT' }] });
    expect(ordered.balances).toEqual([{ ...funds, available: '49799.8', frozen: '200.2' }]);
    const view = await asOf(at.requested).then({ orders: [], limits: { withdrawalsOfDay: 1 } });
    expect(view.balances).toEqual([{ ...funds, available: '38000', frozen: '12000' }]);
  });

  it('tells factors, identity and the policies that were in force', async () => {
    const { factors, identity, policies } = await asOf(at.funded).then();
    expect(factors).toContainEqual(expect.objectContaining({ factor: 'trade-password', isSet: true }));
    expect(identity).toContainEqual({ level: 'address', status: 'none' });
    expect(policies.find(({ name }) => name === 'payee.rules')).toMatchObject({
      version: 2,
      values: { coolingHours: 0 },
    });
  });

  it('names an event whose hash binds it, and its streams with the hashes that their own pages show', async () => {
    const { position, hash, streams } = await asOf(at.funded).then();
    await audited('events/:id', { id: `real:${position}` }).then({ hash });
    expect(streams.map(({ stream }) => stream)).toContain(`security-${userId()}`);
    for (const { stream, version, stateHash } of streams)
      await audited('streams/:id', { id: `real:${stream}`, version }).then({ stateHash });
  });

  it('is refused for an instant at which there was no account', async () => {
    const sentence = 'This account didn’t exist at that time. Choose a later time.';
    await asOf(at.before).then({ refusal: '404 staff.not-open-yet', field: 'at' }, sentence);
  });

  it('is recorded as a reading of the person', async () => {
    await asOf(at.funded).then();
    const filter = { realm: 'house', type: 'StaffReadUser', q: userId() };
    await audited('events', { filter }).then([{}]);
  });
});

describe('a stream', () => {
  const stream = (instant: number) => audited('streams/:id', { id: `real:withdrawals-${userId()}`, at: instant });

  it('is shown as it stood at an instant', async () => {
    await stream(at.ordered).then({ version: 0, headVersion: 1, at: null });
    await stream(at.requested).then({ version: 1, headVersion: 1 });
  });
});

describe('ids', () => {
  const ofType = async (type: string): Promise<EventRow> => {
    const filter = { realm: 'real', type, q: withdrawalId };
    const [event] = await audited('events', { filter }).then();
    return event as EventRow;
  };

  it('in an event lead to their streams, and to the person by the name that the reader may see', async () => {
    const { ids } = await ofType('WithdrawalRequested');
    expect(ids[withdrawalId]).toEqual({ of: 'stream', realm: 'real', stream: `withdrawal-${withdrawalId}` });
    const person: NamedId = { of: 'person', userId: userId(), name: 'T•••' };
    expect([ids[userId()], ids[`${userId()}.1`], ids[`user:${userId()}`]]).toEqual([person, person, person]);
  });

  it('of who acted have the name and role of a member of the staff', async () => {
    const { ids, actor, data } = await ofType('ReviewApproved');
    const ben: NamedId = { of: 'staff', name: 'ben', roles: ['reviewer'] };
    expect([ids[actor], ids[(data as { staffId: string }).staffId]]).toEqual([ben, ben]);
    expect(ids[withdrawalId]).toMatchObject({ of: 'stream', stream: `review-${withdrawalId}` });
  });

  it('in a state lead there too', async () => {
    const named = { [userId()]: { of: 'person', name: 'T•••' } };
    await audited('streams/:id', { id: `real:withdrawal-${withdrawalId}` }).then({ ids: named });
  });
});

describe('what staff decided about a person', () => {
  const decisions = (name: string) => desk.as(name).when('users/:id/staff-decisions', { id: userId() });

  it('is listed with its grounds, both approvals', async () => {
    const listed = { requestId: withdrawalId, kind: 'withdrawal-crypto' };
    const [request] = await decisions('auditor').then([listed]);
    expect(request?.decisions.map(({ outcome, name }) => [outcome, name])).toEqual([
      ['seconded', 'ann'],
      ['approved', 'ben'],
    ]);
    for (const { signals, policies } of request?.decisions ?? [])
      expect([signals?.length, policies.map(({ name }) => name)]).toEqual([
        expect.any(Number),
        expect.arrayContaining(['review.signals']),
      ]);
  });

  it('stands in the person’s timeline, both approvals by name', async () => {
    const { items } = await audited('users/:id/timeline', { id: userId(), kind: 'money' }).then();
    const approvals = items.filter(({ byRoles }) => byRoles.includes('reviewer'));
    expect(approvals.map(({ sentence, byName, orderId: request }) => [sentence, byName, request])).toEqual([
      ['withdrawal-approved', 'ben', withdrawalId],
      ['review-seconded', 'ann', withdrawalId],
    ]);
  });

  it('is shown to reviewers as far as it is of their own queues', async () => {
    await desk.member('ida', 'reviewer', ['identity']);
    await decisions('ida').then([]);
    await decisions('ann').then([{}]);
  });
});

describe('the past on the command line', () => {
  const iso = (instant: number): string => new Date(instant).toISOString();
  const runCli = async (...args: string[]): Promise<[number, string]> => {
    const lines: string[] = [];
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = (text: unknown) => (lines.push(String(text)), true);
    try {
      return [await audit(args, desk.started.databaseUrl), lines.join('')];
    } finally {
      process.stdout.write = write;
    }
  };

  it('replays one owner’s balances and orders alone', async () => {
    const [status, text] = await runCli('replay', '--owner', userId(), '--at', iso(at.ordered));
    expect(status).toBe(0);
    expect(text).toContain(`user/${userId()}.1/spot/available  USDT  49799.8`);
    expect(text).toContain(`order ${orderId}  ${userId()}.1  BTCUSDT buy limit 20000  0.01 of 0.01 left`);
    expect(text.split('\n').filter((line) => /^ {2}(house|user)\//.test(line) && !line.includes(userId()))).toEqual([]);
  });

  it('tells what changed between two instants, and between two positions', async () => {
    const [, text] = await runCli('diff', '--from', iso(at.funded), '--at', iso(at.ordered), '--owner', userId());
    expect(text).toContain(`user/${userId()}.1/spot/available  USDT  50000 -> 49799.8  (-200.2)`);
    expect(text).toContain(`order opened  ${orderId}`);
    const { position } = await audited('users/:id/as-of', { id: userId(), at: at.ordered }).then();
    const same = ['--from', `${position}`, '--at', `${position}`, '--owner', userId()];
    expect((await runCli('diff', ...same))[1]).toContain('nothing changed');
    const [status, refused] = await runCli('diff', '--from', '3');
    expect([status, refused]).toEqual([2, expect.stringContaining('A position belongs to a realm')]);
  });

  it('prints a stream in lines to read, and as JSON where that is asked for', async () => {
    const stream = ['stream', 'real', `withdrawal-${withdrawalId}`];
    const [, text] = await runCli(...stream);
    expect(text).toMatch(/^1 {2}@\d+ {2}2026-\S+Z {2}WithdrawalRequested {2}by user:/);
    expect(text).toContain(`     withdrawalId  ${withdrawalId}\n`);
    expect(text).toContain('     policy.name  withdrawal.rules\n');
    expect(text).not.toContain('{"');
    const [, json] = await runCli(...stream, '--json');
    expect(JSON.parse(json)).toMatchObject({ realm: 'real', stream: stream[2], stateHash: expect.any(String) });
    expect((await runCli(...stream, '--at', iso(at.ordered)))[0]).toBe(1);
  });
});
