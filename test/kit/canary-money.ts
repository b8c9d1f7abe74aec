import { settleBank } from './bank.js';
import type { Desk, Journeys, Member, Profile } from './canary-journeys.js';
import { fund } from './factors.js';
import { payOut } from './withdrawals.js';
import { lookedThrough } from './look.js';

/** A person's financial data: payees, payers, and texts about them. */
export interface MoneyTexts {
  addressLabel: string;
  address: string;
  cardBank: string;
  iban: string;
  cardName: string;
  cardNote: string;
  bankNumber: string;
  alipay: string;
  weixin: string;
  weixinName: string;
  payerName: string;
  payerBank: string;
  chat: string;
  supportChat: string;
  question: string;
  reply: string;
  ratingComment: string;
  rejection: string;
  appeal: string;
  secondRejection: string;
}

/** The seller's account for payments; sealed for the house. */
const SELLER = {
  accountName: 'Kauzige Handelsgilde Rüdesheim',
  accountNumber: 'DE09000000000000000001',
  bankName: 'Bankhaus Wiesenschaumkraut',
  bankAddress: 'Am Brezelfenster 12, Rüdesheim',
  swift: 'KWSCDEF0XXX',
};

/** A saved address, a saved card, and the payment settings; answers the card's id. */
export async function saveOwnAccounts(journeys: Journeys, of: Profile, { trader }: Member): Promise<string> {
  const { money } = of;
  const proof = { tradePassword: of.tradePasswords[2] };
  const network = money.address.startsWith('0x') ? 'ERC20' : 'TRC20';
  const address = { currency: 'USDT', network, address: money.address, label: money.addressLabel };
  await journeys.done(trader, 'addPayeeAddress', { ...address, ...proof });
  const card = { bankName: money.cardBank, country: 'DE', account: money.iban, payeeName: money.cardName };
  const saved = { ...card, note: money.cardNote, ...proof };
  const { payeeId } = await journeys.done(trader, 'addPayeeCard', saved);
  const settings = { name: money.cardName, bank_name: money.cardBank, bank_number: money.bankNumber };
  const wallets = { alipay_account: money.alipay, weixin_account: money.weixin, weixin_nickname: money.weixinName };
  await journeys.done(trader, 'setPaymentSettings', { ...settings, ...wallets, ...proof });
  return payeeId;
}

/** A withdrawal of everything to the saved card: opened and approved by a reviewer, ordered from the bank, and settled by it. */
export async function payOutToCard(
  { desk, journeys }: { desk: Desk; journeys: Journeys },
  of: Profile,
  { trader }: Member,
  { payeeId, reviewer }: { payeeId: string; reviewer: string },
): Promise<void> {
  await fund(desk.started, trader.userId, 'USDT', '100');
  const request = { kind: 'bank', payeeId, currency: 'USDT', amount: '100', tradePassword: of.tradePasswords[2] };
  const { withdrawalId } = await journeys.done(trader, 'submitWithdrawal', request);
  await desk.as(reviewer).given('claimReview', { requestId: withdrawalId });
  const { details } = await desk.as(reviewer).given('reviews/:id', { id: withdrawalId });
  if (!JSON.stringify(details).includes(of.money.iban)) throw new Error('the reviewer was not shown who is paid');
  await desk.as(reviewer).decides(withdrawalId).then();
  await payOut(desk.started);
  await settleBank(desk.started);
  await payOut(desk.started);
  await trader.when('getWithdrawal', { withdrawalId }).then({ status: 'paid' });
}

/** An order with its seller, voucher, talk with support, a rejection, an appeal, and a rejection for good. */
export async function buyByWire(
  { desk, journeys }: { desk: Desk; journeys: Journeys },
  of: Profile,
  { trader }: Member,
  [first, second]: readonly [string, string],
): Promise<void> {
  const { money } = of;
  const staff = async <Body>(token: string, call: string, body: object): Promise<Body> => {
    const answer = await desk.post<Body>(call, body, { token });
    if (answer.status !== 200) throw new Error(`${call}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const decide = async (token: string, requestId: string, decision: object): Promise<void> => {
    await staff(token, 'claimReview', { requestId });
    const looked = await lookedThrough(desk.started.url, token, requestId);
    await staff(token, 'decideReview', { requestId, ...looked, ...decision });
  };
  for (const [field, text] of Object.entries(SELLER)) journeys.add(`seller: ${field}`, text);
  const limits = { label: `For ${of.name}`, currency: 'USD', min: '100', max: '500', dayMax: '500' };
  const risk = desk.tokens.get('risk') ?? '';
  const { sellerId } = await staff<{ sellerId: string }>(risk, 'addSeller', { ...SELLER, ...limits });
  const request = { currency: 'USD', amount: '250', price: '1.01' };
  const { orderId } = await journeys.done(trader, 'createC2c', request);
  await decide(first, `${orderId}-m1`, { verdict: 'approved', choice: sellerId });
  const imageId = await journeys.image(of, trader, 'c2c-chat');
  await journeys.done(trader, 'sendC2cMessage', { orderId, text: money.chat, imageId });
  const support = desk.tokens.get('support') ?? '';
  await staff(support, 'sendC2cMessage', { orderId, text: money.supportChat });
  const voucher = await journeys.image(of, trader, 'remittance');
  const { payerName, payerBank } = money;
  await journeys.done(trader, 'submitC2c', { orderId, payerName, payerBank, voucher });
  const rejected = { verdict: 'rejected', reasons: ['other'] };
  await decide(first, `${orderId}-r`, { ...rejected, note: money.rejection });
  await journeys.done(trader, 'appealC2c', { orderId, text: money.appeal });
  await decide(second, `${orderId}-a`, { ...rejected, note: money.secondRejection });
}

/** A conversation with support: a question with an image, an answer, and a rating. */
export async function askSupport(
  { desk, journeys }: { desk: Desk; journeys: Journeys },
  of: Profile,
  { trader }: Member,
): Promise<void> {
  const { question, reply, ratingComment: comment } = of.money;
  const imageId = await journeys.image(of, trader, 'support');
  const { conversationId } = await journeys.done(trader, 'openSupport', { topic: 'deposit', text: question, imageId });
  await desk.as('support').given('sendSupportMessage', { conversationId, text: reply });
  const { messages } = await desk.as('support').given('support/:id', { id: conversationId });
  if (!JSON.stringify(messages).includes(question)) throw new Error('staff were not shown the question');
  await journeys.done(trader, 'closeSupport', { conversationId });
  await journeys.done(trader, 'rateSupport', { conversationId, rating: '5', comment });
}
