import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import type { EnteredView } from '../../contracts/account.contract.js';
import type { WalletPurpose } from '../../contracts/wallet.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import type { Sealed } from '../../server/core/person.js';
import { Vault } from '../../server/core/ports/vault.js';
import { LoginTable } from '../../server/edge/auth/logins.js';
import { TooManyWaiting } from '../../server/edge/work/turns.js';
import { Proofs } from '../../server/features/security/proofs.js';
import { ProofTries } from '../../server/features/security/proof-tries.js';
import { Tries } from '../../server/edge/auth/tries.js';
import { LoginHistory } from '../../server/features/account/login-history.js';
import { Sessions } from '../../server/features/account/sessions.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { beforeNext } from '../kit/before-next.js';
import { codeTo, messagesTo, register } from '../kit/people.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';
import { TestWallet } from '../kit/wallets.js';

const PASSWORD = 'blue4Whale';
const TRADE_PASSWORD = '482913';
const HOUR_MS = 3_600_000;
const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
let started: StartedApp;
let people = 0;

beforeAll(async () => {
  started = await startApp({ clock });
}, 120_000);
afterAll(() => started.close());

async function person(): Promise<{ who: Trader; account: string }> {
  clock.advance(HOUR_MS);
  const account = `way-in-${++people}@example.com`;
  const { data } = await register(started, { account });
  const { token, userId } = data as EnteredView;
  return { who: new Trader(started, token, userId), account };
}

const logIn = (account: string, password = PASSWORD) => new Trader(started).post('userLogin', { account, password });
const isIn = async (token: string) => (await new Trader(started, token).get('info')).refusal === '';

async function signed(wallet: TestWallet, purpose: WalletPurpose, trader = new Trader(started)) {
  const form = { purpose, address: wallet.address, domain: new URL(started.url).host };
  const { data } = await trader.get('getWalletChallenge', form);
  return { nonce: data.nonce, signature: wallet.sign(data.message) };
}

const walletLogIn = async (wallet: TestWallet, more: Record<string, string> = {}) =>
  new Trader(started).post('walletLogin', { ...(await signed(wallet, 'login')), ...more });
const bind = async (who: Trader, wallet: TestWallet) =>
  who.post('bindWallet', { ...(await signed(wallet, 'bind', who)), password: PASSWORD });

describe('a proof', () => {
  it('that is right buys no more guesses at another secret', async () => {
    const { who } = await person();
    await who.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password: PASSWORD });
    const refusals: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      refusals.push((await who.post('setUpGoogle', { password: `guess-${at}` })).refusal);
      await who.post('unlockTrading', { tradePassword: TRADE_PASSWORD });
    }
    expect(refusals.slice(4)).toEqual(['account.locked', 'account.locked']);
    await who.when('setUpGoogle', { password: PASSWORD }).then('account.locked');
  });

  it('that nobody looked at, because too many waited, counts for nothing', async () => {
    const tries = started.app.get(ProofTries, { strict: false });
    const crowded = () => Promise.reject(new TooManyWaiting());
    for (let at = 0; at < 6; at += 1) await expect(tries.take('real-crowded', crowded)).rejects.toThrow(TooManyWaiting);
    expect(await tries.take('real-crowded', () => Promise.resolve(undefined))).toBeUndefined();
  });
});

describe('a log-in', () => {
  it('by a password that is changed beside it begins no session that outlives the change', async () => {
    const { who, account } = await person();
    const history = started.app.get(LoginHistory, { strict: false });
    const change = { oldPassword: PASSWORD, password: 'green5Whale', confirmPassword: 'green5Whale' };
    beforeNext(history, 'originOf', () => who.post('updatePassword', change));
    expect((await logIn(account)).refusal).toBe('account.credentials-wrong');
    expect((await logIn(account, 'green5Whale')).refusal).toBe('');
  });

  it('without the second factor that is bound beside it begins none either', async () => {
    const { who, account } = await person();
    const { data: setup } = await who.post('setUpGoogle', { password: PASSWORD });
    const history = started.app.get(LoginHistory, { strict: false });
    const { totpAt, stepAt } = await import('../../server/edge/auth/totp.js');
    const code = totpAt(setup.secret, stepAt(clock.now()));
    const bound: string[] = [];
    beforeNext(history, 'originOf', async () => {
      bound.push((await who.post('bindGoogle', { setupId: setup.setupId, code, password: PASSWORD })).refusal);
    });
    expect((await logIn(account)).refusal).toBe('security.google-required');
    expect(bound).toEqual(['']);
  });

  it('from ever another device is told ten times a day', async () => {
    const { who } = await person();
    const history = started.app.get(LoginHistory, { strict: false });
    const devices = () =>
      started.app
        .get<Pool>(Pool, { strict: false })
        .query('SELECT 1 FROM known_devices WHERE user_id = $1', [who.userId]);
    await until(async () => (await devices()).rowCount === 1);
    const isNew: boolean[] = [];
    for (let at = 0; at < 14; at += 1) {
      const device = { userAgent: '', mark: `device-${at}-of-one-person` };
      isNew.push(await history.isNewDevice(who.userId, { address: '10.0.0.1', timeZone: undefined, device }));
    }
    expect(isNew.filter(Boolean)).toHaveLength(10);
    expect(isNew.slice(-3)).toEqual([false, false, false]);
  });

  it('that tries logins nobody has leaves no rows for ever', async () => {
    const tries = started.app.get(Tries, { strict: false });
    await tries.wrong([{ key: 'login:nobody' }]);
    clock.advance(2 * HOUR_MS);
    await tries.wrong([{ key: 'login:somebody' }]);
    const { rows } = await started.app
      .get<Pool>(Pool, { strict: false })
      .query(`SELECT 1 FROM login_tries WHERE key = 'login:nobody'`);
    expect(rows).toHaveLength(0);
  });
});

describe('a session', () => {
  it('that is ended while it is being read is over for the next call', async () => {
    const { who } = await person();
    const sessions = started.app.get(Sessions, { strict: false });
    clock.advance(61_000);
    const parts = sessions as unknown as { cards: { find(realm: string, userId: string): unknown } };
    beforeNext(parts.cards, 'find', () => sessions.endAll(who.userId));
    await who.given('info');
    await who.when('info').then('session.ended');
  });

  it('that made no call for long is told to its sockets when it ends', async () => {
    const { who, account } = await person();
    const sessions = started.app.get(Sessions, { strict: false });
    const { data: idle } = await logIn(account);
    const [newest] = await sessions.ofUser(who.userId);
    // As if fifty thousand others had been about since.
    (sessions as unknown as { live: Map<string, unknown> }).live.clear();
    const ended: string[] = [];
    const stop = sessions.onEnd((id) => void ended.push(id));
    await sessions.endAll(who.userId);
    stop();
    expect(ended).toContain(newest?.id);
    expect(await isIn(idle.token)).toBe(false);
  });

  it('begun by a wallet is over when the wallet is unbound, and the person is told of both', async () => {
    const { who, account } = await person();
    const wallet = new TestWallet(501);
    const { data: other } = await logIn(account);
    expect((await bind(who, wallet)).refusal).toBe('');
    expect(await isIn(other.token)).toBe(false);
    const { data: thief } = await walletLogIn(wallet);
    await who.when('unbindWallet', { password: PASSWORD }).then();
    expect([await isIn(thief.token), await isIn(who.token)]).toEqual([false, true]);
    await until(async () => {
      const { data } = await who.get('getMessages', { limit: 20 });
      return data.items.filter(({ title }) => title.includes('wallet login')).length === 2;
    });
  });
});

describe('a wallet', () => {
  it('is unbound again when a crash left its log-in behind', async () => {
    const { who } = await person();
    const wallet = new TestWallet(502);
    await bind(who, wallet);
    await who.given('unbindWallet', { password: PASSWORD });
    // As if the process had died between the fact and the table.
    const logins = started.app.get(LoginTable, { strict: false });
    await logins.bind(who.userId, { kind: 'wallet', text: wallet.address.toLowerCase() });
    expect((await walletLogIn(wallet)).refusal).toBe('');
    expect(await who.given('unbindWallet', { password: PASSWORD })).toEqual({ address: null });
    expect((await walletLogIn(wallet)).refusal).toBe('wallet.unknown');
  });

  it('alone leads to a first contact, and by it to a password', async () => {
    const { data } = await walletLogIn(new TestWallet(503), { country: 'DE', agreement: 'yes' });
    const who = new Trader(started, data.token, data.userId);
    const address = 'by-wallet@example.com';
    const opened = await who.post('openContactChange', { kind: 'email' });
    expect(opened.refusal).toBe('');
    await who.given('getCode', { purpose: 'bind-contact', account: address });
    let code = '';
    await until(async () => (code = (await messagesTo(started, address))[0]?.letter?.secret ?? '') !== '');
    const change = { kind: 'email', address, code, ticket: opened.data.ticket };
    await who.when('changeContact', change).then();
    // From now on it takes what everybody has to show.
    await who.when('openContactChange', { kind: 'phone', password: PASSWORD }).then('security.password-missing');
    const reset = { account: address, code: await codeTo(started, address, 'forgot-password') };
    const set = { ...reset, password: PASSWORD, confirmPassword: PASSWORD };
    await new Trader(started).when('resetPassword', set).then();
    expect((await logIn(address)).data.userId).toBe(who.userId);
  });
});

describe('a person who is erased', () => {
  it('leaves no letter behind that could be opened, from before his account neither', async () => {
    const { who, account } = await person();
    await codeTo(started, account, 'forgot-password');
    expect((await messagesTo(started, account)).length).toBeGreaterThan(1);
    await who.when('eraseMe', { password: PASSWORD, confirm: who.userId }).then();
    expect(await messagesTo(started, account)).toEqual([]);
  });

  it('leaves none at an address that he had before either', async () => {
    const { who, account } = await person();
    const logins = started.app.get(LoginTable, { strict: false });
    expect(await logins.bind(who.userId, { kind: 'email', text: `later-${account}` })).toBe(true);
    await who.when('eraseMe', { password: PASSWORD, confirm: who.userId }).then();
    expect(await messagesTo(started, account)).toEqual([]);
  });

  it('leaves no challenge that names the wallet by which he came in', async () => {
    const { who } = await person();
    const wallet = new TestWallet(504);
    await bind(who, wallet);
    expect((await walletLogIn(wallet)).data.userId).toBe(who.userId);
    const vault = started.app.get<Vault>(Vault, { strict: false });
    const named = async (): Promise<number> => {
      const { rows } = await started.app
        .get<Pool>(Pool, { strict: false })
        .query<{ sealed: Sealed }>('SELECT sealed FROM wallet_challenges');
      const opened = rows.map(({ sealed }) => vault.openForHouse('wallet.challenge', sealed));
      return opened.filter((text) => text.includes(wallet.address)).length;
    };
    expect(await named()).toBe(2);
    await who.when('eraseMe', { password: PASSWORD, confirm: who.userId }).then();
    expect(await named()).toBe(0);
  });
});

describe('somebody without an account', () => {
  it.each([
    ['asks for a code', (account: string) => new Trader(started).get('getCode', { purpose: 'lost-google', account })],
    [
      'stops a request',
      (account: string) => new Trader(started).post('stopRecovery', { account, stopCode: '0000-0000-0000-0000' }),
    ],
  ])('who %s is looked for as long as somebody who has one', async (_, enter) => {
    const { account } = await person();
    const looked = jest.spyOn(started.app.get(Proofs, { strict: false }), 'state');
    const counts: number[] = [];
    for (const login of [account, `not-${account}`]) {
      looked.mockClear();
      await enter(login);
      counts.push(looked.mock.calls.length);
    }
    looked.mockRestore();
    expect(counts).toEqual([1, 1]);
  });
});
