import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressOf, depositsOf, spotBalance, startDepositDesk, submitDeposit } from '../kit/deposit-desk.js';
import { until } from '../kit/until.js';

let desk: Awaited<ReturnType<typeof startDepositDesk>>;

beforeAll(async () => {
  desk = await startDepositDesk();
}, 120_000);
afterAll(() => desk.started.close());

const someHash = (digit: string) => digit.repeat(64);

describe('own addresses', () => {
  it('are given once for each person and network, and never to two', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, desk.person));
    const given = await Promise.all(
      people.flatMap((who) => [addressOf(who, 'TRC20', 'USDT'), addressOf(who, 'TRC20', 'TRX')]),
    );
    const addresses = given.map(({ address }) => address);
    expect(new Set(addresses).size).toBe(people.length);
    people.forEach((_, index) => expect(addresses[2 * index]).toBe(addresses[2 * index + 1]));
    expect(given[0]?.currencies).toEqual(['USDT', 'TRX']);
  });

  it('are not given for what is not open', async () => {
    const who = await desk.person();
    for (const query of [
      { network: 'BTC', currency: 'USDT' },
      { network: 'NOPE', currency: 'BTC' },
      { network: 'TRC20', currency: 'BTC' },
    ]) {
      const { status, refusal } = await who.get('getDepositAddress', query);
      expect([status, refusal]).toEqual([422, 'deposit.channel-closed']);
    }
  });

  it('come with the minimums of the rules in force and the confirmations of each network', async () => {
    const { channels, version } = await (await desk.person()).given('getDepositChannels');
    const of = (network: string, currency: string) =>
      channels.find((each) => each.network === network && each.currency === currency);
    expect(version).toBe(1);
    expect(of('TRC20', 'USDT')).toMatchObject({ minimum: '1', confirmations: 6, open: true });
    expect(of('BTC', 'BTC')).toMatchObject({ minimum: '0.001', confirmations: 3 });
    expect(of('ERC20', 'ETH')?.minimum).toBe('0.1');
    expect(of('TRC20', 'TRX')?.minimum).toBe('10');
    expect(of('XRP', 'XRP')?.usesTag).toBe(true);
  });

  it('are for real accounts: a demo account is told to switch', async () => {
    const opened = (await (await fetch(`${desk.started.url}/web/tempLogin`)).json()) as { data: { token: string } };
    const headers = { authorization: `Bearer ${opened.data.token}` };
    const answer = await fetch(`${desk.started.url}/web/getDepositAddress?network=BTC&currency=BTC&lang=en`, {
      headers,
    });
    expect(((await answer.json()) as { message: string }).message).toBe('Switch to a real account first.');
  });
});

describe('an address', () => {
  it('is answered only when the network is looked at for it, so that nothing sent there can be missed', async () => {
    const who = await desk.person();
    const client = await desk.pool.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE chain_watched IN SHARE MODE');
    let answered = false;
    const pending = addressOf(who, 'TRC20', 'USDT').then((address) => {
      answered = true;
      return address;
    });
    const opened = `SELECT 1 FROM events WHERE type = 'DepositAddressOpened' AND data LIKE '%' || $1 || '%'`;
    try {
      await until(async () => (await desk.pool.query(opened, [who.userId])).rowCount === 1);
      await who.given('info');
      expect(answered).toBe(false);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    const { address } = await pending;
    const watched = await desk.pool.query('SELECT 1 FROM chain_watched WHERE address = $1', [address]);
    expect(watched.rowCount).toBe(1);
  });
});

describe('what a network shows', () => {
  it('is seen, counted and credited once when it is final, and the person is told', async () => {
    const who = await desk.person();
    const to = await addressOf(who, 'TRC20', 'USDT');
    const chainBefore = Number(await desk.house('house/chain', 'USDT'));
    const { hash } = await desk.time.pay({ network: 'TRC20', asset: 'USDT', to: to.address, amount: '25.5' });
    await desk.look();
    const [first] = await depositsOf(who);
    expect(first).toMatchObject({
      label: 'waiting',
      status: 'seen',
      amount: '25.5',
      confirmations: 0,
      hash,
      version: 1,
    });
    await desk.time.blocks('TRC20', 3);
    await desk.look();
    const counted = (await depositsOf(who))[0];
    expect(counted?.label).toBe('waiting');
    expect(await spotBalance(who, 'USDT')).toBe('0');
    await desk.time.untilFinal('TRC20', hash);
    await Promise.all([desk.look(), desk.look(), desk.look()]);
    expect((await depositsOf(who))[0]).toMatchObject({ label: 'success', status: 'credited', confirmations: 6 });
    expect(await spotBalance(who, 'USDT')).toBe('25.5');
    expect(Number(await desk.house('house/chain', 'USDT'))).toBeCloseTo(chainBefore - 25.5, 6);
    await until(async () => (await who.given('getMessages', { lang: 'en' })).items.length === 2);
    const { items } = await who.given('getMessages', { lang: 'de' });
    expect(items.map(({ title }) => title)).toEqual([
      'Einzahlung gutgeschrieben: 25,5 USDT',
      'Einzahlung unterwegs: 25,5 USDT',
    ]);
  });

  it('is credited once although it is told from the beginning again, as after a crash', async () => {
    const who = await desk.person();
    const to = await addressOf(who, 'ERC20', 'ETH');
    await desk.arrived(to, 'ETH', '0.75');
    await desk.pool.query('UPDATE deposit_checkpoint SET sequence = 0');
    await desk.look();
    expect(await spotBalance(who, 'ETH')).toBe('0.75');
    expect(await depositsOf(who)).toHaveLength(1);
  });

  it('is credited once when several servers hear of it at once', async () => {
    const who = await desk.person();
    const { address: to } = await addressOf(who, 'TRC20', 'USDT');
    const { hash } = await desk.time.pay({ network: 'TRC20', asset: 'USDT', to, amount: '31' });
    for (let block = 0; block < 8; block += 1) {
      await desk.time.blocks('TRC20');
      await desk.lookFromServers(4, hash);
    }
    expect(await spotBalance(who, 'USDT')).toBe('31');
    expect(await desk.creditsOf(who)).toBe(1);
  });

  it('survives a reorganisation: counted anew, told, and credited once', async () => {
    const who = await desk.person();
    const { address: to } = await addressOf(who, 'ERC20', 'USDT');
    await desk.time.beforeReorganisation('ERC20');
    const { hash } = await desk.time.pay({ network: 'ERC20', asset: 'USDT', to, amount: '40' });
    await desk.time.blocks('ERC20');
    await desk.look();
    expect((await depositsOf(who))[0]).toMatchObject({ status: 'confirming', confirmations: 1 });
    await desk.time.blocks('ERC20');
    await desk.look();
    await desk.time.untilFinal('ERC20', hash);
    await desk.look();
    expect((await depositsOf(who))[0]).toMatchObject({ label: 'success', amount: '40' });
    expect(await spotBalance(who, 'USDT')).toBe('40');
  });

  it('fails for good when the sender spends the same money elsewhere', async () => {
    const who = await desk.person();
    const { address: to } = await addressOf(who, 'ERC20', 'USDT');
    const { hash } = await desk.time.pay({ network: 'ERC20', asset: 'USDT', to, amount: '40', doubleSpend: 'at-once' });
    await desk.look();
    await desk.time.until('ERC20', hash, ({ status }) => status === 'dropped');
    await desk.look();
    expect((await depositsOf(who))[0]).toMatchObject({ label: 'failed', status: 'dropped' });
    expect(await spotBalance(who, 'USDT')).toBe('0');
  });

  it('is not credited below the minimum, and lies unclaimed', async () => {
    const who = await desk.person();
    const before = Number(await desk.house('house/unclaimed', 'TRX'));
    await desk.arrived(await addressOf(who, 'TRC20', 'TRX'), 'TRX', '9.5');
    expect((await depositsOf(who))[0]).toMatchObject({ label: 'failed', status: 'below-minimum', minimum: '10' });
    expect(await spotBalance(who, 'TRX')).toBe('0');
    expect(Number(await desk.house('house/unclaimed', 'TRX'))).toBe(before + 9.5);
  });
});

describe('the records of deposits', () => {
  it('are found by label, network, currency and the beginning of the hash, page by page, and by nobody else', async () => {
    const who = await desk.person();
    const usdt = await desk.arrived(await addressOf(who, 'TRC20', 'USDT'), 'USDT', '2');
    const trx = await desk.arrived(await addressOf(who, 'TRC20', 'TRX'), 'TRX', '5');
    const hashes = async (query: Record<string, string>) => (await depositsOf(who, query)).map(({ hash }) => hash);
    expect(await hashes({})).toEqual([trx, usdt]);
    expect(await hashes({ label: 'success' })).toEqual([usdt]);
    expect(await hashes({ label: 'failed', network: 'TRC20' })).toEqual([trx]);
    expect(await hashes({ currency: 'USDT' })).toEqual([usdt]);
    expect(await hashes({ hash: trx.slice(0, 12) })).toEqual([trx]);
    expect(await hashes({ hash: '%' })).toEqual([trx, usdt]);
    const first = await who.given('getDeposits', { limit: '1' });
    expect(await hashes({ limit: '1', cursor: first.nextCursor ?? '' })).toEqual([usdt]);
    const depositId = first.items[0]?.depositId ?? '';
    await (await desk.person()).when('getDeposit', { depositId }).then('deposit.not-found');
    const csv = await fetch(`${desk.started.url}/web/exportDeposits`, {
      headers: { authorization: `Bearer ${who.token}` },
    });
    const lines = (await csv.text()).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('depositId,createdAt');
  });

  it('keep the person from being erased while one of them waits', async () => {
    const who = await desk.person();
    await submitDeposit(who, { hash: someHash('7') }).then();
    expect(await desk.erasureRefusal(who)).toMatchObject({ refusal: 'person.requests-open', params: { count: 1 } });
  });
});
