import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
  person.when('useFaucet', { network: 'TRC20', asset: 'USDT', address: TRON, amount: '25', ...changed });
const seen = (network: string, hash: string) => visitor().given('getChainTransaction', { network, hash });

describe('the networks', () => {
  it('say to everybody which assets they move, what that costs now, and when a transfer is final', async () => {
    const networks = await visitor().given('getNetworks');
    expect(networks.map(({ network, assets }) => [network, ...assets.map(({ asset }) => asset)].join(' '))).toEqual([
      ...['BTC BTC', 'ERC20 USDT ETH', 'TRC20 USDT TRX', 'LTC LTC', 'DOGE DOGE', 'XRP XRP'],
    ]);
    const tron = networks[2];
    expect(tron).toMatchObject({ feeAsset: 'TRX', blockSeconds: 3, confirmations: 6, usesTag: false });
    expect(tron?.assets[0]?.feeNow).toMatch(/^\d+(\.\d{1,6})?$/);
  });
});

describe('the faucet', () => {
  it('sends to any address of the network, and everybody can follow the transfer until it is final', async () => {
    const sent = { leftToday: 49, transaction: { status: 'mempool', amount: '25', to: TRON } };
    const { hash } = (await faucet().then(sent)).transaction;
    const overview = visitor().when('getChainOverview', { network: 'TRC20' });
    await overview.then({ mempool: 1 });
    await time.untilFinal('TRC20', hash);
    const found = await seen('TRC20', hash);
    expect(found).toMatchObject({ status: 'mined', confirmations: 6, confirmationsNeeded: 6, replacedBy: null });
    expect(found.inclusions.at(-1)).toMatchObject({ height: found.blockHeight, hash: found.blockHash });
    const height = `${found.blockHeight}`;
    const block = { transfers: [{ hash }], hash: found.blockHash };
    await visitor().when('getChainBlock', { network: 'TRC20', block: height }).then(block);
    const { balances } = await visitor().given('getChainAddress', { network: 'TRC20', address: TRON });
    expect(balances).toEqual([
      { asset: 'USDT', amount: '25' },
      { asset: 'TRX', amount: '0' },
    ]);
    await overview.then({ mempool: 0 });
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
    await faucet(changed).then(refusal);
  });

  it('names the network whose address was given', async () => {
    const params = { network: 'TRC20', other: 'ERC20' };
    await faucet({ address: ETHER }).then({ refusal: 'chain.address-network', params });
  });

  it('sends once for one request token, and stops a person after the uses of a day, not another one', async () => {
    const once = faucet({ requestToken: 'once-1' });
    const first = await once.then();
    await once.then({ transaction: { hash: first.transaction.hash } });
    for (let left = first.leftToday; left > 0; left -= 1) await faucet().then();
    await faucet().then('chain.faucet-used-up');
    const other = person;
    person = await openPerson(started, clock.now());
    await faucet().then({ leftToday: 49 });
    person = other;
    clock.advance(86_400_000);
    await faucet().then({ leftToday: 49 });
  });

  it('is not for demo accounts', async () => {
    const demo = await Trader.demo(started);
    const request = { network: 'TRC20', asset: 'USDT', address: TRON, amount: '1' };
    await demo.when('useFaucet', request).then('demo.real-only', 'Switch to a real account first.');
  });

  it('shows what becomes of a transfer whose sender spends the same coins twice', async () => {
    const { hash } = (await faucet({ experiment: 'double-spend' }).then()).transaction;
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
    const block = (at: string) => visitor().when('getChainBlock', { network: 'ERC20', block: at });
    const { others } = await block(`${minedBy}`).then({ reorganised: false, transactions: 0 });
    expect(others.map((other) => other.hash)).toContain(blockHash);
    const fallen = { reorganised: true, confirmations: 0, height: minedBy };
    await block(blockHash ?? '').then({ ...fallen, transfers: [{ hash }] });
    await time.untilFinal('ERC20', hash);
    const { inclusions, blockHeight } = await seen('ERC20', hash);
    expect(inclusions.map(({ reorganisedAt }) => reorganisedAt === null)).toEqual([false, true]);
    expect(blockHeight).toBeGreaterThanOrEqual(takenBackBy);
    const lastReorganisation = { height: takenBackBy };
    await visitor().when('getChainOverview', { network: 'ERC20' }).then({ lastReorganisation });
  });

  it('chains every block to the one before it', async () => {
    const { blocks } = await visitor().given('getChainOverview', { network: 'ERC20', limit: 40 });
    const standing = blocks.filter(({ reorganised }) => !reorganised);
    expect(standing).toHaveLength(40);
    const links = standing.slice(0, -1).map(({ parentHash }, at) => parentHash === standing[at + 1]?.hash);
    expect(links).not.toContain(false);
    const older = { network: 'ERC20', limit: 5, before: standing.at(-1)?.height ?? 0 };
    const before = await visitor().given('getChainOverview', older);
    expect(before.blocks[0]?.hash).toBe(standing.at(-1)?.parentHash);
  });

  it('finds heights, hashes and addresses on whichever network they are', async () => {
    const find = (query: string) => visitor().given('searchChain', { query });
    const { hash } = (await faucet().then()).transaction;
    expect(await find(hash)).toEqual([{ kind: 'transaction', network: 'TRC20', key: hash }]);
    expect(await find(` ${ETHER.toLowerCase()} `)).toEqual([{ kind: 'address', network: 'ERC20', key: ETHER }]);
    expect((await find('1000')).map(({ network }) => network)).toHaveLength(6);
    const { blocks } = await visitor().given('getChainOverview', { network: 'BTC' });
    const empty = blocks[3]?.hash ?? '';
    expect(await find(empty)).toEqual([{ kind: 'block', network: 'BTC', key: empty }]);
    expect(await find('nothing like this')).toEqual([]);
    const none = { network: 'BTC', hash: 'ff'.repeat(32) };
    await visitor().when('getChainTransaction', none).then('404 chain.nothing-found');
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
