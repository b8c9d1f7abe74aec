import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FakeClock } from '../../server/core/clock.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { refuse } from '../../server/core/refusal.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { ContactChanges } from '../../server/features/security/contact-changes.js';
import { Proofs } from '../../server/features/security/proofs.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { bindGoogle, codeNow, realPerson, TRADE_PASSWORD } from '../kit/factors.js';
import { codeTo } from '../kit/people.js';
import type { CallName } from '../kit/calls.js';
import type { Answered } from '../kit/answered.js';
import type { Trader } from '../kit/trader.js';

const AT_ONCE = 50;
const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
}, 120_000);

afterAll(() => started.close());

type Person = Awaited<ReturnType<typeof realPerson>>;
type Fields = Record<string, string | number>;

/** Sends the same call fifty times at once; with a token it is one request, without it fifty. */
async function fifty(trader: Trader, call: CallName, form: Fields, requestToken?: string) {
  const request = requestToken === undefined ? form : { ...form, requestToken };
  return Promise.all(Array.from({ length: AT_ONCE }, () => trader.post(call, request)));
}

async function events({ userId }: Person, type: string, kind = 'security'): Promise<number> {
  const store = started.app.get<EventStore>(EventStore, { strict: false });
  const all = await store.readStream('real', `${kind}-${userId}`, 0, Number.MAX_SAFE_INTEGER, 1000);
  return all.filter((event) => event.type === type).length;
}

const answersOf = (answers: Answered<unknown>[]) =>
  new Set(answers.map(({ envelope }) => JSON.stringify([envelope.code, envelope.data])));
const done = (answers: Answered<unknown>[]) => answers.filter(({ envelope }) => envelope.code === 0);

/** Prepares a person for a call, with the call's input and its event. */
const REQUESTS: Record<string, (person: Person) => Promise<{ form: Fields; event: string }>> = {
  setTradePassword: async ({ password }) => ({
    form: { tradePassword: TRADE_PASSWORD, password },
    event: 'TradePasswordSet',
  }),
  setSecurityQuestions: async ({ password }) => ({
    form: { friend: 'ana', idol: 'curie', place: 'kyoto', password },
    event: 'SecurityQuestionsSet',
  }),
  changeName: async ({ password }) => ({ form: { name: 'Ada', password }, event: 'NicknameChanged' }),
  bindGoogle: async ({ trader, password }) => {
    const { setupId, secret } = await trader.given('setUpGoogle', { password });
    return { form: { setupId, code: codeNow(secret, clock), password }, event: 'AuthenticatorBound' };
  },
  renewRecoveryCodes: async ({ trader, password }) => {
    const { codes } = await bindGoogle(trader, password, clock);
    return { form: { password, googleCode: codes[0] ?? '' }, event: 'RecoveryCodesRenewed' };
  },
  unbindGoogle: async ({ trader, password }) => {
    const { codes } = await bindGoogle(trader, password, clock);
    return { form: { password, googleCode: codes[0] ?? '' }, event: 'AuthenticatorUnbound' };
  },
  changeContact: async ({ trader, password, userId }) => {
    const { ticket } = await trader.given('openContactChange', { kind: 'phone', password });
    const digits = userId.slice(-3);
    const address = `+491701234${digits}`;
    const code = await codeTo(started, address, 'bind-contact', trader);
    return { form: { kind: 'phone', ticket, address, code }, event: 'ContactChanged' };
  },
};

describe('a repeat after the writer was away', () => {
  it.each(['bindGoogle', 'unbindGoogle', 'renewRecoveryCodes', 'changeContact'] as const)(
    'of %s may show its code again, which nothing has used up',
    async (call) => {
      const person = await realPerson(started);
      const { form, event } = await (REQUESTS[call] as (typeof REQUESTS)[string])(person);
      const commands = started.app.get<Writers>(Writers, { strict: false });
      const gone = { ok: false, refusal: refuse('request.unavailable'), repeated: false } as const;
      const away = jest.spyOn(commands, 'execute').mockResolvedValue(gone);
      const sent = () => person.trader.when(call, { ...form, requestToken: 'wish-0001' });
      try {
        await sent().then('request.unavailable');
      } finally {
        away.mockRestore();
      }
      await sent().then();
      expect(await events(person, event)).toBe(1);
    },
  );
});

describe('proof that is in force no more when its command is decided', () => {
  /** Between proof and command another session of the person is faster. */
  function overtakenBy(change: () => Promise<unknown>): void {
    const proofs = started.app.get(Proofs, { strict: false });
    const prove = proofs.prove.bind(proofs);
    jest.spyOn(proofs, 'prove').mockImplementationOnce(async (...args) => {
      const proven = await prove(...args);
      await change();
      return proven;
    });
  }
  afterEach(() => void jest.restoreAllMocks());

  it('is refused when the login password was changed', async () => {
    const person = await realPerson(started);
    const { trader, password } = person;
    const changed = { oldPassword: password, password: 'green5Whale', confirmPassword: 'green5Whale' };
    overtakenBy(() => trader.given('updatePassword', changed));
    await trader.when('changeName', { name: 'Ada', password }).then('security.changed-meanwhile');
    expect(await events(person, 'NicknameChanged')).toBe(0);
    await trader.when('changeName', { name: 'Ada', password: 'green5Whale' }).then();
  });

  it('is refused when the trade password was changed', async () => {
    const person = await realPerson(started);
    const { trader, password } = person;
    await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    const changed = { oldTradePassword: TRADE_PASSWORD, tradePassword: '508291' };
    overtakenBy(() => trader.given('changeTradePassword', changed));
    const payment = { name: 'Anna', alipay_account: 'anna@example.com', tradePassword: TRADE_PASSWORD };
    await trader.when('setPaymentSettings', payment).then('security.changed-meanwhile');
    expect(await events(person, 'PaymentSettingsSet', 'payee')).toBe(0);
  });
});

describe('a change of contact that a crash left half done', () => {
  it('is gone on with: the fact is there, the sessions are ended, and the person is told', async () => {
    const person = await realPerson(started);
    const { form } = await (REQUESTS['changeContact'] as (typeof REQUESTS)[string])(person);
    const commands = started.app.get<Writers>(Writers, { strict: false });
    const away = jest.spyOn(commands, 'execute').mockRejectedValue(new Error('the server fell'));
    await person.trader.post('changeContact', { ...form, requestToken: 'wish-0001' }).catch(() => undefined);
    away.mockRestore();
    expect(await events(person, 'ContactChanged')).toBe(0);
    clock.advance(61_000);
    const changes = started.app.get<ContactChanges>(ContactChanges, { strict: false });
    for (let look = 0; look < 2; look += 1) await changes.heal();
    expect(await events(person, 'ContactChanged')).toBe(1);
    const { pool } = started.app.get<EventStore>(EventStore, { strict: false });
    const sql = `SELECT 1 FROM outbox WHERE user_id = $1 AND template = 'contact-changed'`;
    expect((await pool.query(sql, [person.userId])).rowCount).toBe(2);
    expect((await pool.query('SELECT 1 FROM contact_changes')).rowCount).toBe(0);
  });
});

describe('fifty at once', () => {
  it.each(Object.keys(REQUESTS) as CallName[])(
    'of %s under one request token have one effect and one answer',
    async (call) => {
      const person = await realPerson(started);
      const { form, event } = await (REQUESTS[call] as (typeof REQUESTS)[string])(person);
      const answers = await fifty(person.trader, call, form, 'wish-0001');
      expect(answersOf(answers).size).toBe(1);
      expect(done(answers)).toHaveLength(AT_ONCE);
      expect(await events(person, event)).toBe(1);
    },
  );

  it('of freezeAccount have one effect, and those that come after it has ended the session hear so', async () => {
    const person = await realPerson(started);
    const answers = await fifty(person.trader, 'freezeAccount', { password: person.password }, 'wish-0001');
    expect(done(answers)).not.toEqual([]);
    const late = answers.filter(({ refusal }) => refusal !== '').map(({ refusal }) => refusal);
    expect(['session.ended', 'account.frozen']).toEqual(expect.arrayContaining(late));
    expect(await events(person, 'AccountFrozen', 'account')).toBe(1);
  });

  it.each([
    'setTradePassword',
    'bindGoogle',
    'renewRecoveryCodes',
    'unbindGoogle',
    'changeContact',
    'changeName',
  ] as const)('wishes of %s under tokens of their own: one has it, the others hear why not', async (call) => {
    const person = await realPerson(started);
    const { form, event } = await (REQUESTS[call] as (typeof REQUESTS)[string])(person);
    const answers = await fifty(person.trader, call, form);
    expect(done(answers)).toHaveLength(1);
    expect(await events(person, event)).toBe(1);
  });

  it('count a wrong proof once under one request token', async () => {
    const { trader } = await realPerson(started);
    const answers = await fifty(trader, 'changeName', { name: 'Ada', password: 'guess' }, 'wrong-0001');
    expect(new Set(answers.map(({ refusal }) => refusal))).toEqual(new Set(['security.password-wrong']));
    await trader.when('changeName', { name: 'Ada', password: 'blue4Whale' }).then();
  });

  it('changes of a trade password leave the one that was told done, and it opens trading', async () => {
    const person = await realPerson(started);
    const { trader, password } = person;
    await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    const requests = Array.from({ length: AT_ONCE }, (_, n) => `50${String(8200 + n * 7)}`);
    const answers = await Promise.all(
      requests.map((tradePassword) =>
        trader.post('changeTradePassword', { oldTradePassword: TRADE_PASSWORD, tradePassword }),
      ),
    );
    const [winner, ...more] = requests.filter((_, n) => answers[n]?.envelope.code === 0);
    expect([typeof winner, more]).toEqual(['string', []]);
    clock.advance(16 * 60_000);
    await trader.when('unlockTrading', { tradePassword: winner ?? '' }).then();
  });

  it('log-ins by one code of the authenticator let one in', async () => {
    const { account, password, trader } = await realPerson(started);
    const { secret } = await bindGoogle(trader, password, clock);
    clock.advance(30_000);
    const form = { account, password, googleCode: codeNow(secret, clock) };
    const answers = await Promise.all(Array.from({ length: 4 }, () => trader.post('userLogin', form)));
    expect(done(answers)).toHaveLength(1);
  });

  it('recovery codes that are shown together let one in each', async () => {
    const { account, password, trader } = await realPerson(started);
    const { codes } = await bindGoogle(trader, password, clock);
    const answers = await Promise.all(
      codes.slice(0, 4).map((googleCode) => trader.post('userLogin', { account, password, googleCode })),
    );
    expect(done(answers)).toHaveLength(4);
  });
});
