import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  LedgerSumsView,
  SavedFilterView,
  StaffBalanceRow,
  StaffQueueView,
  StaffSearchHit,
  StaffTimelineItem,
  StaffTrendsView,
} from '../../contracts/staff-lists.contract.js';
import type { StaffPolicyVersionRow } from '../../contracts/policy-change.contract.js';
import { listQuery, refusalOf, startStaffed } from '../kit/staff-client.js';
import { until } from '../kit/until.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let userId = '';
let userToken = '';
let orderId = '';

const as = (role: string): { token: string } => ({ token: staff.tokens.get(role) ?? '' });
const outcome = (answer: { status: number; body: unknown }): unknown[] => [answer.status, refusalOf(answer.body)];

beforeAll(async () => {
  staff = await startStaffed();
  const opened = await web<{ userId: string; token: string }>('tempLogin');
  userId = opened.userId;
  userToken = opened.token;
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01', requestToken: 'desk-order-1' };
  const placed = await web<{ orders: { orderId: string }[] }>('placeOrder', { ...order, token: userToken });
  orderId = placed.orders[0]?.orderId ?? '';
  await readModelsHaveTheFill();
}, 60_000);
afterAll(() => staff.started.close());

/** Read models follow the history a moment later. */
async function readModelsHaveTheFill(): Promise<void> {
  for (;;) {
    const { body } = await staff.audit<{ items: StaffTimelineItem[] }>(`users/${userId}/timeline?kind=fill`);
    if (body.items.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function web<Data>(name: string, body?: Record<string, string>): Promise<Data> {
  const sent = body === undefined ? {} : { method: 'POST', body: new URLSearchParams(body) };
  const answer = (await (await fetch(`${staff.started.url}/web/${name}`, sent)).json()) as {
    code: number;
    message: string;
    data: Data;
  };
  if (answer.code !== 0) throw new Error(`${name}: ${answer.message}`);
  return answer.data;
}

async function file(query: string, role = 'auditor') {
  const response = await fetch(`${staff.started.url}/staff/export?${query}`, {
    headers: { authorization: `Bearer ${staff.tokens.get(role)}` },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('queues', () => {
  it('are those of the asker’s roles, each with how much waits and where', async () => {
    const names = async (role: string) =>
      (await staff.read<StaffQueueView[]>('queues', staff.tokens.get(role))).body.map(({ name }) => name);
    expect(await names('support')).toEqual(['demos-overdue', 'logins-locked']);
    expect(await names('risk')).toEqual([
      'books-halted',
      'reconciliation-differences',
      'demos-overdue',
      'logins-locked',
      'policy-proposals',
      'policy-alone',
      'reviews-escalated',
    ]);
    expect(await names('admin')).toContain('staff-locked');
    expect(await names('auditor')).toEqual(expect.arrayContaining(['chains-broken', 'read-models', 'timers-overdue']));
  });

  it('tell administrator and risk of a first day on which no policy can change, until there is a second of them', async () => {
    const missing = async (role: string, queue: string) => {
      const { body } = await staff.read<StaffQueueView[]>('queues', staff.tokens.get(role));
      return body.find(({ name }) => name === queue)?.count;
    };
    expect(await missing('admin', 'policy-approvers')).toBe(1);
    expect(await missing('risk', 'policy-alone')).toBe(1);
    await staff.member('second-of-risk', 'risk');
    await until(async () => (await missing('admin', 'policy-approvers')) === 0);
    await until(async () => (await missing('risk', 'policy-alone')) === 0);
  });
});

describe('a user’s page', () => {
  it('tells what happened, the newest first, with values ready for a sentence', async () => {
    const { body } = await staff.audit<{ data: never; items: StaffTimelineItem[] }>(`users/${userId}/timeline`);
    expect(body.items.map(({ sentence }) => sentence)).toEqual(
      expect.arrayContaining(['session-begun', 'demo-opened', 'order-accepted-market', 'filled-taker']),
    );
    expect(body.items.map(({ at }) => at)).toEqual(body.items.map(({ at }) => at).sort((a, b) => b - a));
    const opened = body.items.find(({ sentence }) => sentence === 'demo-opened');
    expect(opened).toMatchObject({ values: { amount: '100000', asset: 'USDT' }, amounts: [{ amount: '100000' }] });
    const filled = body.items.find(({ sentence }) => sentence === 'filled-taker');
    expect(filled).toMatchObject({ kind: 'fill', orderId, values: { symbol: 'BTCUSDT', side: 'buy' } });
  });

  it('goes back page by page without a gap or a repetition, whatever the size of the page', async () => {
    const whole = await staff.audit<{ items: StaffTimelineItem[] }>(`users/${userId}/timeline?limit=100`);
    for (const limit of [1, 2, 3]) {
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page = await staff.audit<{ items: StaffTimelineItem[]; nextCursor: string | null }>(
          `users/${userId}/timeline?limit=${limit}${more}`,
        );
        walked.push(...page.body.items.map(({ id }) => id));
        cursor = page.body.nextCursor;
      }
      expect([...walked].sort()).toEqual(whole.body.items.map(({ id }) => id).sort());
    }
  });

  it('can be narrowed to a kind', async () => {
    for (const kind of ['session', 'account', 'order', 'fill']) {
      const { body } = await staff.audit<{ items: StaffTimelineItem[] }>(`users/${userId}/timeline?kind=${kind}`);
      expect([...new Set(body.items.map((item) => item.kind))]).toEqual([kind]);
    }
  });

  it('shows what the account holds', async () => {
    const { body } = await staff.read<StaffBalanceRow[]>(`users/${userId}/balances`, staff.tokens.get('support'));
    expect(body.map(({ asset, space }) => [space, asset])).toEqual([
      ['spot', 'BTC'],
      ['spot', 'USDT'],
    ]);
  });

  it.each([
    ['timeline?limit=0', 'request.field-invalid'],
    ['timeline?limit=101', 'request.field-invalid'],
    ['timeline?kind=gossip', 'request.field-invalid'],
    ['timeline?cursor=yesterday', 'request.field-invalid'],
  ])('refuses %s', async (path, refusal) => {
    expect(outcome(await staff.audit(`users/${userId}/${path}`))).toEqual([400, refusal]);
  });

  it('is refused for a user that does not exist', async () => {
    for (const path of ['timeline', 'balances'])
      expect(outcome(await staff.audit(`users/demo-none/${path}`))).toEqual([404, 'staff.not-found']);
  });
});

describe('the ledger’s sums', () => {
  it('are zero for every asset, added up from postings and from balances', async () => {
    const { body } = await staff.audit<LedgerSumsView>('ledger-sums?realm=demo');
    expect(body.summedTo).toBe(body.position);
    expect(body.accounts).toBeGreaterThan(3);
    expect(body.sums.map(({ asset }) => asset)).toEqual(['BTC', 'USDT']);
    for (const { balances, postings } of body.sums) expect([balances, postings]).toEqual(['0', '0']);
  });

  it('go on with the postings that came since', async () => {
    const before = await staff.audit<LedgerSumsView>('ledger-sums?realm=demo');
    await staff.openDemo();
    const after = await staff.audit<LedgerSumsView>('ledger-sums?realm=demo');
    expect(after.body.summedTo).toBeGreaterThan(before.body.summedTo);
    expect(after.body.sums.map(({ postings }) => postings)).toEqual(['0', '0']);
  });

  it('are refused for a realm that does not exist', async () => {
    expect(outcome(await staff.audit('ledger-sums?realm=moon'))).toEqual([400, 'request.field-invalid']);
    expect(outcome(await staff.audit('ledger-sums'))).toEqual([400, 'request.field-missing']);
  });
});

describe('a list as a file', () => {
  it('holds every row of the filter, and how many were to be expected', async () => {
    const { status, headers, text } = await file(`list=users&${listQuery({ filter: { realm: 'demo' } })}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/csv/);
    expect(headers.get('content-disposition')).toBe('attachment; filename="glassbook-users.csv"');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^id,realm,name,status,openedAt/);
    expect(lines.slice(1)).toHaveLength(Number(headers.get('x-total-count')));
    expect(text).toContain(userId);
  });

  it('is longer than any page', async () => {
    const { headers, text } = await file('list=instruments');
    expect(text.trimEnd().split('\r\n').length - 1).toBe(Number(headers.get('x-total-count')));
    expect(Number(headers.get('x-total-count'))).toBeGreaterThan(100);
  });

  it.each([
    ['list=salaries', 400, 'request.field-invalid'],
    ['filter={}', 400, 'request.field-missing'],
    ['list=users&filter={"salary":1}', 400, 'request.field-unknown'],
    ['list=users&sort=["password","ASC"]', 400, 'request.field-invalid'],
  ])('is refused for %s', async (query, status, refusal) => {
    const answer = await file(query);
    expect([answer.status, refusalOf(JSON.parse(answer.text))]).toEqual([status, refusal]);
  });
});

describe('search', () => {
  it('finds what has the words in its id or name, as far as the asker may open it', async () => {
    const hits = async (q: string, role = 'auditor') =>
      (await staff.post<StaffSearchHit[]>('search', { q }, { token: staff.tokens.get(role) ?? '' })).body.map(
        ({ resource, id }) => `${resource} ${id}`,
      );
    expect(await hits(userId)).toEqual(expect.arrayContaining([`users ${userId}`, `streams demo:account-${userId}`]));
    expect(await hits(orderId)).toEqual([`orders ${orderId}`]);
    expect(await hits('demo:1')).toContain('events demo:1');
    expect(await hits(userId, 'support')).toEqual([`users ${userId}`]);
    expect(await hits(userId, 'risk')).toEqual([`users ${userId}`]);
    expect(await hits(userId, 'content')).toEqual([]);
  });

  it('wants at least two letters', async () => {
    const token = staff.tokens.get('auditor') ?? '';
    expect(outcome(await staff.post('search', { q: 'a' }, { token }))).toEqual([400, 'request.field-invalid']);
  });
});

describe('filters under a name', () => {
  const request = { list: 'orders', name: 'Open in BTC', filter: '{"symbol":"BTCUSDT"}', sort: '["placedAt","DESC"]' };

  it('belong to whoever saved them, and are replaced under the same name', async () => {
    const first = await staff.post<SavedFilterView>('saved-filters', request, as('support'));
    const again = await staff.post<SavedFilterView>('saved-filters', { ...request, filter: '{}' }, as('support'));
    expect(again.body).toEqual({ ...first.body, filter: '{}' });
    expect((await staff.read('saved-filters', staff.tokens.get('support'))).body).toEqual([again.body]);
    expect((await staff.audit('saved-filters')).body).toEqual([]);
    const { id } = again.body;
    expect(outcome(await staff.post('saved-filters/remove', { id }, as('auditor')))).toEqual([404, 'staff.not-found']);
    expect((await staff.post('saved-filters/remove', { id }, as('support'))).status).toBe(200);
    expect((await staff.read('saved-filters', staff.tokens.get('support'))).body).toEqual([]);
  });

  it.each([
    ['no name', { ...request, name: '  ' }, 'request.field-invalid'],
    ['a field too many', { ...request, staffId: 'x' }, 'request.field-unknown'],
    ['a missing list', { ...request, list: undefined }, 'request.field-missing'],
  ])('are refused with %s', async (_, body, refusal) => {
    expect(outcome(await staff.post('saved-filters', body, as('support')))).toEqual([400, refusal]);
  });

  it('are fifty at most', async () => {
    for (let n = 0; n < 50; n += 1)
      expect((await staff.post('saved-filters', { ...request, name: `${n}` }, as('risk'))).status).toBe(200);
    expect(outcome(await staff.post('saved-filters', request, as('risk')))).toEqual([409, 'staff.too-many-saved']);
  });
});

describe('the last day', () => {
  it('is counted by the hour from real rows', async () => {
    const { body } = await staff.read<StaffTrendsView>('trends', staff.tokens.get('risk'));
    const sum = (counts: number[]): number => counts.reduce((a, b) => a + b, 0);
    expect([body.orders.length, body.trades.length, body.accounts.length]).toEqual([24, 24, 24]);
    expect(sum(body.orders)).toBe(1);
    expect(sum(body.trades)).toBeGreaterThan(0);
    expect(sum(body.accounts)).toBeGreaterThan(0);
  });
});

describe('policies', () => {
  it('are shown with every version, its values, and which is in force', async () => {
    const { body } = await staff.read<StaffPolicyVersionRow[]>('policy-versions', staff.tokens.get('risk'));
    expect(body.find(({ name }) => name === 'spot.rules')).toMatchObject({
      id: 'spot.rules:1',
      version: 1,
      inForce: true,
      values: { makerRate: '0.001' },
    });
  });
});
