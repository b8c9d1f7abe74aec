import { randomUUID } from 'node:crypto';
import { c2cRecipes } from './c2c-recipes.js';
import { supportRecipes } from './support-recipes.js';
import { contractRecipes } from './contract-recipes.js';
import { systemClock } from '../../server/core/clock.js';
import { IBAN_PAID } from './bank.js';
import { bindGoogle, codeNow, TRADE_PASSWORD } from './factors.js';
import { ADDRESS, ADVANCED } from './identity-desk.js';
import { custodyRecipes } from './custody-recipes.js';
import { loanRecipes } from './loan-recipes.js';
import { fundRecipes } from './fund-recipes.js';
import { subscriptionRecipes } from './subscription-recipes.js';
import { rewardRecipes } from './reward-recipes.js';
import { payeeRecipes } from './payees.js';
import { codeTo, registration } from './people.js';
import { recoveryRecipes } from './recovery-recipes.js';
import { endedSessions, event, rowsOf, type Recipe, type RecipeKit, type TestRequest } from './recipe-kit.js';
import { staffRecipes } from './staff-recipes.js';
import type { Trader } from './trader.js';
import { openWithdrawals, savingPerson, type SavingPerson } from './withdrawals.js';

type Person = Awaited<ReturnType<RecipeKit['person']>>;

/** A call of a real account with its password, and its event. */
function asPerson(type: string, body: (person: Person, kit: RecipeKit) => object | Promise<object>): Recipe {
  return async (kit) => {
    const person = await kit.person();
    const fields = await body(person, kit);
    return { token: person.trader.token, body: { ...fields }, effect: event(type) };
  };
}

/** A call of the demo account. */
function asDemo(
  effect: TestRequest['effect'],
  body: (demo: Trader, kit: RecipeKit) => object | Promise<object>,
): Recipe {
  return async (kit) => {
    const demo = await kit.demo();
    return { token: demo.token, body: { ...(await body(demo, kit)) }, effect };
  };
}

const BUY = { symbol: 'BTCUSDT', side: 'buy', quantity: '0.01' };

const trading: Record<string, Recipe> = {
  'web/placeOrder': asDemo(event('SpotOrderAccepted'), async (demo) => ({
    ...BUY,
    type: 'limit',
    price: await demo.away(-10),
  })),
  'web/placeOco': asDemo(event('SpotOrderAccepted', 2), async (demo) => ({
    ...BUY,
    price: await demo.away(-10),
    stopPrice: await demo.away(10),
  })),
  'web/amendOrder': asDemo(event('SpotOrderAmended'), async (demo, kit) => ({
    ...(await kit.order(demo)),
    price: await demo.away(-12),
  })),
  'web/cancelOrder': asDemo(event('SpotOrderCancelled'), (demo, kit) => kit.order(demo)),
  'web/cancelAllOrders': asDemo(event('SpotOrderCancelled', 2), async (demo, kit) => {
    await kit.order(demo);
    await kit.order(demo);
    return {};
  }),
  'web/exitDemo': asDemo(event('DemoExited'), () => ({})),
  'web/regenerateDemo': asDemo(event('DemoRegenerated'), () => ({})),
  'web/readNotices': async (kit) => {
    const { token, userId } = await kit.demo();
    const { rows } = await kit.pool.query(
      `SELECT 1 FROM content_entries WHERE kind = 'notice' AND state = 'published'`,
    );
    return { token, body: { all: 'true' }, effect: rowsOf('notice_reads', userId, rows.length) };
  },
  'web/markMessages': async (kit) => {
    const { token, userId } = await kit.demo();
    const values = { frozenAt: Date.now() };
    await kit.happen('demo', 'SendMessage', { userId, messageId: 'm1', template: 'account-frozen', values });
    return { token, body: { all: 'true' }, effect: event('MessagesRead') };
  },
};

const outside: Record<string, Recipe> = {
  'web/useFaucet': async (kit) => {
    const { trader } = await kit.person();
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const body = { network: 'TRC20', asset: 'USDT', address, amount: '3' };
    return { token: trader.token, body, effect: { sql: 'SELECT count(*)::int AS n FROM chain_transfers' } };
  },
};

const security: Record<string, Recipe> = {
  'web/setTradePassword': asPerson('TradePasswordSet', ({ password }) => ({ tradePassword: TRADE_PASSWORD, password })),
  'web/changeTradePassword': asPerson('TradePasswordSet', async ({ trader, password }) => {
    await trader.post('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    return { oldTradePassword: TRADE_PASSWORD, tradePassword: '508273' };
  }),
  'web/resetTradePassword': asPerson('TradePasswordSet', async ({ trader, password, account }, { started }) => {
    await trader.post('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    const code = await codeTo(started, account, 'trade-password', trader, 'email');
    return { tradePassword: '508274', target: 'email', code, password };
  }),
  'web/unlockTrading': async (kit) => {
    const person = await kit.person();
    const { trader, password, userId } = person;
    await trader.post('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    const token = await kit.again(person);
    return { token, body: { tradePassword: TRADE_PASSWORD }, effect: rowsOf('trade_unlocks', userId) };
  },
  'web/setSecurityQuestions': asPerson('SecurityQuestionsSet', ({ password }) => ({
    ...{ friend: 'ana', idol: 'curie', place: 'kyoto', password },
  })),
  'web/changeName': asPerson('NicknameChanged', ({ password }) => ({ name: 'Ada', password })),
  'web/setUpGoogle': async (kit) => {
    const { trader, userId, password } = await kit.person();
    return { token: trader.token, body: { password }, effect: rowsOf('factors', userId) };
  },
  'web/bindGoogle': asPerson('AuthenticatorBound', async ({ trader, password }) => {
    const { setupId, secret } = (await trader.post('setUpGoogle', { password })).data;
    return { setupId, code: codeNow(secret, systemClock), password };
  }),
  'web/renewRecoveryCodes': asPerson('RecoveryCodesRenewed', async ({ trader, password }) => {
    const { codes } = await bindGoogle(trader, password, systemClock);
    return { password, googleCode: codes[0] };
  }),
  'web/unbindGoogle': asPerson('AuthenticatorUnbound', async ({ trader, password }) => {
    const { codes } = await bindGoogle(trader, password, systemClock);
    return { password, googleCode: codes[0] };
  }),
  // The ticket is kept nowhere but in memory: equal answers prove that there is one.
  'web/openContactChange': async (kit) => {
    const { trader, password } = await kit.person();
    return { token: trader.token, body: { kind: 'phone', password }, effect: event('ContactChanged', 0) };
  },
  'web/changeContact': asPerson('ContactChanged', async ({ trader, password, userId }, { started }) => {
    const opened = await trader.post('openContactChange', { kind: 'phone', password });
    const address = `+491701235${userId.slice(-3)}`;
    const code = await codeTo(started, address, 'bind-contact', trader);
    return { kind: 'phone', ticket: opened.data.ticket, address, code };
  }),
  'web/freezeAccount': asPerson('AccountFrozen', ({ password }) => ({ password })),
  'web/unfreezeAccount': async (kit) => {
    const { started } = kit;
    const { trader, account, password } = await kit.person();
    await trader.post('freezeAccount', { password });
    const code = await codeTo(started, account, 'unfreeze-account');
    return { token: '', body: { account, password, code }, effect: event('AccountUnfrozen') };
  },
  'web/bindWallet': asPerson('WalletBound', async ({ trader, password }, kit) => ({
    ...(await kit.signed(kit.newWallet(), 'bind', trader)),
    password,
  })),
  'web/unbindWallet': asPerson('WalletUnbound', async ({ trader, password }, kit) => {
    await trader.post('bindWallet', { ...(await kit.signed(kit.newWallet(), 'bind', trader)), password });
    return { password };
  }),
};

const entry: Record<string, Recipe> = {
  'web/userRegister': async ({ started }) => {
    const form = registration();
    const code = await codeTo(started, form['account'] ?? '');
    return { token: '', body: { ...form, code }, effect: event('RealAccountOpened') };
  },
  // One effect of a log-in is one session: who repeats it gets the same token.
  'web/userLogin': async (kit) => {
    const { account, password, userId } = await kit.person();
    return { token: '', body: { account, password }, effect: rowsOf('sessions', userId) };
  },
  'web/walletLogin': async (kit) => {
    const request = { ...(await kit.signed(kit.newWallet(), 'login')), country: 'DE', agreement: 'yes' };
    return { token: '', body: request, effect: event('RealAccountOpened') };
  },
  'web/resetPassword': async (kit) => {
    const { account } = await kit.person();
    const code = await codeTo(kit.started, account, 'forgot-password');
    const passwords = { password: 'green7Otter', confirmPassword: 'green7Otter' };
    return { token: '', body: { account, country: 'DE', code, ...passwords }, effect: event('LoginPasswordChanged') };
  },
  'web/updatePassword': asPerson('LoginPasswordChanged', ({ password }) => ({
    ...{ oldPassword: password, password: 'green7Otter', confirmPassword: 'green7Otter' },
  })),
  'web/logout': async (kit) => {
    const { trader, userId } = await kit.person();
    return { token: trader.token, body: {}, effect: endedSessions(userId) };
  },
  'web/endSession': async (kit) => {
    const person = await kit.person();
    await kit.again(person);
    const { data } = await person.trader.get('getSessions');
    const other = data.find(({ current }) => !current);
    return { token: person.trader.token, body: { sessionId: other?.id }, effect: endedSessions(person.userId) };
  },
  'web/endOtherSessions': async (kit) => {
    const person = await kit.person();
    for (let n = 0; n < 2; n += 1) await kit.again(person);
    return { token: person.trader.token, body: {}, effect: endedSessions(person.userId, 2) };
  },
};

const identity: Record<string, Recipe> = {
  'web/submitPrimary': asPerson('IdentitySubmitted', ({ trader }, kit) => kit.primary(trader.token)),
  'web/submitAdvanced': async (kit) => {
    const { token } = (await kit.verified()).trader;
    const proof = await kit.image(token, 'asset-proof');
    return { token, body: { ...ADVANCED, proof }, effect: event('IdentitySubmitted') };
  },
  'web/submitAddress': async (kit) => {
    const { token } = (await kit.verified()).trader;
    const proof = await kit.image(token, 'address-proof');
    return { token, body: { ...ADDRESS, proof }, effect: event('IdentitySubmitted') };
  },
  'web/withdrawIdentity': asPerson('IdentityWithdrawn', async ({ trader }, kit) => {
    await kit.requested(trader.token);
    return { level: 'primary' };
  }),
  'web/submitCreditProof': async (kit) => {
    const { token } = (await kit.verified()).trader;
    const images = await kit.image(token, 'credit-proof');
    return { token, body: { proof: 'income', images }, effect: event('CreditProofSubmitted') };
  },
  'web/submitDeposit': asPerson('DepositProofSubmitted', () => ({
    ...{ network: 'TRC20', currency: 'USDT', amount: '5', hash: randomUUID().replaceAll('-', '').repeat(2) },
  })),
  'web/submitQuestionnaire': asPerson('RiskAssessed', () => ({
    ...{ purpose: '1', investment: '1', amount: '1', monthly: '1', occupation: '2' },
    ...{ truthful: 'yes', mayLose: 'yes', capKnown: 'yes' },
  })),
  'web/uploadImage': async (kit) => {
    const { trader, userId } = await kit.person();
    const effect = rowsOf('private_images', userId);
    return { token: trader.token, body: { purpose: 'credit-proof' }, effect, file: await kit.jpeg() };
  },
  'web/removeImage': async (kit) => {
    const { trader, userId } = await kit.person();
    const imageId = await kit.image(trader.token, 'credit-proof');
    return { token: trader.token, body: { imageId }, effect: rowsOf('private_images', userId, -1) };
  },
  'web/eraseMe': asPerson('AccountErased', ({ userId, password }) => ({ password, confirm: userId })),
};

const move = { from: 'spot', to: 'finance', currency: 'USDT', amount: '12.5' };

/** A month from now, and so far away that no test reaches it. */
const alertTerms = async (demo: Trader) => ({
  kind: 'rises',
  level: await demo.away(40),
  endsAt: Date.now() + 30 * 86_400_000,
});
const ownAlert = async (demo: Trader) => {
  const form = { symbol: 'BTCUSDT', ...(await alertTerms(demo)) };
  return { alertId: (await demo.given('setAlert', form)).alertId };
};

const alerts: Record<string, Recipe> = {
  'web/setAlert': asDemo(event('AlertSet'), async (demo) => ({ symbol: 'BTCUSDT', ...(await alertTerms(demo)) })),
  'web/changeAlert': asDemo(event('AlertChanged'), async (demo) => ({
    ...(await ownAlert(demo)),
    ...(await alertTerms(demo)),
  })),
  'web/pauseAlert': asDemo(event('AlertPaused'), async (demo) => ({ ...(await ownAlert(demo)), paused: 'true' })),
  'web/removeAlert': asDemo(event('AlertRemoved'), ownAlert),
};

const bet = { symbol: 'BTCUSDT', direction: 'rise', delivery: '1h', stake: '10', payoutRate: '0' };

const options: Record<string, Recipe> = {
  'web/buyOption': asDemo(event('OptionBought'), async (demo) => {
    await demo.given('transfer', { from: 'spot', to: 'options', currency: 'USDT', amount: '100' });
    await demo.given('confirmOptionWarning');
    return bet;
  }),
  'web/confirmOptionWarning': asDemo(event('OptionWarningConfirmed'), () => ({})),
  'web/setOptionLossLimit': asDemo(event('OptionLossLimitSet'), () => ({ limit: '50' })),
  'web/setOptionPause': asDemo(event('OptionPauseSet'), () => ({ until: `${Date.now() + 86_400_000}` })),
};

const newList = { name: 'Oil and gas', symbols: 'WTIUSDT' };
const ownList = async (demo: Trader) => ({
  watchlistId: (await demo.given('createWatchlist', newList)).watchlistId,
});

const watchlists: Record<string, Recipe> = {
  'web/createWatchlist': asDemo(event('WatchlistCreated'), () => newList),
  'web/changeWatchlist': asDemo(event('WatchlistChanged'), async (demo) => ({ ...(await ownList(demo)), name: 'Gas' })),
  'web/removeWatchlist': asDemo(event('WatchlistRemoved'), ownList),
  'web/starInstruments': asDemo(event('InstrumentsStarred'), async (demo) => ({
    ...(await ownList(demo)),
    symbols: 'BTCUSDT',
  })),
  'web/unstarInstrument': asDemo(event('InstrumentUnstarred'), async (demo) => ({
    ...(await ownList(demo)),
    symbol: 'WTIUSDT',
  })),
};

const quoted = { from: 'USDT', to: 'BTC', amount: '500' };
const quoteOf = async (demo: Trader) => ({ quoteId: (await demo.given('quoteConversion', quoted)).quoteId });

const money: Record<string, Recipe> = {
  'web/transfer': asDemo(event('FundsTransferred'), () => move),
  'web/quoteConversion': asDemo(event('ConversionQuoted'), () => quoted),
  'web/quoteDust': asDemo(event('ConversionQuoted'), async (demo) => {
    const { quoteId } = await demo.given('quoteConversion', { ...quoted, amount: '5' });
    await demo.given('convert', { quoteId });
    return {};
  }),
  'web/cancelConversionQuote': async (kit) => {
    const demo = await kit.demo();
    // Quotes of others end by themselves meanwhile.
    const sql = `SELECT count(*)::int AS n FROM events WHERE type = 'ConversionQuoteEnded' AND stream = $1`;
    const effect = { sql, values: [`conversion-${demo.userId}.1`], change: 1 };
    return { token: demo.token, body: await quoteOf(demo), effect };
  },
  'web/convert': asDemo(event('FundsConverted'), (demo) => quoteOf(demo)),
  'web/sendWire': async (kit) => {
    const { trader, userId } = await kit.person();
    const body = { toAccount: IBAN_PAID, amount: '120.5', currency: 'EUR', reference: 'GB-77' };
    return { token: trader.token, body, effect: rowsOf('bank_wires', userId) };
  },
};

/** Calls that have no row here, each with the reason. */
export const WITHOUT_RECIPE: Record<string, string> = {
  'web/redeemFund': 'units are issued by a strike at 22:00 UTC: fund.api.spec.ts repeats it by a clock of its own',
  'web/exportMe': 'changes nothing: every answer is a file, read anew',
};

/** Refused without effect while too many of one person are at work: the memory limit comes before the repeat check. */
export const MAY_HAVE_TO_WAIT = new Set(['web/uploadImage', 'web/uploadRecoveryPhoto', 'staff/uploadSupportImage']);

/** Calls that end their own session: a repeat after the answer is refused. */
export const ENDS_OWN_SESSION = new Set([
  ...['web/logout', 'web/exitDemo', 'web/freezeAccount', 'web/eraseMe', 'staff/logout'],
]);

/** A person who may withdraw at any hour. */
const asSaver =
  (type: string, body: (saver: SavingPerson) => object | Promise<object>): Recipe =>
  async (kit) => {
    await openWithdrawals(kit.started);
    const saver = await savingPerson(kit.started, '5000');
    return { token: saver.trader.token, body: { ...(await body(saver)) }, effect: event(type) };
  };
const withdrawals: Record<string, Recipe> = {
  'web/submitWithdrawal': asSaver('WithdrawalRequested', (saver) => saver.request('500')),
  'web/cancelWithdrawal': asSaver('WithdrawalCancelled', async (saver) => ({
    withdrawalId: (await saver.withdraw('500')).withdrawalId,
  })),
};

/** How to make each change of the API possible once: the path of a POST → its request and its effect. */
export const RECIPES: Record<string, Recipe> = {
  ...trading,
  ...outside,
  ...security,
  ...entry,
  ...identity,
  ...alerts,
  ...options,
  ...contractRecipes,
  ...custodyRecipes,
  ...loanRecipes,
  ...fundRecipes,
  ...rewardRecipes,
  ...subscriptionRecipes,
  ...watchlists,
  ...money,
  ...payeeRecipes,
  ...recoveryRecipes,
  ...withdrawals,
  ...c2cRecipes,
  ...supportRecipes,
  ...staffRecipes,
};
