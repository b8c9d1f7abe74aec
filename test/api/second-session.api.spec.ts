import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WalletView } from '../../contracts/wallet.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { LoginTable } from '../../server/edge/auth/logins.js';
import { Passwords } from '../../server/edge/auth/passwords.js';
import { Tries } from '../../server/edge/auth/tries.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { beforeNext } from '../kit/before-next.js';
import { realPerson } from '../kit/factors.js';
import { codeTo } from '../kit/people.js';
import type { Answered } from '../kit/answered.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';
import { TestWallet } from '../kit/wallets.js';

const HOUR_MS = 3_600_000;
const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
}, 120_000);
afterAll(() => started.close());

/** A person who is logged in on two devices. */
async function twice() {
  const person = await realPerson(started);
  const { account, password, userId } = person;
  const { data } = await new Trader(started).post('userLogin', { account, password });
  return { ...person, sessions: [person.trader, new Trader(started, data.token, userId)] as const };
}

async function events(userId: string, type: string, kind = 'security'): Promise<number> {
  const store = started.app.get<EventStore>(EventStore, { strict: false });
  const all = await store.readStream('real', `${kind}-${userId}`);
  return all.filter((event) => event.type === type).length;
}

const done = <Data>(answers: readonly Answered<Data>[]): number[] =>
  answers.flatMap(({ envelope }, n) => (envelope.code === 0 ? [n] : []));

describe('of two sessions of one person', () => {
  it('that change the password by the same old one, one does, and its password is the one that counts', async () => {
    const { account, userId, password: oldPassword, sessions } = await twice();
    const requests = ['green0Whale', 'green1Whale', 'green2Whale', 'green3Whale'];
    const answers = await Promise.all(
      requests.map((password, n) =>
        (sessions[n % 2] as Trader).post('updatePassword', { oldPassword, password, confirmPassword: password }),
      ),
    );
    const [winner = -1, ...more] = done(answers);
    expect([winner >= 0, more]).toEqual([true, []]);
    expect(await events(userId, 'LoginPasswordChanged', 'account')).toBe(1);
    const logged = await new Trader(started).post('userLogin', { account, password: requests[winner] ?? '' });
    expect(logged.refusal).toBe('');
  });

  it('that link a contact in the place of the same one before, one does, and the other hears why not', async () => {
    const { userId, password, sessions } = await twice();
    const requests: { kind: string; ticket: string; address: string; code: string }[] = [];
    for (const [n, session] of sessions.entries()) {
      const { data } = await session.post('openContactChange', { kind: 'phone', password });
      const address = `+49171123${n}${userId.slice(-3)}`;
      const code = await codeTo(started, address, 'bind-contact', session);
      requests.push({ kind: 'phone', ticket: data.ticket, address, code });
    }
    const answers = await Promise.all(sessions.map((session, n) => session.post('changeContact', requests[n] ?? {})));
    const [winner = -1, ...more] = done(answers);
    expect([winner >= 0, more]).toEqual([true, []]);
    expect(answers[1 - winner]?.refusal).toBe('security.changed-meanwhile');
    expect(await events(userId, 'ContactChanged')).toBe(1);
    const { data } = await (sessions[winner] as Trader).get('getSecurity');
    expect(data.phone).toBe(`+49***${requests[winner]?.address.slice(-6)}`);
  });

  it('the second whose address takes the place of the first one’s in the same moment waits for it', async () => {
    const { userId } = await realPerson(started);
    const logins = started.app.get(LoginTable, { strict: false });
    const texts = Array.from({ length: 6 }, (_, n) => `+49171555000${n}`);
    const bound = await Promise.all(texts.map((text) => logins.bind(userId, { kind: 'phone', text })));
    expect(bound).toEqual(texts.map(() => true));
    expect(texts).toContain(await logins.textOf(userId, 'phone'));
  });

  it('one that binds a wallet waits until the other has unbound the one before', async () => {
    const { account, userId, password, trader } = await realPerson(started);
    const signed = async (who: Trader, wallet: TestWallet) => {
      const form = { purpose: 'bind', address: wallet.address, domain: new URL(started.url).host };
      const { nonce, message } = await who.given('getWalletChallenge', form);
      return { nonce, signature: wallet.sign(message), password };
    };
    const again = async () => {
      const { data } = await new Trader(started).post('userLogin', { account, password });
      return new Trader(started, data.token, userId);
    };
    await trader.when('bindWallet', await signed(trader, new TestWallet(601))).then();
    const [second, wallet] = [await again(), new TestWallet(602)];
    const request = await signed(second, wallet);
    let bound: Promise<Answered<WalletView>> | undefined;
    beforeNext(started.app.get(LoginTable, { strict: false }), 'unbind', async () => {
      bound = second.post('bindWallet', request);
      // It has a second to come between, and does not: it waits for its turn.
      await until(async () => (await events(userId, 'WalletBound', 'wallet')) === 2, 1).catch(() => undefined);
    });
    await trader.when('unbindWallet', { password }).then();
    expect((await bound)?.refusal).toBe('');
    const own = await (await again()).get('getWallet');
    expect(own.data.address?.toLowerCase()).toBe(wallet.address);
  });
});

describe('a right password', () => {
  it('does not let in whoever locked the account by wrong ones while it was looked at', async () => {
    const { account, password, userId } = await realPerson(started);
    const tries = started.app.get(Tries, { strict: false });
    beforeNext(started.app.get(Passwords, { strict: false }), 'verifyNow', async () => {
      for (let n = 0; n < 5; n += 1) await tries.wrong([{ key: `account:${userId}` }]);
    });
    const logIn = () => new Trader(started).post('userLogin', { account, password });
    expect((await logIn()).refusal).toBe('account.locked');
    clock.advance(HOUR_MS);
    expect((await logIn()).refusal).toBe('');
  });
});
