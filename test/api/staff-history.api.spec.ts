import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { EventRow } from '../../contracts/staff-history.contract.js';
import { Values } from '../../server/engine/lists/list-sql.js';
import { partsOf } from '../../server/staff/lists/event-filter.js';
import { listQuery, startStaffed } from '../kit/staff-client.js';
import type { StaffMember } from '../kit/staff-member.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let auditor: StaffMember;
let userId = '';

beforeAll(async () => {
  staff = await startStaffed();
  auditor = staff.as('auditor');
  for (let n = 0; n < 3; n += 1) userId = await staff.openDemo();
}, 60_000);
afterAll(() => staff.started.close());

const events = (asked: object) => auditor.given('events', asked);

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
  ] as const)('of %s orders by every field it offers, both ways', async (resource, fields) => {
    for (const field of fields)
      for (const order of ['ASC', 'DESC']) await auditor.given(resource, { sort: [field, order] });
  });
});

describe('the event explorer', () => {
  it('pages through a realm backwards, chained hash to hash, without a gap', async () => {
    const seen: EventRow[] = [];
    for (let from = 0; ; from += 2) {
      const page = await events({ filter: { realm: 'demo' }, range: [from, from + 1], sort: ['position', 'DESC'] });
      seen.push(...page);
      if (page.length < 2) break;
    }
    expect(seen.map(({ position }) => position)).toEqual(seen.map((_, index) => seen.length - index));
    seen.slice(1).forEach((event, index) => expect(seen[index]?.previousHash).toBe(event.hash));
  });

  it('merges the realms by time', async () => {
    const merged = await events({ range: [0, 49], sort: ['at', 'ASC'] });
    expect(merged.some(({ realm }) => realm === 'house')).toBe(true);
    expect(merged.map(({ at }) => at)).toEqual(merged.map(({ at }) => at).sort((a, b) => a - b));
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
    const [opened] = await events({ filter: { realm: 'demo', stream: `account-${userId}` } });
    const correlation = opened?.correlation ?? '';
    expect(opened).toMatchObject({
      correlation: expect.stringMatching(/^call-/),
      causation: `${correlation}/OpenDemo`,
    });
    expect((await events({ filter: { correlation } })).map(({ id }) => id)).toEqual([opened?.id]);
  });

  it.each(['position', 'at', 'id', 'version', 'stream', 'type', 'realm', 'actor'])('orders by %s', async (field) => {
    for (const filter of [
      {},
      { realm: 'demo' },
      { realm: 'demo', stream: `account-${userId}` },
      { type: 'DemoOpened' },
    ]) {
      for (const order of ['ASC', 'DESC']) {
        const values = (await events({ filter, sort: [field, order] })).map((row) => row[field as 'type']);
        if (field === 'type') expect(order === 'ASC' ? values : [...values].reverse()).toEqual([...values].sort());
      }
    }
  });

  it('finds what followed or changed a policy, and what carries an amount, however it is grouped', async () => {
    const found = async (filter: object) => (await events({ filter, range: [0, 99] })).map(({ type }) => type);
    expect(await found({ policy: 'demo.rules', realm: 'house' })).toEqual(['PolicyPublished']);
    expect(await found({ policy: 'demo.rules', realm: 'demo' })).toEqual(['DemoOpened', 'DemoOpened', 'DemoOpened']);
    expect(await found({ amount: '100,000', realm: 'demo' })).toEqual(['DemoOpened', 'DemoOpened', 'DemoOpened']);
    expect(await found({ withdrawalId: 'w-nothing' })).toEqual([]);
    expect(await found({ requestId: 'w-nothing' })).toEqual([]);
  });

  it('names the types that ever happened', async () => {
    const types = (await auditor.given('event-types')).map(({ type }) => type);
    expect(types).toEqual([...types].sort());
    expect(types).toEqual(expect.arrayContaining(['DemoOpened', 'PolicyPublished', 'StaffSignedIn']));
  });

  it('is taken away as JSON too', async () => {
    const asked = { list: 'events', format: 'json', filter: { type: 'DemoOpened' }, sort: ['position', 'ASC'] };
    const answer = await auditor.file('export', asked);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('content-disposition')).toContain('glassbook-events.json');
    const rows = (await answer.json()) as EventRow[];
    expect(rows.map(({ type, realm }) => `${realm} ${type}`)).toEqual(Array(3).fill('demo DemoOpened'));
  });

  it('shows the state of a stream at any version, with a hash that is the same each time', async () => {
    const id = `demo:account-${userId}`;
    const known = { version: 1, headVersion: 1, state: { status: 'demo', userId } };
    const first = await auditor.when('streams/:id', { id }).then(known);
    expect(await auditor.given('streams/:id', { id, version: 1 })).toEqual(first);
    await auditor.when('streams/:id', { id, version: 2 }).then('staff.not-found');
    await auditor.when('streams/:id', { id: 'demo:nothing-1' }).then('staff.not-found');
  });

  it('checks the chain of every realm', async () => {
    for (const realm of ['house', 'demo', 'real']) {
      const { position, checkedTo } = await auditor.when('chain', { realm }).then({ realm, ok: true, problem: null });
      if (position <= 1000) expect(checkedTo).toBe(position);
    }
  });

  it('tells how the server is', async () => {
    const { realms, projections, counts } = await auditor.given('dashboard');
    expect(realms.map(({ realm, leaseHeld }) => [realm, leaseHeld])).toEqual([
      ['house', true],
      ['demo', true],
      ['real', true],
    ]);
    expect(projections.every(({ state }) => state === 'live')).toBe(true);
    expect(counts.usersDemo).toBe(3);
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
