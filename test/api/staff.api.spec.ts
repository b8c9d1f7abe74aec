import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StaffAccounts } from '../../server/staff/staff-accounts.js';
import { startApp, type StartedApp } from '../kit/app.js';
import type { DashboardView, EventRow, LedgerAccountRow, StaffUserRow } from '../../contracts/staff.contract.js';

let started: StartedApp;
const passwords = new Map<string, string>();
const tokens = new Map<string, string>();
let userId = '';

interface Answer<Body = unknown> {
  status: number;
  body: Body;
  range: string | null;
}

async function ask<Body>(path: string, token?: string): Promise<Answer<Body>> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${started.url}/staff/${path}`, { headers });
  return {
    status: response.status,
    body: (await response.json()) as Body,
    range: response.headers.get('content-range'),
  };
}

async function post(path: string, body: unknown, token?: string, address = '10.0.0.1'): Promise<Answer<never>> {
  const response = await fetch(`${started.url}/staff/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as never, range: null };
}

const query = (asked: { filter?: object; range?: [number, number]; sort?: [string, string] }): string =>
  new URLSearchParams(
    Object.entries(asked).map(([key, value]) => [key, JSON.stringify(value)] as [string, string]),
  ).toString();

const refusalOf = (body: unknown): unknown => (body as { data: { refusal: string } }).data.refusal;

beforeAll(async () => {
  started = await startApp();
  const accounts = started.app.get<StaffAccounts>(StaffAccounts, { strict: false });
  for (const { login, password } of await accounts.seed()) passwords.set(login, password);
  for (const name of ['auditor', 'support', 'admin', 'risk']) {
    const { body, status } = await post('login', { name, password: passwords.get(name) });
    expect(status).toBe(200);
    tokens.set(name, (body as { token: string }).token);
  }
  for (let n = 0; n < 3; n += 1) {
    const answer = await (await fetch(`${started.url}/web/tempLogin`)).json();
    userId = (answer as { data: { userId: string } }).data.userId;
  }
}, 60_000);
afterAll(() => started.close(), 30_000);

const auditor = () => tokens.get('auditor') ?? '';

describe('staff accounts', () => {
  it('are made on the first start only, each with its role and a password that is told once', async () => {
    expect([...passwords.keys()].sort()).toEqual(['admin', 'auditor', 'risk', 'support']);
    expect(new Set(passwords.values()).size).toBe(4);
    expect(await started.app.get<StaffAccounts>(StaffAccounts, { strict: false }).seed()).toEqual([]);
  });

  it('sign in with name and password, and are who they are until they sign out', async () => {
    const { body } = await post('login', { name: 'Auditor', password: passwords.get('auditor') });
    const { token } = body as { token: string };
    expect((await ask('me', token)).body).toMatchObject({ name: 'auditor', roles: ['auditor'] });
    await post('logout', {}, token);
    expect((await ask('me', token)).status).toBe(401);
  });

  it.each([
    ['a wrong password', { name: 'auditor', password: 'x' }, 401, 'staff.credentials-wrong'],
    ['a name that does not exist', { name: 'nobody', password: 'x' }, 401, 'staff.credentials-wrong'],
    ['a missing password', { name: 'auditor' }, 400, 'request.field-missing'],
    ['a field too many', { name: 'auditor', password: 'x', role: 'admin' }, 400, 'request.field-unknown'],
  ])('refuse %s', async (_, credentials, status, refusal) => {
    const answer = await post('login', credentials, undefined, '10.0.0.9');
    expect(answer.status).toBe(status);
    expect(refusalOf(answer.body)).toBe(refusal);
  });

  it('lock after five wrong tries, for the right password too, and the history says so', async () => {
    for (let n = 0; n < 4; n += 1) await post('login', { name: 'risk', password: 'x' }, undefined, `10.1.0.${n}`);
    const fifth = await post('login', { name: 'risk', password: 'x' }, undefined, '10.1.0.5');
    expect([fifth.status, refusalOf(fifth.body)]).toEqual([429, 'account.locked']);
    const right = await post('login', { name: 'risk', password: passwords.get('risk') }, undefined, '10.1.0.6');
    expect(right.status).toBe(429);
    const { body } = await ask<EventRow[]>(`events?${query({ filter: { type: 'StaffLockedOut' } })}`, auditor());
    expect(body).toHaveLength(1);
  });
});

describe('the console', () => {
  it('shows nothing without a session', async () => {
    for (const path of ['users', 'orders', 'events', 'dashboard', 'chain?realm=demo', 'streams/demo:x']) {
      const { status, body } = await ask(path);
      expect([path, status, refusalOf(body)]).toEqual([path, 401, 'staff.session-missing']);
    }
  });

  it.each([
    [
      'admin',
      ['users', 'orders', 'trades', 'ledger-accounts', 'postings', 'events', 'streams', 'epochs', 'chain?realm=demo'],
    ],
    ['support', ['ledger-accounts', 'postings', 'events', 'streams', 'epochs', 'chain?realm=demo']],
    ['risk', ['users', 'ledger-accounts', 'postings', 'events']],
  ])('refuses %s what the role does not hold', async (role, paths) => {
    for (const path of paths) {
      const { status, body } = await ask(path, tokens.get(role));
      expect([path, status, refusalOf(body)]).toEqual([path, 403, 'staff.role-missing']);
    }
  });

  it('lists users with a range and a total, and finds them by id, text and realm', async () => {
    const listed = await ask<StaffUserRow[]>(
      `users?${query({ range: [0, 1], sort: ['openedAt', 'DESC'] })}`,
      auditor(),
    );
    expect(listed.range).toBe('users 0-1/3');
    expect(listed.body.map(({ id }) => id)).toContain(userId);
    const many = await ask<StaffUserRow[]>(`users?${query({ filter: { id: [userId, 'demo-none'] } })}`, auditor());
    expect(many.body.map(({ id, status, generation }) => [id, status, generation])).toEqual([[userId, 'active', 1]]);
    const found = await ask<StaffUserRow[]>(
      `users?${query({ filter: { q: userId.slice(2, 9), realm: 'demo' } })}`,
      auditor(),
    );
    expect(found.body).toHaveLength(1);
    expect((await ask(`users?${query({ filter: { realm: 'real' } })}`, auditor())).range).toBe('users 0-0/0');
  });

  it('records who of the staff opened which user, once a session', async () => {
    for (let n = 0; n < 3; n += 1) expect((await ask(`users/${userId}`, tokens.get('support'))).status).toBe(200);
    expect((await ask('users/demo-none', tokens.get('support'))).status).toBe(404);
    const { body } = await ask<EventRow[]>(`events?${query({ filter: { type: 'StaffReadUser' } })}`, auditor());
    expect(body.map(({ data }) => (data as { userId: string }).userId)).toEqual([userId]);
  });

  it('shows an account of the ledger with its balance, and the postings that made it', async () => {
    const filter = { realm: 'demo', account: `user/${userId}.1` };
    const accounts = await ask<LedgerAccountRow[]>(`ledger-accounts?${query({ filter })}`, auditor());
    expect(accounts.body).toEqual([
      expect.objectContaining({ asset: 'USDT', balance: '100000', postings: 1, mayGoNegative: false }),
    ]);
    const account = accounts.body[0] as LedgerAccountRow;
    expect((await ask(`ledger-accounts/${encodeURIComponent(account.id)}`, auditor())).body).toEqual(account);
    const postings = await ask(
      `postings?${query({ filter: { realm: 'demo', account: account.account, asset: 'USDT' } })}`,
      auditor(),
    );
    expect(postings.body).toEqual([expect.objectContaining({ amount: '100000', eventType: 'DemoOpened' })]);
  });

  it.each([
    ['an unknown field', { filter: { salary: 1 } }, 'request.field-unknown', 'filter.salary'],
    ['a wrong type', { filter: { realm: 7 } }, 'request.field-invalid', 'filter.realm'],
    ['an unknown order', { sort: ['password', 'ASC'] as [string, string] }, 'request.field-invalid', 'sort'],
    ['a range that runs backwards', { range: [9, 3] as [number, number] }, 'request.field-invalid', 'range'],
    ['a range too wide', { range: [0, 5000] as [number, number] }, 'request.field-invalid', 'range'],
  ])('refuses %s by name', async (_, asked, refusal, field) => {
    const { status, body } = await ask<{ data: { refusal: string; field: string } }>(
      `users?${query(asked)}`,
      auditor(),
    );
    expect([status, body.data.refusal, body.data.field]).toEqual([400, refusal, field]);
  });

  it('refuses text that is not JSON', async () => {
    for (const part of ['filter', 'range', 'sort']) {
      expect((await ask(`orders?${part}=%7Bx`, auditor())).status).toBe(400);
    }
  });
});

describe('every list', () => {
  it.each([
    ['users', ['openedAt', 'id', 'name', 'realm', 'status', 'generation', 'expiresAt', 'ordersOpen', 'trades']],
    [
      'orders',
      [
        'placedAt',
        'updatedAt',
        'position',
        'id',
        'realm',
        'ownerId',
        'symbol',
        'side',
        'type',
        'status',
        'price',
        'quantity',
        'filledQuantity',
      ],
    ],
    [
      'trades',
      [
        'at',
        'position',
        'id',
        'realm',
        'symbol',
        'price',
        'quantity',
        'makerOwnerId',
        'takerOwnerId',
        'feeMaker',
        'feeTaker',
      ],
    ],
    ['ledger-accounts', ['account', 'id', 'realm', 'asset', 'balance', 'postings']],
    ['postings', ['position', 'id', 'at', 'realm', 'account', 'asset', 'amount']],
    ['streams', ['position', 'lastAt', 'firstAt', 'stream', 'id', 'realm', 'kind', 'version']],
    ['epochs', ['epoch', 'id', 'startsAt', 'endsAt', 'status']],
  ])('of %s orders by every field it offers, both ways', async (resource, fields) => {
    for (const field of fields) {
      for (const order of ['ASC', 'DESC']) {
        const { status } = await ask(`${resource}?${query({ sort: [field, order] })}`, auditor());
        expect([field, order, status]).toEqual([field, order, 200]);
      }
    }
  });
});

describe('the event explorer', () => {
  it('pages through a realm backwards, chained hash to hash, without a gap', async () => {
    const seen: EventRow[] = [];
    for (let from = 0; ; from += 2) {
      const { body } = await ask<EventRow[]>(
        `events?${query({ filter: { realm: 'demo' }, range: [from, from + 1], sort: ['position', 'DESC'] })}`,
        auditor(),
      );
      seen.push(...body);
      if (body.length < 2) break;
    }
    expect(seen.map(({ position }) => position)).toEqual(seen.map((_, index) => seen.length - index));
    seen.slice(1).forEach((event, index) => expect(seen[index]?.previousHash).toBe(event.hash));
  });

  it('merges the realms by time', async () => {
    const { body } = await ask<EventRow[]>(`events?${query({ range: [0, 49], sort: ['at', 'ASC'] })}`, auditor());
    expect(new Set(body.map(({ realm }) => realm)).has('house')).toBe(true);
    expect(body.map(({ at }) => at)).toEqual([...body.map(({ at }) => at)].sort((a, b) => a - b));
  });

  it.each([
    ['stream', () => ({ realm: 'demo', stream: `account-${userId}` }), 1],
    ['part of a stream', () => ({ realm: 'demo', stream: userId.slice(3, 10) }), 1],
    ['type', () => ({ type: 'DemoOpened' }), 3],
    ['part of a type', () => ({ realm: 'demo', type: 'moOpen' }), 3],
    ['actor', () => ({ realm: 'demo', actor: `user:${userId}` }), 1],
    ['owner', () => ({ realm: 'demo', owner: `${userId}.1` }), 1],
    ['text in the data', () => ({ realm: 'demo', q: userId }), 1],
    ['position', () => ({ realm: 'demo', positionFrom: 2, positionTo: 3 }), 2],
    ['an instant before everything', () => ({ realm: 'demo', atTo: 1000 }), 0],
    ['an instant after which everything came', () => ({ realm: 'demo', type: 'DemoOpened', atFrom: 1000 }), 3],
    ['what does not exist', () => ({ type: 'NoSuchType' }), 0],
  ])('filters by %s', async (_, filter, expected) => {
    const { body, range, status } = await ask<EventRow[]>(`events?${query({ filter: filter() })}`, auditor());
    expect([status, body.length, range?.split('/')[1]]).toEqual([200, expected, String(expected)]);
  });

  it.each(['position', 'at', 'id', 'version', 'stream', 'type', 'realm', 'actor'])('orders by %s', async (field) => {
    for (const filter of [
      {},
      { realm: 'demo' },
      { realm: 'demo', stream: `account-${userId}` },
      { type: 'DemoOpened' },
    ]) {
      for (const order of ['ASC', 'DESC']) {
        const { status, body } = await ask<EventRow[]>(`events?${query({ filter, sort: [field, order] })}`, auditor());
        expect(status).toBe(200);
        const values = body.map((row) => row[field as 'type']);
        if (field === 'type') expect(order === 'ASC' ? values : [...values].reverse()).toEqual([...values].sort());
      }
    }
  });

  it('shows the state of a stream at any version, with a hash that is the same each time', async () => {
    const id = encodeURIComponent(`demo:account-${userId}`);
    const first = await ask<{ state: { status: string }; stateHash: string; headVersion: number }>(
      `streams/${id}`,
      auditor(),
    );
    expect(first.body).toMatchObject({ version: 1, headVersion: 1, state: { status: 'demo', userId } });
    expect((await ask(`streams/${id}?version=1`, auditor())).body).toEqual(first.body);
    expect((await ask(`streams/${id}?version=2`, auditor())).status).toBe(404);
    expect((await ask(`streams/${encodeURIComponent('demo:nothing-1')}`, auditor())).status).toBe(404);
  });

  it('checks the chain of every realm', async () => {
    for (const realm of ['house', 'demo', 'real']) {
      const { body } = await ask<{ position: number; checkedTo: number }>(`chain?realm=${realm}`, auditor());
      expect(body).toMatchObject({ realm, ok: true, problem: null });
      if (body.position <= 1000) expect(body.checkedTo).toBe(body.position);
    }
  });

  it('tells how the server is', async () => {
    const { body } = await ask<DashboardView>('dashboard', auditor());
    expect(body.realms.map(({ realm, leaseHeld }) => [realm, leaseHeld])).toEqual([
      ['house', true],
      ['demo', true],
      ['real', true],
    ]);
    expect(body.projections.every(({ state }) => state === 'live')).toBe(true);
    expect(body.counts.usersDemo).toBe(3);
  });
});
