import { Clock } from '../../server/core/clock.js';
import { handle } from '../../server/core/command.js';
import { commandOf } from '../../server/core/command.testkit.js';
import { Writers } from '../../server/engine/writer/writers.js';
import type { Language } from '../../shared/language.js';
import { amount } from '../../shared/money.js';
import { stepAt, totpAt } from '../../server/edge/auth/totp.js';
import { declareEventTypes } from '../../server/engine/history/event-types.js';
import { HOUSE, userAccount } from '../../server/engine/ledger/chart.js';
import { CommandHandlers } from '../../server/engine/writer/command-handlers.js';
import type { StartedApp } from './app.js';
import { addPerson } from './people.js';
import { grantKind } from './stream-kinds.js';
import { Trader } from './trader.js';

/** One that is not tried first. */
export const TRADE_PASSWORD = '193847';
const PASSWORD = 'blue4Whale';
let persons = 0;
let grants = 0;

/** A logged-in person with a real account, an e-mail address and a login password, and nothing else yet. */
export async function realPerson(started: StartedApp, lang: Language = 'en') {
  persons += 1;
  const account = `factor${persons}@example.com`;
  const userId = `real-factor${String(persons).padStart(4, '0')}`;
  await addPerson(started, { account, password: PASSWORD, userId, lang });
  const logged = await new Trader(started).post('userLogin', { account, password: PASSWORD });
  return { account, userId, password: PASSWORD, trader: new Trader(started, logged.data.token, userId) };
}

/** A real account that may trade: its trade password is set, and this session has shown it. */
export async function tradingPerson(started: StartedApp, lang: Language = 'en') {
  const person = await realPerson(started, lang);
  await person.trader.post('setTradePassword', { tradePassword: TRADE_PASSWORD, password: person.password });
  return person;
}

/** Of the class that has no cap: who is unassessed puts up 1,000 USDT at most, margin that is added included. */
export const BOLD_ANSWERS = {
  purpose: '6',
  investment: '4',
  amount: '6',
  monthly: '4',
  occupation: '1',
  truthful: 'yes',
  mayLose: 'yes',
  capKnown: 'yes',
};

/** What the authenticator shows now. */
export const codeNow = (secret: string, clock: Clock): string => totpAt(secret, stepAt(clock.now()));

export async function bindGoogle(
  trader: Trader,
  password: string,
  clock: Clock,
): Promise<{ secret: string; codes: string[] }> {
  const { setupId, secret } = (await trader.post('setUpGoogle', { password })).data;
  const bound = await trader.post('bindGoogle', {
    setupId,
    code: codeNow(secret, clock),
    password,
  });
  return { secret, codes: bound.data.codes };
}

/** Money for a real account, from the simulated agents, while nothing else brings any in. */
export async function fund(started: StartedApp, userId: string, asset: string, text: string): Promise<void> {
  const handlers = started.app.get<CommandHandlers>(CommandHandlers, { strict: false });
  const type = `TestGrant${(grants += 1)}`;
  declareEventTypes({ type, schema: 1 });
  const from = HOUSE.marketMaker.account;
  const to = userAccount(`${userId}.1`, 'spot', 'available');
  const postings = [
    { account: from, asset, amount: -amount(text) },
    { account: to, asset, amount: amount(text) },
  ];
  handlers.register(
    handle(commandOf(type), {
      realms: ['real'],
      scope: () => ({
        streams: [[grantKind, userId]],
        balances: [
          [from, asset],
          [to, asset],
        ],
      }),
      decide: () => ({ events: [{ stream: `grant-${userId}`, type, schema: 1, data: {}, postings }], answer: null }),
    }),
  );
  const clock = started.app.get<Clock>(Clock, { strict: false });
  const commands = started.app.get<Writers>(Writers, { strict: false });
  const done = await commands.execute('real', { type, data: {}, at: clock.now(), actor: 'timer' });
  if (!done.ok) throw new Error(done.refusal.refusal);
}
