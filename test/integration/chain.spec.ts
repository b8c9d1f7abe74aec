import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { ChainTransfer } from '../../server/core/ports/chain.js';
import { Chain } from '../../server/outside/chain/chain.js';
import { networksOf, readChainSeeds } from '../../server/outside/chain/networks.js';
import { FakeClock } from '../../server/core/clock.js';
import { amount, format } from '../../shared/money.js';
import { isRefusal } from '../../server/core/refusal.js';
import { Rng } from '../../server/core/rng.js';
import { openPool } from '../../server/engine/history/database.js';
import { ChainTime } from '../kit/chain.js';
import { migratedDatabase } from '../kit/migrated.js';
import type { FreshDatabase } from '../kit/postgres.js';

const NOON = Date.UTC(2026, 0, 5, 12);
const MONTH_MS = 30 * 86_400_000;

const STEPS = 60;

describe('the simulated chain on its tables', () => {
  let database: FreshDatabase;
  let pool: Pool;
  let clock: FakeClock;
  let chain: Chain;
  let time: ChainTime;

  const another = (): Chain => new Chain(pool, networksOf(readChainSeeds()), clock);
  const changesOf = async (hash: string): Promise<number> =>
    (await chain.changes(0, 10_000)).filter((change) => change.hash === hash).length;
  const supply = (): Promise<string[]> => supplyOf(pool);
  const held = async (network: string, asset: string): Promise<string> => {
    const found = (await chain.custody()).find((line) => line.network === network && line.asset === asset);
    return format((found?.held ?? 0n) - (found?.endowment ?? 0n));
  };

  beforeAll(async () => {
    database = await migratedDatabase();
    pool = openPool(database.url);
    clock = new FakeClock(NOON);
    chain = another();
    await chain.open();
    time = new ChainTime(chain, clock);
  });

  afterAll(async () => {
    await chain.close();
    await pool.end();
    await database.drop();
  });

  it('confirms a deposit block by block, tells each step, and has the coins in custody', async () => {
    const { address: to } = chain.depositAddress('ERC20', 7);
    const before = await supply();
    const { hash, confirmations, status } = await time.pay({ network: 'ERC20', asset: 'USDT', to, amount: '12.5' });
    expect([status, confirmations]).toEqual(['mempool', 0]);
    expect(await held('ERC20', 'USDT')).toBe('0');
    const final = await time.untilFinal('ERC20', hash);
    expect([final.status, final.confirmations, final.to]).toEqual(['mined', 6, to]);
    // Seen, and once for each block from the first to the sixth.
    expect(await changesOf(hash)).toBe(7);
    expect(await held('ERC20', 'USDT')).toBe('12.5');
    expect(await supply()).toEqual(before);
    await time.blocks('ERC20', 3);
    expect(await changesOf(hash)).toBe(7);
  });

  it('takes a transfer back to the mempool when its block is reorganised, and mines it again', async () => {
    const { address: to } = chain.depositAddress('ERC20', 8);
    const { minedBy } = await time.beforeReorganisation('ERC20');
    const { hash } = await time.pay({ network: 'ERC20', asset: 'ETH', to, amount: '1' });
    await time.blocks('ERC20');
    expect((await chain.transfer('ERC20', hash))?.blockHeight).toBe(minedBy);
    await time.blocks('ERC20');
    expect((await chain.transfer('ERC20', hash))?.blockHeight).not.toBe(minedBy);
    expect((await time.untilFinal('ERC20', hash)).status).toBe('mined');
    expect(await held('ERC20', 'ETH')).toBe('1');
  });

  it('drops a transfer whose sender spends twice: at once, or once a reorganisation has taken it back', async () => {
    const { address: to } = chain.depositAddress('ERC20', 9);
    const payment = { network: 'ERC20', asset: 'USDT', to, amount: '5' } as const;
    const before = [await held('ERC20', 'USDT'), ...(await supply())];
    const first = await time.pay({ ...payment, doubleSpend: 'at-once' });
    await time.until('ERC20', first.hash, ({ status }) => status === 'dropped');
    await time.beforeReorganisation('ERC20');
    const second = await time.pay({ ...payment, doubleSpend: 'in-reorganisation' });
    await time.blocks('ERC20');
    expect((await chain.transfer('ERC20', second.hash))?.status).toBe('mined');
    await time.blocks('ERC20');
    expect((await chain.transfer('ERC20', second.hash))?.status).toBe('dropped');
    await time.blocks('ERC20', 10);
    expect([await held('ERC20', 'USDT'), ...(await supply())]).toEqual(before);
  });

  it('sends a payout once for one key, also from two nodes at the same moment', async () => {
    const to = chain.network('BTC')?.outsideWallet ?? '';
    const payout = { key: 'w-1', networkId: 'BTC', asset: 'BTC', to, tag: null, amount: amount('0.5') };
    const sent = await Promise.all([chain.send(payout), another().send(payout), chain.send(payout)]);
    expect(new Set(sent.map(({ hash }) => hash)).size).toBe(1);
    const { fee } = await time.untilFinal('BTC', sent[0]?.hash ?? '');
    expect(await held('BTC', 'BTC')).toBe(format(-amount('0.5') - fee));
    expect((await chain.send(payout)).confirmations).toBe(3);
  });

  it('refuses a payout that the hot wallet cannot cover, with what already waits', async () => {
    const to = chain.network('LTC')?.outsideWallet ?? '';
    const payout = { networkId: 'LTC', asset: 'LTC', to, tag: null };
    await chain.send({ ...payout, key: 'w-2', amount: amount('1500000') });
    await expect(chain.send({ ...payout, key: 'w-3', amount: amount('500000') })).rejects.toThrow('lacks');
  });

  it('tells of a transfer that came before its address was watched', async () => {
    const to = networksOf(readChainSeeds())[2]?.depositAddress(77) ?? '';
    const { hash } = await time.pay({ network: 'TRC20', asset: 'USDT', to, amount: '3' });
    await time.untilFinal('TRC20', hash);
    expect(await changesOf(hash)).toBe(0);
    chain.depositAddress('TRC20', 77);
    expect(await changesOf(hash)).toBe(1);
    expect(await held('TRC20', 'USDT')).toBe('3');
  });

  it('catches up after a month at once, and another node goes on where this one stood', async () => {
    const { address: to } = chain.depositAddress('TRC20', 78);
    const { hash } = await time.pay({ network: 'TRC20', asset: 'TRX', to, amount: '100' });
    clock.advance(MONTH_MS);
    const node = another();
    const began = performance.now();
    expect(await Promise.all([chain.advance(clock.now()), node.advance(clock.now())])).toContain('done');
    expect(performance.now() - began).toBeLessThan(2_000);
    expect((await node.transfer('TRC20', hash))?.confirmations).toBe(6);
    expect(await changesOf(hash)).toBe(7);
  });
});

describe('a rough chain, with restarts', () => {
  it('loses no coin, mines nothing twice, and tells every change in its feed', async () => {
    const database = await migratedDatabase();
    const pool = openPool(database.url);
    const clock = new FakeClock(NOON);
    const seeds = readChainSeeds();
    const networks = seeds.networks.map((network) => ({
      ...network,
      reorganisationEveryBlocks: network.confirmations,
    }));
    const node = (): Chain => new Chain(pool, networksOf({ ...seeds, networks, seed: 'rough' }), clock);
    const rng = new Rng(20_260_105);
    let chain = node();
    await chain.open();
    const supply = await supplyOf(pool);
    const hashes = new Map<string, string>();
    const latest = new Map<string, ChainTransfer>();
    let read = 0;
    let takenBack = 0;
    for (let step = 0; step < STEPS; step += 1) {
      const { id, assets, outsideWallet } = rng.pick(chain.networks());
      const [asset] = rng.pick(assets);
      const sent = amount(`${rng.between(1, 90)}`);
      const spend = rng.pick([null, null, 'at-once', 'in-reorganisation'] as const);
      const { address: to } = chain.depositAddress(id, rng.below(5));
      const request = { key: `${step}`, networkId: id, asset, tag: null, amount: sent };
      const transfer = rng.chance(0.3)
        ? await chain.send({ ...request, to: outsideWallet })
        : await chain.submit({ ...request, from: outsideWallet, to, doubleSpend: spend });
      if (!isRefusal(transfer)) hashes.set(transfer.hash, id);
      clock.advance(rng.below(rng.chance(0.1) ? 3_600_000 : 20_000));
      await chain.advance(clock.now());
      if (rng.chance(0.2)) chain = node();
      for (const change of await chain.changes(read, 10_000)) {
        read = change.sequence;
        const now = (await chain.transfer(change.network, change.hash)) as ChainTransfer;
        if (latest.get(change.hash)?.status === 'mined' && now.status !== 'mined') takenBack += 1;
        latest.set(change.hash, now);
      }
      for (const [hash, network] of hashes) {
        const now = await chain.transfer(network, hash);
        expect(latest.get(hash)).toEqual(now);
        if (now?.status === 'dropped' || now?.confirmations === chain.network(network)?.confirmations)
          hashes.delete(hash);
      }
      expect(await supplyOf(pool)).toEqual(supply);
    }
    clock.advance(MONTH_MS);
    await chain.advance(clock.now());
    expect(await supplyOf(pool)).toEqual(supply);
    const { rows } = await pool.query<{ wrong: number }>(`SELECT count(*) AS wrong FROM chain_transfers t
      WHERE (SELECT count(*) FROM chain_inclusions i WHERE i.network = t.network AND i.hash = t.hash AND taken_back_by IS NULL)
        <> CASE WHEN status = 'mined' THEN 1 ELSE 0 END OR (status = 'mined' AND NOT final) OR status = 'mempool'`);
    expect(rows).toEqual([{ wrong: 0 }]);
    const custody = await pool.query<{ wrong: number }>(`SELECT count(*) AS wrong FROM chain_custody c WHERE held <>
      (SELECT sum(amount) FROM chain_balances b JOIN chain_watched w USING (network, address)
        WHERE b.network = c.network AND b.asset = c.asset)`);
    expect(custody.rows).toEqual([{ wrong: 0 }]);
    expect(takenBack).toBeGreaterThan(0);
    await chain.close();
    await pool.end();
    await database.drop();
  }, 600_000);
});

/** All coins there are, a line an asset of a network. */
async function supplyOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `SELECT network || ' ' || asset || ' ' || trim_scale(sum(amount)) AS line FROM chain_balances
       GROUP BY network, asset ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}
