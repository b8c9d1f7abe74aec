import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EnteredView } from '../../contracts/account.contract.js';
import type { WalletPurpose } from '../../contracts/wallet.contract.js';
import type { Clock } from '../../server/core/clock.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { codeOf } from '../kit/invited.js';
import { register } from '../kit/people.js';
import { Trader } from '../kit/trader.js';
import { TestWallet } from '../kit/wallets.js';

const PASSWORD = 'blue4Whale';
const NEW = { country: 'DE', agreement: 'yes' };
let wallets = 0;

describe('a wallet', () => {
  let started: StartedApp;
  let late = 0;
  const clock: Clock = { now: () => Date.now() + late };

  beforeAll(async () => {
    started = await startApp({ clock });
  }, 120_000);
  afterAll(() => started.close());

  const host = (): string => new URL(started.url).host;
  const newWallet = (): TestWallet => new TestWallet(++wallets);

  async function signed(wallet: TestWallet, purpose: WalletPurpose = 'login', trader = new Trader(started)) {
    const { data } = await trader.get('getWalletChallenge', {
      purpose,
      address: wallet.address,
      domain: host(),
    });
    return { nonce: data.nonce, signature: wallet.sign(data.message) };
  }

  const logIn = async (wallet: TestWallet, more: Record<string, string> = {}) =>
    new Trader(started).post('walletLogin', { ...(await signed(wallet)), ...more });

  async function person(): Promise<Trader> {
    const { data } = await register(started);
    const { token, userId } = data as EnteredView;
    return new Trader(started, token, userId);
  }

  const bind = async (who: Trader, wallet: TestWallet, password = PASSWORD) =>
    who.post('bindWallet', { ...(await signed(wallet, 'bind', who)), password });

  it('without an account is asked for nationality and agreement, and then makes a new real account', async () => {
    const wallet = newWallet();
    expect((await logIn(wallet)).refusal).toBe('wallet.unknown');
    expect((await logIn(wallet, { country: 'DE' })).refusal).toBe('account.agreement-missing');
    const made = await logIn(wallet, NEW);
    expect(made.data).toMatchObject({ realm: 'real', email: '', phone: '' });
    expect((await logIn(wallet)).data.userId).toBe(made.data.userId);
    const own = await new Trader(started, made.data.token).get('getWallet');
    expect(own.data.address?.toLowerCase()).toBe(wallet.address);
  });

  it('registers by the invitation of somebody, who then counts one more; an unknown code opens nothing', async () => {
    const [inviter, wallet] = [await person(), newWallet()];
    const invitationCode = await codeOf(inviter);
    expect(await logIn(wallet, { ...NEW, invitationCode: '0000000000' })).toMatchObject({
      refusal: 'invitation.unknown',
      field: 'invitationCode',
    });
    expect((await logIn(wallet)).refusal).toBe('wallet.unknown');
    expect((await logIn(wallet, { ...NEW, invitationCode })).data).toMatchObject({ realm: 'real' });
    await eventually(async () => (await inviter.given('getMyPromotion')).levels[0]).toMatchObject({
      level: 1,
      count: 1,
    });
  });

  it('makes one account that all of its first log-ins at once enter', async () => {
    const wallet = newWallet();
    const requests = await Promise.all(Array.from({ length: 12 }, () => signed(wallet)));
    const answers = await Promise.all(
      requests.map((request) => new Trader(started).post('walletLogin', { ...request, ...NEW })),
    );
    expect(new Set(answers.map(({ refusal }) => refusal))).toEqual(new Set(['']));
    expect(new Set(answers.map(({ data }) => data.userId)).size).toBe(1);
    for (const { data } of answers) {
      const own = await new Trader(started, data.token).get('getWallet');
      expect(own.data.address?.toLowerCase()).toBe(wallet.address);
    }
  });

  it('signs a message that is good once, for one purpose, for ten minutes', async () => {
    const wallet = newWallet();
    const request = await signed(wallet);
    await new Trader(started).when('walletLogin', { ...request, ...NEW }).then();
    await new Trader(started).when('walletLogin', request).then('wallet.challenge-gone');
    const old = await signed(wallet);
    late += 10 * 60_000;
    await new Trader(started).when('walletLogin', old).then('wallet.challenge-gone');
    const who = await person();
    const forLogin = { ...(await signed(newWallet())), password: PASSWORD };
    await who.when('bindWallet', forLogin).then('wallet.challenge-gone');
  });

  it('is not known by the signature of another', async () => {
    const victim = newWallet();
    await logIn(victim, NEW);
    const { data } = await new Trader(started).get('getWalletChallenge', {
      purpose: 'login',
      address: victim.address,
      domain: host(),
    });
    const forged = { nonce: data.nonce, signature: newWallet().sign(data.message) };
    await new Trader(started).when('walletLogin', forged).then('wallet.signature-wrong');
  });

  it('is given no message for a page elsewhere', async () => {
    const form = { purpose: 'login', address: newWallet().address, domain: 'phishing.example' };
    await new Trader(started).when('getWalletChallenge', form).then('wallet.domain-wrong');
  });

  it('with a mistyped address is told so', async () => {
    const address = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const form = { purpose: 'login', address, domain: host() };
    expect(await new Trader(started).get('getWalletChallenge', form)).toMatchObject({
      refusal: 'request.field-invalid',
      field: 'address',
    });
  });

  it('is bound with the password, opens the account from then on, and is unbound again', async () => {
    const [who, wallet] = [await person(), newWallet()];
    expect((await bind(who, wallet, 'wrong')).refusal).toBe('security.password-wrong');
    expect((await bind(who, wallet)).data.address?.toLowerCase()).toBe(wallet.address);
    expect((await logIn(wallet)).data.userId).toBe(who.userId);
    expect((await bind(who, newWallet())).refusal).toBe('wallet.bound-already');
    expect(await who.given('unbindWallet', { password: PASSWORD })).toEqual({ address: null });
    expect((await logIn(wallet)).refusal).toBe('wallet.unknown');
    await who.when('unbindWallet', { password: PASSWORD }).then('wallet.not-bound');
  });

  it('belongs to one account, also when two bind it in the same moment', async () => {
    const wallet = newWallet();
    const people = [await person(), await person()];
    const requests = await Promise.all(people.map((who) => signed(wallet, 'bind', who)));
    const answers = await Promise.all(
      people.map((who, at) => who.post('bindWallet', { ...requests[at], password: PASSWORD })),
    );
    expect(answers.map(({ refusal }) => refusal).sort()).toEqual(['', 'wallet.taken']);
    const loser = people[answers.findIndex(({ refusal }) => refusal !== '')];
    expect((await (loser as Trader).given('getWallet')).address).toBeNull();
    expect((await bind(loser as Trader, newWallet())).refusal).toBe('');
  });

  it('is bound once by fifty repeats of one wish, which all get the one answer', async () => {
    const [who, wallet] = [await person(), newWallet()];
    const request = { ...(await signed(wallet, 'bind', who)), password: PASSWORD, requestToken: 'bind-once-1' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => who.post('bindWallet', request)));
    expect(new Set(answers.map(({ status, data }) => JSON.stringify([status, data]))).size).toBe(1);
    expect(answers[0]?.data.address?.toLowerCase()).toBe(wallet.address);
  }, 60_000);

  it('that is the only way in cannot be unbound', async () => {
    const { data } = await logIn(newWallet(), NEW);
    const who = new Trader(started, data.token, data.userId);
    await who.when('unbindWallet', { password: PASSWORD }).then('wallet.only-way-in');
  });

  it('is for real accounts', async () => {
    const demo = await Trader.demo(started);
    await demo.when('getWallet').then('demo.real-only');
    const form = { purpose: 'bind', address: newWallet().address, domain: host() };
    await demo.when('getWalletChallenge', form).then('demo.real-only');
    await new Trader(started).when('getWalletChallenge', form).then('session.missing');
  });
});
