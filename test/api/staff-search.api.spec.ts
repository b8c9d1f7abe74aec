import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StaffSearchHit } from '../../contracts/staff-lists.contract.js';
import { decided, ofDesk, payOut, startWithdrawals } from '../kit/withdrawals.js';
import { register } from '../kit/people.js';
import { refusalOf } from '../kit/staff-client.js';
import { ADDRESS_FORM } from '../kit/payees.js';
import { startIdentityDesk } from '../kit/identity-desk.js';

/** Of one member of the staff in an hour: more than the other cases need. */
const LOOKUPS_MAX = 25;
let desk: Awaited<ReturnType<typeof startWithdrawals>>;
let saver: Awaited<ReturnType<ReturnType<typeof ofDesk>['saver']>>;

beforeAll(async () => {
  desk = await startWithdrawals({ limits: { lookupsPerStaffPerHour: LOOKUPS_MAX } });
  for (const name of ['content', 'admin']) desk.tokens.set(name, await desk.again(name));
  saver = await ofDesk(desk).saver('5000');
}, 120_000);
afterAll(() => desk.started.close());

const search = (role: string, q: string, more: object = {}) =>
  desk.post<StaffSearchHit[]>('search', { q, ...more }, { token: desk.tokens.get(role) ?? '' });
const person = (role: string, q: string) => search(role, q, { person: true });
const hits = (body: StaffSearchHit[]): string[] => body.map(({ resource, id }) => `${resource}/${id}`);

const lookups = async (): Promise<Record<string, unknown>[]> => {
  const { rows } = await ofDesk(desk)
    .pool()
    .query<{ data: string }>(`SELECT data FROM events WHERE type = 'StaffLookedUp' ORDER BY position`);
  return rows.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
};

describe('a person', () => {
  it('is found by support by the e-mail address, however it is written, and not by a part of it', async () => {
    expect(hits((await person('support', saver.account.toUpperCase())).body)).toEqual([`users/${saver.trader.userId}`]);
    expect((await person('support', saver.account.slice(1))).body).toEqual([]);
  });

  it('is found by an address saved in the address book, and by an own deposit address', async () => {
    expect(hits((await person('support', ADDRESS_FORM.address)).body)).toContain(`users/${saver.trader.userId}`);
    const deposit = await saver.trader.get('getDepositAddress', {
      network: 'ERC20',
      currency: 'USDT',
    });
    expect(hits((await person('support', deposit.data.address)).body)).toEqual([`users/${saver.trader.userId}`]);
  });

  it('is found by whoever helps persons, and by nobody else', async () => {
    for (const role of ['support', 'ann']) expect((await person(role, saver.account)).body).toHaveLength(1);
    for (const role of ['rita', 'auditor', 'content', 'admin']) {
      const { status, body } = await person(role, saver.account);
      expect([role, status, refusalOf(body)]).toEqual([role, 403, 'staff.role-missing']);
    }
  });

  it('is looked up on record: who, by which kind of key, whom it found, and never the key', async () => {
    const before = (await lookups()).length;
    await person('support', saver.account);
    await person('support', 'nobody@nowhere.example');
    await person('support', 'Nobody Atall');
    const [found, missed, named] = (await lookups()).slice(before);
    expect(found).toMatchObject({ by: 'email', userIds: [saver.trader.userId] });
    expect(missed).toMatchObject({ by: 'email', userIds: [] });
    expect(named).toMatchObject({ by: 'name', userIds: [] });
    expect(JSON.stringify(await lookups())).not.toContain(saver.account);
    expect(JSON.stringify(await lookups())).not.toContain('nowhere');
  });

  it('is found by a phone number and an IBAN, with or without blanks', async () => {
    const entered = await register(desk.started, { account: '+4915123456789' });
    expect(hits((await person('support', '+49 1512 3456789')).body)).toEqual([`users/${entered.data.userId}`]);
    expect(hits((await person('support', 'de89370400440532013000')).body)).toContain(`users/${saver.trader.userId}`);
    const [byPhone, byIban] = (await lookups()).slice(-2);
    expect([byPhone?.['by'], byIban?.['by']]).toEqual(['phone', 'iban']);
    expect(JSON.stringify(await lookups())).not.toMatch(/3456789|3704004405/);
  });

  it('is not looked up by trying a list: each member has so many an hour, and a colleague has their own', async () => {
    const statuses: number[] = [];
    while (statuses.length <= LOOKUPS_MAX && !statuses.includes(429))
      statuses.push((await person('ann', `guess${statuses.length}@example.com`)).status);
    expect(statuses.at(-1)).toBe(429);
    const before = (await lookups()).length;
    const refused = await person('ann', saver.account);
    expect([refused.status, refusalOf(refused.body)]).toEqual([429, 'request.too-many']);
    expect(await lookups()).toHaveLength(before);
    expect((await person('support', saver.account)).body).toHaveLength(1);
    // What anybody on the desk may search is no look-up.
    expect((await search('ann', saver.trader.userId)).status).toBe(200);
  });

  it('is not looked up while somebody types', async () => {
    const before = (await lookups()).length;
    expect((await search('support', saver.account)).body).toEqual([]);
    expect(await lookups()).toHaveLength(before);
  });
});

describe('a record', () => {
  it('is found by its id by whoever may open it', async () => {
    const { withdrawalId } = await saver.withdraw('700');
    expect(hits((await search('support', withdrawalId)).body)).toContain(`withdrawals/${withdrawalId}`);
    expect(hits((await search('ann', withdrawalId)).body)).toContain(`withdrawals/${withdrawalId}`);
    expect(hits((await search('content', withdrawalId)).body)).toEqual([]);
    expect(hits((await search('auditor', withdrawalId)).body)).toContain(`streams/real:withdrawal-${withdrawalId}`);
  });

  it('is found by the hash of its transfer, or by the reference of the bank', async () => {
    const { withdraw, of, toCard } = await ofDesk(desk).saver('5000');
    const sent = await Promise.all([withdraw('700'), withdraw('700', toCard)]);
    for (const { withdrawalId } of sent) expect((await decided(desk, 'ben', withdrawalId)).status).toBe(200);
    await payOut(desk.started);
    const [crypto, bank] = await Promise.all(sent.map(({ withdrawalId }) => of(withdrawalId)));
    const [hash, reference] = [crypto?.hash ?? 'none', bank?.reference ?? 'none'];
    expect(hits((await search('support', hash)).body)).toEqual([`withdrawals/${crypto?.withdrawalId}`]);
    expect(hits((await search('support', reference)).body)).toEqual([`withdrawals/${bank?.withdrawalId}`]);
    expect((await search('support', hash.slice(0, -1))).body).toEqual([]);
    expect(hits((await search('content', hash)).body)).toEqual([]);
  });

  it('of the staff is found by name by administrators alone', async () => {
    expect((await search('admin', 'cleo')).body).toMatchObject([{ resource: 'members', label: 'cleo' }]);
    expect((await search('support', 'cleo')).body).toEqual([]);
  });
});

describe('a person who has sent a document', () => {
  it('is found by the name, in any spelling and order, and not by a part of it', async () => {
    const identity = await startIdentityDesk();
    const anna = await identity.person();
    await identity.sent(anna);
    const find = async (q: string): Promise<string[]> => {
      const answer = await fetch(`${identity.started.url}/staff/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${identity.reviewer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ q, person: true }),
      });
      return hits((await answer.json()) as StaffSearchHit[]);
    };
    expect(await find('müller anna')).toEqual([`users/${anna.userId}`]);
    expect(await find('Anna')).toEqual([]);
    await identity.started.close();
  }, 120_000);
});
