import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ofDesk, payOut, startWithdrawals } from '../kit/withdrawals.js';
import { register } from '../kit/people.js';
import { StaffMember } from '../kit/staff-member.js';
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

const search = (role: string, q: string, more: object = {}) => desk.as(role).when('search', { q, ...more });
const person = (role: string, q: string) => search(role, q, { person: true });
const found = async (call: ReturnType<typeof search>): Promise<string[]> =>
  (await call.then()).map(({ resource, id }) => `${resource}/${id}`);

const lookups = async (): Promise<Record<string, unknown>[]> => {
  const { rows } = await ofDesk(desk)
    .pool()
    .query<{ data: string }>(`SELECT data FROM events WHERE type = 'StaffLookedUp' ORDER BY position`);
  return rows.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
};

describe('a person', () => {
  it('is found by support by the e-mail address, however it is written, and not by a part of it', async () => {
    expect(await found(person('support', saver.account.toUpperCase()))).toEqual([`users/${saver.trader.userId}`]);
    expect(await found(person('support', saver.account.slice(1)))).toEqual([]);
  });

  it('is found by an address saved in the address book, and by an own deposit address', async () => {
    expect(await found(person('support', ADDRESS_FORM.address))).toContain(`users/${saver.trader.userId}`);
    const { address } = await saver.trader.given('getDepositAddress', { network: 'ERC20', currency: 'USDT' });
    expect(await found(person('support', address))).toEqual([`users/${saver.trader.userId}`]);
  });

  it('is found by whoever helps persons, and by nobody else', async () => {
    for (const role of ['support', 'ann']) expect(await found(person(role, saver.account))).toHaveLength(1);
    for (const role of ['rita', 'auditor', 'content', 'admin'])
      await person(role, saver.account).then('staff.role-missing');
  });

  it('is looked up on record: who, by which kind of key, whom it found, and never the key', async () => {
    const before = (await lookups()).length;
    for (const key of [saver.account, 'nobody@nowhere.example', 'Nobody Atall']) await person('support', key).then();
    const [known, missed, named] = (await lookups()).slice(before);
    expect(known).toMatchObject({ by: 'email', userIds: [saver.trader.userId] });
    expect(missed).toMatchObject({ by: 'email', userIds: [] });
    expect(named).toMatchObject({ by: 'name', userIds: [] });
    expect(JSON.stringify(await lookups())).not.toContain(saver.account);
    expect(JSON.stringify(await lookups())).not.toContain('nowhere');
  });

  it('is found by a phone number and an IBAN, with or without blanks', async () => {
    const entered = await register(desk.started, { account: '+4915123456789' });
    expect(await found(person('support', '+49 1512 3456789'))).toEqual([`users/${entered.data.userId}`]);
    expect(await found(person('support', 'de89370400440532013000'))).toContain(`users/${saver.trader.userId}`);
    const [byPhone, byIban] = (await lookups()).slice(-2);
    expect([byPhone?.['by'], byIban?.['by']]).toEqual(['phone', 'iban']);
    expect(JSON.stringify(await lookups())).not.toMatch(/3456789|3704004405/);
  });

  it('is not looked up by trying a list: each member has so many an hour, and a colleague has their own', async () => {
    const statuses: number[] = [];
    while (statuses.length <= LOOKUPS_MAX && !statuses.includes(429))
      statuses.push(
        (await desk.as('ann').post('search', { q: `guess${statuses.length}@example.com`, person: true })).status,
      );
    expect(statuses.at(-1)).toBe(429);
    const before = (await lookups()).length;
    await person('ann', saver.account).then('request.too-many');
    expect(await lookups()).toHaveLength(before);
    expect(await found(person('support', saver.account))).toHaveLength(1);
    // What anybody on the desk may search is no look-up.
    await search('ann', saver.trader.userId).then();
  });

  it('is not looked up while somebody types', async () => {
    const before = (await lookups()).length;
    expect(await found(search('support', saver.account))).toEqual([]);
    expect(await lookups()).toHaveLength(before);
  });
});

describe('a record', () => {
  it('is found by its id by whoever may open it', async () => {
    const { withdrawalId } = await saver.withdraw('700');
    expect(await found(search('support', withdrawalId))).toContain(`withdrawals/${withdrawalId}`);
    expect(await found(search('ann', withdrawalId))).toContain(`withdrawals/${withdrawalId}`);
    expect(await found(search('content', withdrawalId))).toEqual([]);
    expect(await found(search('auditor', withdrawalId))).toContain(`streams/real:withdrawal-${withdrawalId}`);
  });

  it('is found by the hash of its transfer, or by the reference of the bank', async () => {
    const { withdraw, of, toCard } = await ofDesk(desk).saver('5000');
    const sent = await Promise.all([withdraw('700'), withdraw('700', toCard)]);
    for (const { withdrawalId } of sent) await desk.as('ben').decides(withdrawalId).then();
    await payOut(desk.started);
    const [crypto, bank] = await Promise.all(sent.map(({ withdrawalId }) => of(withdrawalId)));
    const [hash, reference] = [crypto?.hash ?? 'none', bank?.reference ?? 'none'];
    expect(await found(search('support', hash))).toEqual([`withdrawals/${crypto?.withdrawalId}`]);
    expect(await found(search('support', reference))).toEqual([`withdrawals/${bank?.withdrawalId}`]);
    expect(await found(search('support', hash.slice(0, -1)))).toEqual([]);
    expect(await found(search('content', hash))).toEqual([]);
  });

  it('of the staff is found by name by administrators alone', async () => {
    await search('admin', 'cleo').then([{ resource: 'members', label: 'cleo' }]);
    expect(await found(search('support', 'cleo'))).toEqual([]);
  });
});

describe('a person who has sent a document', () => {
  it('is found by the name, in any spelling and order, and not by a part of it', async () => {
    const identity = await startIdentityDesk();
    const anna = await identity.person();
    await identity.sent(anna);
    const reviewer = new StaffMember(identity.started.url, identity.reviewer);
    const find = (q: string) => found(reviewer.when('search', { q, person: true }));
    expect(await find('müller anna')).toEqual([`users/${anna.userId}`]);
    expect(await find('Anna')).toEqual([]);
    await identity.started.close();
  }, 120_000);
});
