import { randomUUID } from 'node:crypto';
import { c2cObjects } from './c2c-recipes.js';
import { supportObjects } from './support-recipes.js';
import { loanObjects } from './loan-recipes.js';
import { subscriptionObjects } from './subscription-recipes.js';
import { custodyObjects } from './custody-recipes.js';
import { fundObjects } from './fund-recipes.js';
import { contractObjects } from './contract-recipes.js';
import { systemClock } from '../../server/core/clock.js';
import { bindGoogle, codeNow, tradingPerson } from './factors.js';
import { ADDRESS, ADVANCED } from './identity-desk.js';
import { savedAddress } from './payees.js';
import { proved, sendPhoto } from './recovery.js';
import type { RecipeKit } from './recipe-kit.js';
import { openWithdrawals, savingPerson } from './withdrawals.js';

/** An owned object: its name, its owner, and the other input of a call that names it. */
export interface Owned {
  owner: string;
  id: string;
  /** A name of the same shape that nothing ever had. */
  never: string;
  body: Record<string, string>;
  /** The owner's own values, where the rest of a form has to be theirs too. */
  ownBody?: Record<string, string>;
  /** Sessions of others who may make the call; the thing is none of theirs. */
  others: string[];
}
export type Making = (kit: RecipeKit) => Promise<Owned>;

const NEVER_IMAGE = 'image-000000000000';

/** A proof of a transfer that no network knows. */
const unknownTransfer = () => ({
  ...{ network: 'TRC20', currency: 'USDT', amount: '5', hash: randomUUID().replaceAll('-', '').repeat(2) },
});

const order =
  (more: Record<string, string> = {}): Making =>
  async (kit) => {
    const demo = await kit.demo();
    const { symbol, orderId } = await kit.order(demo);
    const others = [(await kit.demo()).token, (await kit.person()).trader.token];
    return { owner: demo.token, id: orderId, never: 'o-0000000000000000', body: { symbol, ...more }, others };
  };

const named: Making = async (kit) => {
  const demo = await kit.demo();
  const sent = { price: await demo.away(-10), quantity: '0.01', clientOrderId: 'my-own-name' };
  await demo.placed(sent);
  const others = [(await kit.demo()).token, (await kit.person()).trader.token];
  return { owner: demo.token, id: 'my-own-name', never: 'no-such-name', body: { symbol: 'BTCUSDT' }, others };
};

/** An uploaded image, and a form whose other fields are the caller's own. */
const image =
  (purpose: string, form: (kit: RecipeKit, token: string) => object | Promise<object>, level = 0): Making =>
  async (kit) => {
    const owner = (await (level > 0 ? kit.verified() : kit.person())).trader.token;
    const other = (await (level > 0 ? kit.verified() : kit.person())).trader.token;
    const [body, ownBody] = [await form(kit, other), await form(kit, owner)] as Record<string, string>[];
    const id = await kit.image(owner, purpose);
    return { owner, id, never: NEVER_IMAGE, body: body ?? {}, ownBody: ownBody ?? {}, others: [other] };
  };

const withdrawal: Making = async (kit) => {
  await openWithdrawals(kit.started);
  const [mine, other] = [await savingPerson(kit.started, '5000'), await savingPerson(kit.started, '5000')];
  const { withdrawalId: id } = await mine.withdraw('500');
  return { owner: mine.trader.token, id, never: 'w-0000000000000000', body: {}, others: [other.trader.token] };
};

/** An entry of an address book; payouts go to own entries only. */
const payee: Making = async (kit) => {
  await openWithdrawals(kit.started);
  const [mine, other] = [await savingPerson(kit.started, '5000'), await savingPerson(kit.started, '5000')];
  const { payeeId: _own, ...body } = other.preview('500');
  return { owner: mine.trader.token, id: mine.addressId, never: 'payee-0', body, others: [other.trader.token] };
};

async function entry(kit: RecipeKit, body: Record<string, string> = {}): Promise<Owned> {
  const [mine, other] = [await tradingPerson(kit.started), await tradingPerson(kit.started)];
  const id = await savedAddress(mine.trader);
  return { owner: mine.trader.token, id, never: 'payee-0', body, others: [other.trader.token] };
}

/** A price alert that no test reaches. */
const alert =
  (body: Record<string, string> = {}): Making =>
  async (kit) => {
    const [mine, other] = [await kit.demo(), await kit.demo()];
    const terms = { kind: 'rises', level: await mine.away(40), endsAt: `${Date.now() + 30 * 86_400_000}` };
    const { alertId: id } = await mine.given('setAlert', { symbol: 'BTCUSDT', ...terms });
    const sent = { ...body, ...('paused' in body ? {} : terms) };
    return { owner: mine.token, id, never: 'alert-0', body: sent, others: [other.token] };
  };
/** A list of one's own. */
const watchlist =
  (body: Record<string, string> = {}): Making =>
  async (kit) => {
    const [mine, other] = [await kit.demo(), await kit.demo()];
    const { watchlistId: id } = await mine.given('createWatchlist', { name: 'Mine', symbols: 'WTIUSDT' });
    return { owner: mine.token, id, never: 'watchlist-0', body, others: [other.token] };
  };

const removedAlert: Making = async (kit) => ({ ...(await alert()(kit)), body: {} });

/** Rows `<METHOD> <path> <field>`: every call whose input names an owned object. */
const quoteOfDemo: Making = async (kit) => {
  const demo = await kit.demo();
  const { quoteId } = await demo.given('quoteConversion', { from: 'USDT', to: 'BTC', amount: '500' });
  const others = [(await kit.demo()).token, (await kit.person()).trader.token];
  return { owner: demo.token, id: quoteId, never: 'cv-none', body: {}, others };
};

/** A bet that runs for an hour. */
const option: Making = async (kit) => {
  const [mine, other] = [await kit.demo(), await kit.demo()];
  await mine.given('transfer', { from: 'spot', to: 'options', currency: 'USDT', amount: '100' });
  await mine.given('confirmOptionWarning');
  const bet = { symbol: 'BTCUSDT', direction: 'rise', delivery: '1h', stake: '10', payoutRate: '0' };
  const { option: bought } = await mine.given('buyOption', bet);
  return { owner: mine.token, id: bought.optionId, never: 'opt-none', body: {}, others: [other.token] };
};

export const OBJECTS: Record<string, Making> = {
  ...custodyObjects,
  ...loanObjects,
  ...fundObjects,
  ...subscriptionObjects,
  'GET web/getOption optionId': option,
  'GET web/getOrder orderId': order(),
  'GET web/getOrder clientOrderId': named,
  'GET web/getOrderEvents orderId': order(),
  'POST web/cancelOrder orderId': order(),
  'POST web/amendOrder orderId': order({ price: '10000' }),
  'GET web/getImage imageId': image('credit-proof', () => ({})),
  'POST web/removeImage imageId': image('credit-proof', () => ({})),
  'POST web/submitPrimary front': image('document-front', (kit, token) => kit.primary(token)),
  'POST web/submitPrimary back': image('document-back', async (kit, token) => ({
    ...(await kit.primary(token)),
    ...{ documentType: '1', documentNumber: 'L01X00T47' },
  })),
  'POST web/submitPrimary held': image('document-held', (kit, token) => kit.primary(token)),
  'POST web/submitAdvanced proof': image('asset-proof', () => ADVANCED, 1),
  'POST web/submitAddress proof': image('address-proof', () => ADDRESS, 1),
  'POST web/submitCreditProof images': image('credit-proof', () => ({ proof: 'income' }), 1),
  'POST web/submitDeposit images': image('deposit-proof', () => unknownTransfer()),
  'GET web/getDeposit depositId': async (kit) => {
    const [mine, other] = [(await kit.person()).trader, (await kit.person()).trader];
    const { data } = await mine.post('submitDeposit', unknownTransfer());
    return { owner: mine.token, id: data.depositId, never: 'deposit-000000', body: {}, others: [other.token] };
  },
  'POST web/labelPayee payeeId': (kit) => entry(kit, { label: 'Mine' }),
  'POST web/removePayee payeeId': (kit) => entry(kit),
  'POST web/cancelWithdrawal withdrawalId': withdrawal,
  'GET web/getWithdrawal withdrawalId': withdrawal,
  'POST web/submitWithdrawal payeeId': payee,
  'GET web/previewWithdrawal payeeId': payee,
  'POST web/changeAlert alertId': alert(),
  'POST web/pauseAlert alertId': alert({ paused: 'true' }),
  'POST web/removeAlert alertId': removedAlert,
  'POST web/changeWatchlist watchlistId': watchlist({ name: 'Yours' }),
  'POST web/removeWatchlist watchlistId': watchlist(),
  'POST web/starInstruments watchlistId': watchlist({ symbols: 'BTCUSDT' }),
  'POST web/unstarInstrument watchlistId': watchlist({ symbol: 'WTIUSDT' }),
  'POST web/endSession sessionId': async (kit) => {
    const [person, other] = [await kit.person(), await kit.person()];
    const { data } = await person.trader.get('getSessions');
    const others = [other.trader.token];
    return { owner: person.trader.token, id: data[0]?.id ?? '', never: 'AAAAAAAAAAAAAAAA', body: {}, others };
  },
  'POST web/markMessages messageId': async (kit) => {
    const [mine, other] = [await kit.demo(), await kit.demo()];
    const values = { frozenAt: Date.now() };
    await kit.happen('demo', 'SendMessage', {
      userId: mine.userId,
      messageId: 'm7',
      template: 'account-frozen',
      values,
    });
    return { owner: mine.token, id: 'm7', never: 'm8', body: {}, others: [other.token] };
  },
  'POST web/bindGoogle setupId': async (kit) => {
    const [mine, other] = [await kit.person(), await kit.person()];
    const { password } = mine;
    const { setupId, secret } = (await mine.trader.post('setUpGoogle', { password })).data;
    const body = { code: codeNow(secret, systemClock), password };
    return { owner: mine.trader.token, id: setupId, never: 'factor-0', body, others: [other.trader.token] };
  },
  'POST web/changeContact ticket': async (kit) => {
    const [mine, other] = [await kit.person(), await kit.person()];
    const sent = { kind: 'phone', password: mine.password };
    const { ticket } = (await mine.trader.post('openContactChange', sent)).data;
    const body = { kind: 'phone', address: '+4917012399999', code: '000000' };
    return { owner: mine.trader.token, id: ticket, never: 'ticket-0', body, others: [other.trader.token] };
  },
  'POST web/requestRecovery imageId': async (kit) => {
    const [mine, other] = [await kit.verified(), await kit.verified()];
    for (const { trader, password } of [mine, other]) await bindGoogle(trader, password, systemClock);
    const { ticket } = await proved(kit.started, mine);
    const id = await sendPhoto(kit.started, (await proved(kit.started, other)).ticket);
    // No session here: the ticket identifies the person.
    return { owner: '', id, never: NEVER_IMAGE, body: { ticket }, others: [''] };
  },
  'POST web/bindWallet nonce': async (kit) => {
    const [mine, other] = [await kit.person(), await kit.person()];
    const { nonce, signature } = await kit.signed(kit.newWallet(), 'bind', mine.trader);
    const body = { signature, password: other.password };
    return { owner: mine.trader.token, id: nonce, never: 'A'.repeat(nonce.length), body, others: [other.trader.token] };
  },
  'POST web/walletLogin nonce': async (kit) => {
    const mine = await kit.person();
    const { nonce, signature } = await kit.signed(kit.newWallet(), 'bind', mine.trader);
    // A challenge for linking is no log-in for any signer, and is refused like an expired one.
    return {
      owner: '',
      id: nonce,
      never: 'A'.repeat(nonce.length),
      body: { signature },
      others: ['', mine.trader.token],
    };
  },
  'POST web/convert quoteId': quoteOfDemo,
  'POST web/cancelConversionQuote quoteId': quoteOfDemo,
  ...c2cObjects,
  ...supportObjects,
  ...contractObjects,
  ...staffObjects(),
};

/** Requests belong to a queue and to their claimer; filters to their author. */
function staffObjects(): Record<string, Making> {
  const request =
    (body: Record<string, string> = {}): Making =>
    async (kit) => {
      const id = await kit.requested((await kit.person()).trader.token);
      const others = [await kit.actors.staffSession('reviewer-idle')];
      return { owner: await kit.actors.staffSession('reviewer'), id, never: 'request-0', body, others };
    };
  return {
    'GET staff/reviews/:id id': request(),
    'POST staff/claimReview requestId': request(),
    'POST staff/releaseReview requestId': request(),
    'POST staff/askForMore requestId': request(),
    'POST staff/escalateReview requestId': request({ reason: 'unsure' }),
    'POST staff/decideReview requestId': request({ verdict: 'approved' }),
    'GET staff/images/:id requestId': request({ id: NEVER_IMAGE }),
    'GET staff/images/:id id': async (kit) => {
      const { token } = (await kit.person()).trader;
      const requestId = await kit.requested(token);
      const reviewer = await kit.actors.staffSession('reviewer');
      await kit.staff(reviewer, 'claimReview', { requestId });
      const id = await kit.image((await kit.person()).trader.token, 'document-front');
      return { owner: '', id, never: NEVER_IMAGE, body: { requestId }, others: [reviewer] };
    },
    'POST staff/saved-filters/remove id': async (kit) => {
      const owner = await kit.actors.staffSession('risk');
      const filter = { list: 'orders', name: 'theirs', filter: '{}', sort: '' };
      const { id } = await kit.staff<{ id: string }>(owner, 'saved-filters', filter);
      return { owner, id, never: 'f-0', body: {}, others: [await kit.actors.staffSession('support')] };
    },
  };
}

const ALL_ALIKE = 'whoever is let in may open every one of them';
/** Fields that look like a name of something and need no row, each with the reason. */
export const NOBODYS: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...[
        'c2c-orders',
        'sellers',
        'support',
        'content-versions',
        'content',
        'contract-halts',
        'corporate-actions',
        'new-coins',
        'epochs',
        'events',
        'instruments',
        'ledger-accounts',
        'log-proofs',
        'members',
        'orders',
      ],
      ...['policies', 'policy-proposals', 'postings', 'reconciliations', 'streams', 'trades', 'users'],
    ].map((list) => [`GET staff/${list}/:id id`, ALL_ALIKE]),
  ),
  'GET staff/users/:id/as-of id': ALL_ALIKE,
  'GET staff/users/:id/balances id': ALL_ALIKE,
  'GET staff/users/:id/owned id': ALL_ALIKE,
  'GET staff/users/:id/staff-decisions id': ALL_ALIKE,
  'GET staff/users/:id/timeline id': ALL_ALIKE,
  'POST staff/users/:id/freeze id': ALL_ALIKE,
  'POST staff/users/:id/unfreeze id': ALL_ALIKE,
  'POST staff/outbox/:id/read id': ALL_ALIKE,
  'POST staff/holdReview requestId': ALL_ALIKE,
  'POST staff/returnReview requestId': ALL_ALIKE,
  'POST staff/rejectEscalated requestId': ALL_ALIKE,
  'POST staff/sendC2cMessage orderId': ALL_ALIKE,
  'POST staff/readC2cMessages orderId': ALL_ALIKE,
  'POST staff/uploadC2cImage orderId': ALL_ALIKE,
  'GET staff/c2c-images/:id orderId': ALL_ALIKE,
  'POST staff/reinstateC2c orderId': ALL_ALIKE,
  'GET staff/support-images/:id conversationId': ALL_ALIKE,
  ...Object.fromEntries(
    ['take', 'release', 'close', 'read', 'send', 'upload'].map((step) => [
      `POST staff/${step}Support${{ read: 'Messages', send: 'Message', upload: 'Image' }[step] ?? ''} conversationId`,
      ALL_ALIKE,
    ]),
  ),
  'POST staff/changeSeller sellerId': ALL_ALIKE,
  'POST staff/switchSeller sellerId': ALL_ALIKE,
  'POST web/uploadRecoveryPhoto ticket': 'who has it is the person: there is no session',
  'POST web/requestRecovery ticket': 'who has it is the person: there is no session',
  'POST web/sendWire endToEndId': 'a name that the asker gives',
  'POST web/placeOrder clientOrderId': 'a name that the asker gives',
  'POST web/placeOco clientOrderId': 'a name that the asker gives',
  'GET web/previewOrder clientOrderId': 'a name that the asker gives',
  'POST web/placeContractOrder clientOrderId': 'a name that the asker gives',
  'GET web/previewContractOrder clientOrderId': 'a name that the asker gives',
  'GET web/getTextsList id': 'a public text',
  'GET web/getProfitInfo productId': 'a public product',
  'POST web/buyProfit productId': 'a public product',
  'GET web/getCustodyOrders productId': 'a public product',
  'POST web/subscribeNewCoin issueId': 'a public issue',
  'GET web/exportCustody productId': 'a public product',
  ...Object.fromEntries(
    [
      ...['approvePolicy', 'rejectPolicyProposal', 'withdrawPolicyProposal'].map((call) => `${call} proposalId`),
      ...['changeMemberOwnUsers', 'changeMemberQueues', 'changeMemberRole', 'disableMember', 'enableMember'].map(
        (call) => `${call} staffId`,
      ),
      ...['approveCorporateAction', 'rejectCorporateAction', 'withdrawCorporateAction'].map(
        (call) => `${call} actionId`,
      ),
      ...['approveNewCoin', 'rejectNewCoin', 'cancelNewCoin'].map((call) => `${call} issueId`),
      ...['approveContractHalt', 'rejectContractHalt', 'withdrawContractHalt'].map((call) => `${call} proposalId`),
      ...['endMemberSessions', 'resetMemberFactor', 'resetMemberPassword'].map((call) => `${call} staffId`),
    ].map((row) => [`POST staff/${row}`, ALL_ALIKE]),
  ),
};
