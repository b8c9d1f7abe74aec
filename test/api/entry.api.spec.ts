import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EnteredView, LoginView } from '../../contracts/account.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { codeTo, messagesTo, register, registration } from '../kit/people.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

const MINUTE_MS = 60_000;
const PASSWORD = 'blue4Whale';
const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
let started: StartedApp;
let visitor: Trader;

beforeAll(async () => {
  started = await startApp({ clock });
  visitor = new Trader(started);
}, 120_000);

afterAll(() => started.close());

const logIn = (account: string, password = PASSWORD, more: Record<string, string> = {}) =>
  visitor.post('userLogin', { account, password, ...more });
const as = ({ token }: { token: string }) => new Trader(started, token);
/** An hour later: locks are over, and codes may be requested again. */
const anHourLater = (): void => clock.advance(61 * MINUTE_MS);

async function accountsOf(account: string): Promise<number> {
  const { data } = await logIn(account);
  return 'userId' in data ? 1 : 0;
}

describe('registering', () => {
  it('opens an account with a verified e-mail address and logs in', async () => {
    const { data, envelope } = await register(started, { account: 'Anna@Example.com', timeZone: 'Europe/Berlin' });
    expect(envelope).toMatchObject({ code: 0, event: 'register' });
    expect(data).toMatchObject({ realm: 'real', email: 'an***@example.com', phone: '', demo: null });
    expect(data.token_h5).toBe(data.token);
    const info = await as(data).get('info');
    expect(info.data.userId).toBe(data.userId);
    expect((await logIn('anna@example.com')).data.userId).toBe(data.userId);
  });

  it('opens an account with a phone number, written in its own country’s way', async () => {
    const code = await codeTo(started, '+491701234560');
    const form = registration({ account: '0170 1234560', country: 'DE', code });
    const { data } = await visitor.post('userRegister', form);
    expect(data).toMatchObject({ phone: '+49***234560', email: '' });
    expect((await logIn('+49 170 1234560')).data.userId).toBe(data.userId);
  });

  it.each([
    ['account.required', { account: ' ' }, 'account'],
    ['account.email-invalid', { account: 'a@b' }, 'account'],
    ['account.phone-invalid', { account: '12345' }, 'account'],
    ['account.country-required', { country: '' }, 'country'],
    ['account.country-unknown', { country: 'XX' }, 'country'],
    ['code.required', { code: '' }, 'code'],
    ['account.required', { password: '' }, 'password'],
    ['account.password-length', { password: 'abc12' }, 'password'],
    ['account.password-length', { password: 'abcdefghijklmnopqrstuvwxy' }, 'password'],
    ['account.password-common', { password: 'Password1' }, 'password'],
    ['account.passwords-differ', { confirmPassword: 'blue4Whales' }, 'confirmPassword'],
    ['invitation.unknown', { invitationCode: 'NOSUCHCODE' }, 'invitationCode'],
    ['account.agreement-missing', { agreement: '' }, 'agreement'],
    ['code.wrong', { code: '000000x' }, 'code'],
  ])('refuses by %s what is wrong with %j, and names the field', async (refusal, changed, field) => {
    const answer = await visitor.post('userRegister', registration({ code: '123456', ...changed }));
    expect([answer.refusal, answer.field]).toEqual([refusal, field]);
    expect(answer.envelope.message).not.toMatch(/\{\{|undefined/);
  });

  it('says for an address that has an account what it says for any other, and writes to its owner', async () => {
    anHourLater();
    const known = await visitor.get('getCode', { purpose: 'register', account: 'anna@example.com' });
    const unknown = await visitor.get('getCode', { purpose: 'register', account: 'new@example.com' });
    expect(known.envelope).toEqual(unknown.envelope);
    await until(async () => (await messagesTo(started, 'anna@example.com'))[0]?.template === 'account-exists');
    const forms = ['anna@example.com', 'new@example.com'].map((account) => registration({ account, code: '1234567' }));
    const [first, second] = await Promise.all(forms.map((form) => visitor.post('userRegister', form)));
    expect(first?.refusal).toBe('code.wrong');
    expect(first?.envelope).toEqual(second?.envelope);
  });

  it('makes one account of one address, however many register it at once', async () => {
    anHourLater();
    const account = 'race@example.com';
    const code = await codeTo(started, account);
    const forms = Array.from({ length: 10 }, () => visitor.post('userRegister', registration({ account, code })));
    const answers = await Promise.all(forms);
    expect(answers.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1);
    expect(new Set(answers.map(({ refusal }) => refusal))).toEqual(new Set(['', 'code.wrong']));
    expect(await accountsOf(account)).toBe(1);
  });

  it('answers fifty repeats of one request alike', async () => {
    anHourLater();
    const account = 'repeat@example.com';
    const form = { ...registration({ account, code: await codeTo(started, account) }), requestToken: 'repeat-0001' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => visitor.post('userRegister', form)));
    expect(new Set(answers.map(({ data }) => data.token)).size).toBe(1);
    // A minute later nothing is in memory any more; the account is found by the request.
    clock.advance(2 * MINUTE_MS);
    const later = await visitor.post('userRegister', form);
    expect(later.data.userId).toBe(answers[0]?.data.userId);
  });
});

describe('logging in', () => {
  it('answers a wrong password and an unknown account alike, in the same time', async () => {
    anHourLater();
    await register(started, { account: 'timed@example.com' });
    const quickest = { 'timed@example.com': Infinity, 'nobody@example.com': Infinity };
    const accounts = ['timed@example.com', 'nobody@example.com'] as const;
    let rounds = 0;
    // A busy machine makes any one slower, and none quicker: the quickest of each come together, unless their work differs.
    await until(async () => {
      if (rounds % 2 === 0) clock.advance(16 * MINUTE_MS);
      // In turns and each way round, so that what is written after an answer falls on both.
      for (const account of rounds % 2 === 0 ? accounts : accounts.toReversed()) {
        const from = performance.now();
        expect((await logIn(account, 'wrong-guess')).refusal).toBe('account.credentials-wrong');
        quickest[account] = Math.min(quickest[account], performance.now() - from);
      }
      const [known, unknown] = Object.values(quickest) as [number, number];
      return (rounds += 1) >= 10 && Math.abs(known - unknown) < 0.3 * Math.max(known, unknown);
    }, 90);
  }, 100_000);

  it.each([
    [{ account: '', password: 'x' }, 'account'],
    [{ account: 'a@example.com', password: '' }, 'password'],
  ])('refuses %j by the specification’s sentence', async (form, field) => {
    const answer = await visitor.post('userLogin', form);
    expect(answer).toMatchObject({ refusal: 'account.required', field });
    expect(answer.envelope.message).toBe('Enter your email or phone, and your password.');
  });

  it('locks e-mail address and phone number of one person together', async () => {
    anHourLater();
    const { data } = await register(started, { account: 'two@example.com' });
    for (let n = 1; n <= 5; n += 1) {
      const { refusal } = await logIn('two@example.com', 'guess-guess');
      expect(refusal).toBe(n < 5 ? 'account.credentials-wrong' : 'account.locked');
    }
    expect((await logIn('two@example.com')).refusal).toBe('account.locked');
    expect((await as(data).given('info')).userId).toBe(data.userId);
    anHourLater();
    expect((await logIn('two@example.com')).envelope.code).toBe(0);
  });

  it('tells its owner of every try, and of a device that was not known', async () => {
    anHourLater();
    const account = 'history@example.com';
    const { data } = await register(started, { account });
    await logIn(account, 'guess-guess');
    const other = await fetch(`${started.url}/web/userLogin`, {
      method: 'POST',
      headers: { 'user-agent': FIREFOX, 'x-device': 'another-device-of-hers' },
      body: new URLSearchParams({ account, password: PASSWORD, timeZone: 'Asia/Tokyo' }),
    });
    expect(((await other.json()) as { code: number }).code).toBe(0);
    let logins: LoginView[] = [];
    await until(async () => {
      logins = await as(data).given('getLogins');
      return logins.length === 3;
    });
    expect(logins.map(({ outcome }) => outcome)).toEqual(['new-device', 'wrong-password', 'success']);
    expect(logins[0]).toMatchObject({ device: 'Firefox, Windows', timeZone: 'Asia/Tokyo', address: '127.0.0.1' });
    await until(async () => (await messagesTo(started, account))[0]?.template === 'new-device');
    const [notice] = await messagesTo(started, account);
    expect(notice?.letter?.text).toContain('Firefox, Windows');
  });
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('sessions', () => {
  it('are listed with device and place, and ended one by one or all but this one', async () => {
    anHourLater();
    const account = 'sessions@example.com';
    const first = (await register(started, { account, timeZone: 'Europe/Berlin' })).data;
    const second = (await logIn(account)).data;
    const third = (await logIn(account)).data;
    const listed = await as(first).given('getSessions');
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ current }) => current)).toMatchObject([
      { timeZone: 'Europe/Berlin', address: '127.0.0.1' },
    ]);
    const ofSecond = (await as(second).given('getSessions')).find(({ current }) => current);
    await as(first)
      .when('endSession', { sessionId: ofSecond?.id ?? '' })
      .then();
    expect((await as(second).get('info')).envelope).toMatchObject({ code: 1000, time: 2 });
    await as(first).given('endOtherSessions');
    expect((await as(third).get('info')).envelope.code).toBe(1000);
    await as(first).when('info').then();
  });

  it('of somebody else are neither seen nor ended', async () => {
    anHourLater();
    const mine = (await register(started)).data;
    const theirs = (await register(started)).data;
    const [session] = await as(theirs).given('getSessions');
    const answer = await as(mine).post('endSession', { sessionId: session?.id ?? '' });
    expect(answer.refusal).toBe('session.unknown');
    await as(theirs).when('info').then();
  });
});

describe('a forgotten password', () => {
  it('is set anew by a code, ends every session and is told to its owner', async () => {
    anHourLater();
    const account = 'forgot@example.com';
    const { data } = await register(started, { account });
    const code = await codeTo(started, account, 'forgot-password');
    const form = { account, code, password: 'green7Tiger', confirmPassword: 'green7Tiger' };
    await visitor.when('resetPassword', form).then();
    expect((await as(data).get('info')).envelope.code).toBe(1000);
    expect((await logIn(account)).refusal).toBe('account.credentials-wrong');
    expect((await logIn(account, 'green7Tiger')).data.userId).toBe(data.userId);
    expect((await messagesTo(started, account)).some(({ template }) => template === 'password-changed')).toBe(true);
    await visitor
      .when('resetPassword', { ...form, password: 'red1Lion', confirmPassword: 'red1Lion' })
      .then('code.wrong');
  });

  it('is not told apart from an address without an account', async () => {
    anHourLater();
    const known = await visitor.get('getCode', { purpose: 'forgot-password', account: 'forgot@example.com' });
    const unknown = await visitor.get('getCode', { purpose: 'forgot-password', account: 'none@example.com' });
    expect(known.envelope).toEqual(unknown.envelope);
    const reset = (account: string) =>
      visitor.post('resetPassword', {
        account,
        code: '12345x',
        password: 'green7Tiger',
        confirmPassword: 'green7Tiger',
      });
    expect((await reset('forgot@example.com')).envelope).toEqual((await reset('none@example.com')).envelope);
  });
});

describe('changing the password', () => {
  it('asks for the old one, keeps this session and ends the others', async () => {
    anHourLater();
    const account = 'change@example.com';
    const { data } = await register(started, { account });
    const other = (await logIn(account)).data;
    const change = (fields: Record<string, string>) =>
      as(data).post('updatePassword', {
        oldPassword: PASSWORD,
        password: 'green7Tiger',
        confirmPassword: 'green7Tiger',
        ...fields,
      });
    const wrong = await change({ oldPassword: 'guess-guess' });
    expect([wrong.refusal, wrong.field]).toEqual(['security.password-wrong', 'oldPassword']);
    const same = await change({ password: PASSWORD, confirmPassword: PASSWORD });
    expect(same.refusal).toBe('account.password-unchanged');
    const answers = await Promise.all(Array.from({ length: 20 }, () => change({ requestToken: 'change-0001' })));
    expect(new Set(answers.map(({ envelope }) => JSON.stringify(envelope))).size).toBe(1);
    expect(answers[0]?.envelope.code).toBe(0);
    await as(data).when('info').then();
    expect((await as(other).get('info')).envelope.code).toBe(1000);
    expect((await logIn(account, 'green7Tiger')).envelope.code).toBe(0);
  });

  it('is nothing for demo accounts', async () => {
    const demo = await Trader.demo(started);
    for (const call of ['getSessions', 'getLogins', 'getMyPromotion'] as const)
      await demo.when(call).then('demo.real-only');
    await demo.when('updatePassword', {}).then('demo.real-only');
  });
});

describe('invitations', () => {
  it('are recorded at registration and counted on four levels', async () => {
    anHourLater();
    const people: EnteredView[] = [(await register(started)).data];
    for (let level = 1; level <= 5; level += 1) {
      const inviter = people.at(-1) as EnteredView;
      const { code } = await as(inviter).given('getMyPromotion');
      anHourLater();
      const entered = await register(started, { invitationCode: ` ${code.toLowerCase()} ` });
      people.push(entered.data);
    }
    const promotion = await as(people[0] as EnteredView).given('getMyPromotion');
    expect(promotion.levels.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
    expect(promotion.levels.map(({ profit }) => profit)).toEqual(['0', '0', '0', '0']);
    expect(promotion).toMatchObject({
      wasInvited: false,
      link: `/register?code=${promotion.code}`,
    });
    const last = await as(people[5] as EnteredView).given('getMyPromotion');
    expect(last).toMatchObject({ wasInvited: true });
  });
});
