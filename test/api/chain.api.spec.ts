import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChainTransactionDetail } from '../../contracts/chain.contract.js';
import { ChainStatusQuery } from '../../server/outside/chain/chain-status.query.js';
import { FakeClock } from '../../server/core/clock.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { ChainTime } from '../kit/chain.js';
import { openPerson } from '../kit/person.js';
import { Trader } from '../kit/trader.js';

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ETHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
let started: StartedApp;
let time: ChainTime;
let person: Trader;

beforeAll(async () => {
  started = await startApp({ clock });
  time = new ChainTime(started, clock);
  person = await openPerson(started, clock.now());
}, 120_000);
afterAll(() => started.close());

const visitor = (): Trader => new Trader(started);
const faucet = (changed: Record<string, string> = {}) =>
  person.post('useFaucet', { network: 'TRC20', asset: 'USDT', address: TRON, amount: '25', ...changed });
const seen = async (network: string, hash: string): Promise<ChainTransactionDetail> =>
  (await visitor().get('getChainTransaction', { network, hash })).data;

describe('the networks', () => {
  it('say to everybody which assets they move, what that costs now, and when a transfer is final', async () => {
    const { data } = await visitor().get('getNetworks');
    expect(data.map(({ network, assets }) => [network, ...assets.map(({ asset }) => asset)].join(' '))).toEqual([
      ...['BTC BTC', 'ERC20 USDT ETH', 'TRC20 USDT TRX', 'LTC LTC', 'DOGE DOGE', 'XRP XRP'],
    ]);
    const tron = data[2];
    expect(tron).toMatchObject({ feeAsset: 'TRX', blockSeconds: 3, confirmations: 6, usesTag: false });
    expect(tron?.assets[0]?.feeNow).toMatch(/^\d+(\.\d{1,6})?$/);
  });
});

describe('the faucet', () => {
  it('sends to any address of the network, and everybody can follow the transfer until it is final', async () => {
    const { data } = await faucet();
    const { hash } = data.transaction;
    expect(data).toMatchObject({ leftToday: 49, transaction: { status: 'mempool', amount: '25', to: TRON } });
    const overview = async () => (await visitor().get('getChainOverview', { network: 'TRC20' })).data;
    expect((await overview()).mempool).toBe(1);
    await time.untilFinal('TRC20', hash);
    const found = await seen('TRC20', hash);
    expect(found).toMatchObject({ status: 'mined', confirmations: 6, confirmationsNeeded: 6, replacedBy: null });
    expect(found.inclusions.at(-1)).toMatchObject({ height: found.blockHeight, hash: found.blockHash });
    const height = `${found.blockHeight}`;
    const block = (await visitor().get('getChainBlock', { network: 'TRC20', block: height })).data;
    expect(block.transfers.map((transfer) => transfer.hash)).toEqual([hash]);
    expect(block.hash).toBe(found.blockHash);
    const wanted = { network: 'TRC20', address: TRON };
    const { data: held } = await visitor().get('getChainAddress', wanted);
    expect(held.balances).toEqual([
      { asset: 'USDT', amount: '25' },
      { asset: 'TRX', amount: '0' },
    ]);
    expect((await overview()).mempool).toBe(0);
  });

  it.each([
    [{ network: 'NONE' }, 'chain.network-unknown'],
    [{ asset: 'BTC' }, 'chain.asset-not-on-network'],
    [{ address: 'somewhere' }, 'chain.address-format'],
    [{ address: TRON.replace('7', '8') }, 'chain.address-checksum'],
    [{ address: ETHER }, 'chain.address-network'],
    [{ network: 'ERC20', address: ETHER.replace('5aA', '5aa') }, 'chain.address-checksum'],
    [{ tag: '12' }, 'chain.tag-invalid'],
    [{ amount: '0' }, 'chain.amount-invalid'],
    [{ amount: '0.0000001' }, 'chain.amount-invalid'],
    [{ amount: '250000.01' }, 'chain.faucet-amount-large'],
  ])('refuses %j with %s', async (changed, refusal) => {
    expect((await faucet(changed)).refusal).toBe(refusal);
  });

  it('names the network whose address was given', async () => {
    expect((await faucet({ address: ETHER })).params).toMatchObject({ network: 'TRC20', other: 'ERC20' });
  });

  it('sends once for one request token, and stops a person after the uses of a day, not another one', async () => {
    const [first, again] = [await faucet({ requestToken: 'once-1' }), await faucet({ requestToken: 'once-1' })];
    expect(again.data.transaction.hash).toBe(first.data.transaction.hash);
    for (let left = first.data.leftToday; left > 0; left -= 1) await faucet();
    expect((await faucet()).refusal).toBe('chain.faucet-used-up');
    const other = person;
    person = await openPerson(started, clock.now());
    expect((await faucet()).data.leftToday).toBe(49);
    person = other;
    clock.advance(86_400_000);
    expect((await faucet()).data.leftToday).toBe(49);
  });

  it('is not for demo accounts', async () => {
    const demo = await Trader.demo(started);
    const request = { network: 'TRC20', asset: 'USDT', address: TRON, amount: '1' };
    const { envelope, refusal } = await demo.post('useFaucet', request);
    expect(refusal).toBe('demo.real-only');
    expect(envelope.message).toBe('Switch to a real account first.');
  });

  it('shows what becomes of a transfer whose sender spends the same coins twice', async () => {
    const { hash } = (await faucet({ experiment: 'double-spend' })).data.transaction;
    await time.until('TRC20', hash, ({ status }) => status === 'dropped');
    const dropped = await seen('TRC20', hash);
    expect(dropped).toMatchObject({ status: 'dropped', confirmations: 0, blockHeight: null, inclusions: [] });
    const instead = await seen('TRC20', dropped.replacedBy ?? '');
    expect(instead).toMatchObject({ status: 'mined', from: dropped.from, to: dropped.from, amount: '25' });
  });
});

describe('the explorer', () => {
  it('shows a reorganised block as such, beside the one that took its place', async () => {
    const { minedBy, takenBackBy } = await time.beforeReorganisation('ERC20');
    const { hash } = await time.pay({ network: 'ERC20', asset: 'ETH', to: ETHER, amount: '0.5' });
    await time.blocks('ERC20');
    const { blockHash } = await seen('ERC20', hash);
    await time.blocks('ERC20');
    const stands = await visitor().get('getChainBlock', { network: 'ERC20', block: `${minedBy}` });
    expect(stands.data).toMatchObject({ reorganised: false, transactions: 0 });
    expect(stands.data.others.map((block) => block.hash)).toContain(blockHash);
    const fallen = { network: 'ERC20', block: blockHash ?? '' };
    const { data } = await visitor().get('getChainBlock', fallen);
    expect(data).toMatchObject({ reorganised: true, confirmations: 0, height: minedBy });
    expect(data.transfers.map((transfer) => transfer.hash)).toEqual([hash]);
    await time.untilFinal('ERC20', hash);
    const { inclusions, blockHeight } = await seen('ERC20', hash);
    expect(inclusions.map(({ reorganisedAt }) => reorganisedAt === null)).toEqual([false, true]);
    expect(blockHeight).toBeGreaterThanOrEqual(takenBackBy);
    const { lastReorganisation } = (await visitor().get('getChainOverview', { network: 'ERC20' })).data;
    expect(lastReorganisation?.height).toBe(takenBackBy);
  });

  it('chains every block to the one before it', async () => {
    const { data } = await visitor().get('getChainOverview', { network: 'ERC20', limit: 40 });
    const standing = data.blocks.filter(({ reorganised }) => !reorganised);
    expect(standing).toHaveLength(40);
    const links = standing.slice(0, -1).map(({ parentHash }, at) => parentHash === standing[at + 1]?.hash);
    expect(links).not.toContain(false);
    const older = { network: 'ERC20', limit: 5, before: standing.at(-1)?.height ?? 0 };
    const { data: before } = await visitor().get('getChainOverview', older);
    expect(before.blocks[0]?.hash).toBe(standing.at(-1)?.parentHash);
  });

  it('finds heights, hashes and addresses on whichever network they are', async () => {
    const find = async (query: string) => (await visitor().get('searchChain', { query })).data;
    const { hash } = (await faucet()).data.transaction;
    expect(await find(hash)).toEqual([{ kind: 'transaction', network: 'TRC20', key: hash }]);
    expect(await find(` ${ETHER.toLowerCase()} `)).toEqual([{ kind: 'address', network: 'ERC20', key: ETHER }]);
    expect((await find('1000')).map(({ network }) => network)).toHaveLength(6);
    const { data } = await visitor().get('getChainOverview', { network: 'BTC' });
    const empty = data.blocks[3]?.hash ?? '';
    expect(await find(empty)).toEqual([{ kind: 'block', network: 'BTC', key: empty }]);
    expect(await find('nothing like this')).toEqual([]);
    const none = await visitor().get('getChainTransaction', { network: 'BTC', hash: 'ff'.repeat(32) });
    expect([none.status, none.refusal]).toEqual([404, 'chain.nothing-found']);
  });
});

describe('what staff see of the networks', () => {
  it('is the custody with and without the endowment, and that mining keeps up with the clock', async () => {
    const { address } = time.chain.depositAddress('DOGE', 1);
    const { hash } = await time.pay({ network: 'DOGE', asset: 'DOGE', to: address, amount: '41.5' });
    await time.untilFinal('DOGE', hash);
    const status = await started.app.get(ChainStatusQuery).status();
    const dogecoin = status.find(({ network }) => network === 'DOGE');
    expect(dogecoin).toMatchObject({ behindBlocks: 0, mempool: 0, hotWallet: expect.stringMatching(/^D/) });
    expect(dogecoin?.custody).toEqual([
      { asset: 'DOGE', held: '5000000041.5', endowment: '5000000000', beyond: '41.5', hot: '5000000000' },
    ]);
  });
});
