import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SavedFilterView } from '../../contracts/staff-lists.contract.js';
import { eventually } from '../kit/eventually.js';
import { startStaffed } from '../kit/staff-client.js';
import type { StaffMember } from '../kit/staff-member.js';
import { Trader } from '../kit/trader.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let auditor: StaffMember;
let userId = '';
let orderId = '';

beforeAll(async () => {
  staff = await startStaffed();
  auditor = staff.as('auditor');
  const ann = await Trader.demo(staff.started);
  userId = ann.userId;
  ({ orderId } = await ann.placed({ type: 'market', quantity: '0.01' }));
  // Read models follow the history a moment later.
  await eventually(async () => (await timeline({ kind: 'fill' })).items.length).toBeGreaterThan(0);
}, 60_000);
afterAll(() => staff.started.close());

const timeline = (more: object = {}) => auditor.given('users/:id/timeline', { id: userId, ...more });

describe('queues', () => {
  it('are those of the asker’s roles, each with how much waits and where', async () => {
    const names = async (role: string) => (await staff.as(role).given('queues')).map(({ name }) => name);
    expect(await names('support')).toEqual(['demos-overdue', 'logins-locked', 'support-waiting']);
    expect(await names('risk')).toEqual([
      'books-halted',
      'contracts-held-up',
      'fundings-unsettled',
      'reconciliation-differences',
      'payments-unclaimed',
      'demos-overdue',
      'logins-locked',
      'policy-proposals',
      'corporate-actions',
      'contract-halts',
      'policy-alone',
      'reviews-escalated',
    ]);
    expect(await names('admin')).toContain('staff-locked');
    expect(await names('auditor')).toEqual(expect.arrayContaining(['chains-broken', 'read-models', 'timers-overdue']));
  });

  it('tell administrator and risk of a first day on which no policy can change, until there is a second of them', async () => {
    const missing = async (role: string, queue: string) =>
      (await staff.as(role).given('queues')).find(({ name }) => name === queue)?.count;
    expect(await missing('admin', 'policy-approvers')).toBe(1);
    expect(await missing('risk', 'policy-alone')).toBe(1);
    await staff.member('second-of-risk', 'risk');
    await eventually(() => missing('admin', 'policy-approvers')).toBe(0);
    await eventually(() => missing('risk', 'policy-alone')).toBe(0);
  });
});

describe('a user’s page', () => {
  it('tells what happened, the newest first, with values ready for a sentence', async () => {
    const { items } = await timeline();
    expect(items.map(({ sentence }) => sentence)).toEqual(
      expect.arrayContaining(['session-begun', 'demo-opened', 'order-accepted-market', 'filled-taker']),
    );
    expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).sort((a, b) => b - a));
    const opened = items.find(({ sentence }) => sentence === 'demo-opened');
    expect(opened).toMatchObject({ values: { amount: '100000', asset: 'USDT' }, amounts: [{ amount: '100000' }] });
    const filled = items.find(({ sentence }) => sentence === 'filled-taker');
    expect(filled).toMatchObject({ kind: 'fill', orderId, values: { symbol: 'BTCUSDT', side: 'buy' } });
  });

  it('goes back page by page without a gap or a repetition, whatever the size of the page', async () => {
    const whole = await timeline({ limit: 100 });
    for (const limit of [1, 2, 3]) {
      let page = await timeline({ limit });
      const walked = page.items.map(({ id }) => id);
      while (page.nextCursor !== null) {
        page = await timeline({ limit, cursor: page.nextCursor });
        walked.push(...page.items.map(({ id }) => id));
      }
      expect(walked.sort()).toEqual(whole.items.map(({ id }) => id).sort());
    }
  });

  it('can be narrowed to a kind', async () => {
    for (const kind of ['session', 'account', 'order', 'fill']) {
      const { items } = await timeline({ kind });
      expect([...new Set(items.map((item) => item.kind))]).toEqual([kind]);
    }
  });

  it('tells what an account chose for options, although no money moved', async () => {
    const bob = await Trader.demo(staff.started);
    await bob.given('confirmOptionWarning');
    await bob.given('setOptionLossLimit', { limit: '50' });
    const told = async () => {
      const { items } = await auditor.given('users/:id/timeline', { id: bob.userId, kind: 'money' });
      return items.map(({ sentence, values }) => [sentence, values]);
    };
    expect(await told()).toEqual(
      expect.arrayContaining([
        ['option-warning-confirmed', {}],
        ['option-limit-set', { amount: '50', asset: 'USDT' }],
      ]),
    );
  });

  it('shows what the account holds', async () => {
    const balances = await staff.as('support').given('users/:id/balances', { id: userId });
    expect(balances.map(({ asset, space }) => [space, asset])).toEqual([
      ['spot', 'BTC'],
      ['spot', 'USDT'],
    ]);
  });

  it.each([
    ['timeline?limit=0', { limit: 0 }],
    ['timeline?limit=101', { limit: 101 }],
    ['timeline?kind=gossip', { kind: 'gossip' }],
    ['timeline?cursor=yesterday', { cursor: 'yesterday' }],
  ])('refuses %s', (_, more) =>
    auditor.when('users/:id/timeline', { id: userId, ...more }).then('request.field-invalid'),
  );

  it('is refused for a user that does not exist', async () => {
    await auditor.when('users/:id/timeline', { id: 'demo-none' }).then('staff.not-found');
    await auditor.when('users/:id/balances', { id: 'demo-none' }).then('staff.not-found');
  });
});

describe('the ledger’s sums', () => {
  it('are zero for every asset, added up from postings and from balances', async () => {
    const { summedTo, position, accounts, sums } = await auditor.given('ledger-sums', { realm: 'demo' });
    expect(summedTo).toBe(position);
    expect(accounts).toBeGreaterThan(3);
    expect(sums.map(({ asset }) => asset)).toEqual(['BTC', 'USDT']);
    for (const { balances, postings } of sums) expect([balances, postings]).toEqual(['0', '0']);
  });

  it('go on with the postings that came since', async () => {
    const before = await auditor.given('ledger-sums', { realm: 'demo' });
    await staff.openDemo();
    const after = await auditor.given('ledger-sums', { realm: 'demo' });
    expect(after.summedTo).toBeGreaterThan(before.summedTo);
    expect(after.sums.map(({ postings }) => postings)).toEqual(['0', '0']);
  });

  it('are refused for a realm that does not exist', async () => {
    await auditor.when('ledger-sums', { realm: 'moon' }).then('request.field-invalid');
    await auditor.when('ledger-sums').then('request.field-missing');
  });
});

describe('a list as a file', () => {
  it('holds every row of the filter, and how many were to be expected', async () => {
    const file = await auditor.file('export', { list: 'users', filter: { realm: 'demo' } });
    const { headers } = file;
    const text = await file.text();
    expect(file.status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/csv/);
    expect(headers.get('content-disposition')).toBe('attachment; filename="glassbook-users.csv"');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^id,realm,name,status,openedAt/);
    expect(lines.slice(1)).toHaveLength(Number(headers.get('x-total-count')));
    expect(text).toContain(userId);
  });

  it('is longer than any page', async () => {
    const file = await auditor.file('export', { list: 'instruments' });
    const { headers } = file;
    expect((await file.text()).trimEnd().split('\r\n').length - 1).toBe(Number(headers.get('x-total-count')));
    expect(Number(headers.get('x-total-count'))).toBeGreaterThan(100);
  });

  it.each([
    ['list=salaries', { list: 'salaries' }, 'request.field-invalid'],
    ['filter={}', { filter: {} }, 'request.field-missing'],
    ['list=users&filter={"salary":1}', { list: 'users', filter: { salary: 1 } }, 'request.field-unknown'],
    ['list=users&sort=["password","ASC"]', { list: 'users', sort: ['password', 'ASC'] }, 'request.field-invalid'],
  ])('is refused for %s', (_, asked, refusal) => auditor.when('export', asked).then(refusal));
});

describe('search', () => {
  it('finds what has the words in its id or name, as far as the asker may open it', async () => {
    const hits = async (q: string, role = 'auditor') =>
      (await staff.as(role).given('search', { q })).map(({ resource, id }) => `${resource} ${id}`);
    expect(await hits(userId)).toEqual(expect.arrayContaining([`users ${userId}`, `streams demo:account-${userId}`]));
    expect(await hits(orderId)).toEqual([`orders ${orderId}`]);
    expect(await hits('demo:1')).toContain('events demo:1');
    expect(await hits(userId, 'support')).toEqual([`users ${userId}`]);
    expect(await hits(userId, 'risk')).toEqual([`users ${userId}`]);
    expect(await hits(userId, 'content')).toEqual([]);
  });

  it('wants at least two letters', async () => {
    await auditor.when('search', { q: 'a' }).then('request.field-invalid');
  });
});

describe('filters under a name', () => {
  const saved = async (role: string) => (await staff.as(role).get('saved-filters')).data;
  const request = { list: 'orders', name: 'Open in BTC', filter: '{"symbol":"BTCUSDT"}', sort: '["placedAt","DESC"]' };

  it('belong to whoever saved them, and are replaced under the same name', async () => {
    const support = staff.as('support');
    const first = await support.post('saved-filters', request);
    const again = await support.post('saved-filters', { ...request, filter: '{}' });
    expect(again.data).toEqual({ ...first.data, filter: '{}' });
    expect(await saved('support')).toEqual([again.data]);
    expect(await saved('auditor')).toEqual([]);
    const { id } = again.data as SavedFilterView;
    await auditor.when('saved-filters/remove', { id }).then('staff.not-found');
    await support.given('saved-filters/remove', { id });
    expect(await saved('support')).toEqual([]);
  });

  it.each([
    ['no name', { ...request, name: '  ' }, 'request.field-invalid'],
    ['a field too many', { ...request, staffId: 'x' }, 'request.field-unknown'],
    ['a missing list', { ...request, list: undefined }, 'request.field-missing'],
  ])('are refused with %s', async (_, body, refusal) => {
    expect(await staff.as('support').post('saved-filters', body)).toMatchObject({ status: 400, refusal });
  });

  it('are fifty at most', async () => {
    const risk = staff.as('risk');
    for (let n = 0; n < 50; n += 1)
      expect((await risk.post('saved-filters', { ...request, name: `${n}` })).refusal).toBe('');
    const tooMany = { status: 409, refusal: 'staff.too-many-saved' };
    expect(await risk.post('saved-filters', request)).toMatchObject(tooMany);
  });
});

describe('the last day', () => {
  it('is counted by the hour from real rows', async () => {
    const { orders, trades, accounts } = await staff.as('risk').given('trends');
    const sum = (counts: number[]): number => counts.reduce((a, b) => a + b, 0);
    expect([orders.length, trades.length, accounts.length]).toEqual([24, 24, 24]);
    expect(sum(orders)).toBe(1);
    expect(sum(trades)).toBeGreaterThan(0);
    expect(sum(accounts)).toBeGreaterThan(0);
  });
});

describe('policies', () => {
  it('are shown with every version, its values, and which is in force', async () => {
    const versions = await staff.as('risk').given('policy-versions');
    const spot = { id: 'spot.rules:1', version: 1, inForce: true, values: { maxNotional: '5000000' } };
    expect(versions.find(({ name }) => name === 'spot.rules')).toMatchObject(spot);
  });
});
