import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { EventRow } from '../../contracts/staff-history.contract.js';
import type { DashboardView } from '../../contracts/staff.contract.js';
import { Values } from '../../server/engine/lists/list-sql.js';
import { partsOf } from '../../server/staff/lists/event-filter.js';
import { listQuery, startStaffed } from '../kit/staff-client.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let userId = '';

beforeAll(async () => {
  staff = await startStaffed();
  for (let n = 0; n < 3; n += 1) userId = await staff.openDemo();
}, 60_000);
afterAll(() => staff.started.close());

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
        const { status } = await staff.audit(`${resource}?${listQuery({ sort: [field, order] })}`);
        expect([field, order, status]).toEqual([field, order, 200]);
      }
    }
  });
});

describe('the event explorer', () => {
  it('pages through a realm backwards, chained hash to hash, without a gap', async () => {
    const seen: EventRow[] = [];
    for (let from = 0; ; from += 2) {
      const { body } = await staff.audit<EventRow[]>(
        `events?${listQuery({ filter: { realm: 'demo' }, range: [from, from + 1], sort: ['position', 'DESC'] })}`,
      );
      seen.push(...body);
      if (body.length < 2) break;
    }
    expect(seen.map(({ position }) => position)).toEqual(seen.map((_, index) => seen.length - index));
    seen.slice(1).forEach((event, index) => expect(seen[index]?.previousHash).toBe(event.hash));
  });

  it('merges the realms by time', async () => {
    const { body } = await staff.audit<EventRow[]>(`events?${listQuery({ range: [0, 49], sort: ['at', 'ASC'] })}`);
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
    const { body, range, status } = await staff.audit<EventRow[]>(`events?${listQuery({ filter: filter() })}`);
    expect([status, body.length, range?.split('/')[1]]).toEqual([200, expected, String(expected)]);
  });

  it('finds everything of the request that an event comes from', async () => {
    const found = async (filter: object) => (await staff.audit<EventRow[]>(`events?${listQuery({ filter })}`)).body;
    const [opened] = await found({ realm: 'demo', stream: `account-${userId}` });
    const correlation = opened?.correlation ?? '';
    expect(opened).toMatchObject({
      correlation: expect.stringMatching(/^call-/),
      causation: `${correlation}/OpenDemo`,
    });
    expect((await found({ correlation })).map(({ id }) => id)).toEqual([opened?.id]);
  });

  it.each(['position', 'at', 'id', 'version', 'stream', 'type', 'realm', 'actor'])('orders by %s', async (field) => {
    for (const filter of [
      {},
      { realm: 'demo' },
      { realm: 'demo', stream: `account-${userId}` },
      { type: 'DemoOpened' },
    ]) {
      for (const order of ['ASC', 'DESC']) {
        const { status, body } = await staff.audit<EventRow[]>(`events?${listQuery({ filter, sort: [field, order] })}`);
        expect(status).toBe(200);
        const values = body.map((row) => row[field as 'type']);
        if (field === 'type') expect(order === 'ASC' ? values : [...values].reverse()).toEqual([...values].sort());
      }
    }
  });

  it('finds what followed or changed a policy, and what carries an amount, however it is grouped', async () => {
    const found = async (filter: object) =>
      (await staff.audit<EventRow[]>(`events?${listQuery({ filter, range: [0, 99] })}`)).body.map(({ type }) => type);
    expect(await found({ policy: 'demo.rules', realm: 'house' })).toEqual(['PolicyPublished']);
    expect(await found({ policy: 'demo.rules', realm: 'demo' })).toEqual(['DemoOpened', 'DemoOpened', 'DemoOpened']);
    expect(await found({ amount: '100,000', realm: 'demo' })).toEqual(['DemoOpened', 'DemoOpened', 'DemoOpened']);
    expect(await found({ withdrawalId: 'w-nothing' })).toEqual([]);
    expect(await found({ requestId: 'w-nothing' })).toEqual([]);
  });

  it('names the types that ever happened', async () => {
    const types = (await staff.audit<{ type: string }[]>('event-types')).body;
    const body = types.map(({ type }) => type);
    expect(body).toEqual([...body].sort());
    expect(body).toEqual(expect.arrayContaining(['DemoOpened', 'PolicyPublished', 'StaffSignedIn']));
  });

  it('is taken away as JSON too', async () => {
    const query = listQuery({ filter: { type: 'DemoOpened' }, sort: ['position', 'ASC'] });
    const answer = await fetch(`${staff.started.url}/staff/export?list=events&format=json&${query}`, {
      headers: { authorization: `Bearer ${staff.tokens.get('auditor')}` },
    });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('content-disposition')).toContain('glassbook-events.json');
    const rows = (await answer.json()) as EventRow[];
    expect(rows.map(({ type, realm }) => `${realm} ${type}`)).toEqual(Array(3).fill('demo DemoOpened'));
  });

  it('shows the state of a stream at any version, with a hash that is the same each time', async () => {
    const id = encodeURIComponent(`demo:account-${userId}`);
    const first = await staff.audit<{ state: { status: string }; stateHash: string; headVersion: number }>(
      `streams/${id}`,
    );
    expect(first.body).toMatchObject({ version: 1, headVersion: 1, state: { status: 'demo', userId } });
    expect((await staff.audit(`streams/${id}?version=1`)).body).toEqual(first.body);
    expect((await staff.audit(`streams/${id}?version=2`)).status).toBe(404);
    expect((await staff.audit(`streams/${encodeURIComponent('demo:nothing-1')}`)).status).toBe(404);
  });

  it('checks the chain of every realm', async () => {
    for (const realm of ['house', 'demo', 'real']) {
      const { body } = await staff.audit<{ position: number; checkedTo: number }>(`chain?realm=${realm}`);
      expect(body).toMatchObject({ realm, ok: true, problem: null });
      if (body.position <= 1000) expect(body.checkedTo).toBe(body.position);
    }
  });

  it('tells how the server is', async () => {
    const { body } = await staff.audit<DashboardView>('dashboard');
    expect(body.realms.map(({ realm, leaseHeld }) => [realm, leaseHeld])).toEqual([
      ['house', true],
      ['demo', true],
      ['real', true],
    ]);
    expect(body.projections.every(({ state }) => state === 'live')).toBe(true);
    expect(body.counts.usersDemo).toBe(3);
  });
});

describe('what an event began', () => {
  it('is looked for in its realm alone, from its position on', async () => {
    const client = await staff.started.app.get<Pool>(Pool, { strict: false }).connect();
    try {
      const parts = await partsOf(client, { correlation: 'demo:3' }, new Values());
      expect(parts.map(({ realm, low }) => [realm, low])).toEqual([['demo', 3]]);
    } finally {
      client.release();
    }
  });
});
