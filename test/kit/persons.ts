import type { RecipeKit } from './recipe-kit.js';
import { ADDRESS, ADVANCED } from './identity-desk.js';
import { restingContractOrder, withContractFunds } from './contract-recipes.js';
import { TRADE_PASSWORD } from './factors.js';
import { Trader } from './trader.js';

/** A person with all kinds of personal data, and every text that would identify them. */
export interface PersonFacts {
  token: string;
  userId: string;
  /** What no answer to anybody else may contain. */
  marks: string[];
  /** The identifying ones: staff read them only in an opened request. */
  names: string[];
}

interface Face {
  name: string;
  number: string;
  street: string;
  nickname: string;
  device: string;
}

export const FACES: readonly [Face, Face] = [
  {
    ...{ name: 'Ottilie Quandt', number: 'C01XQ7731', street: 'Lerchenfelder Zeile 77', nickname: 'Quastel' },
    device: 'quandt-device-mark-01',
  },
  {
    ...{ name: 'Zbigniew Wrona', number: 'C01XW8842', street: 'Krakauer Winkel 88', nickname: 'Wronek' },
    device: 'wrona-device-mark-002',
  },
];

/** A real person with contacts, nickname, factors, verification, credit proof, risk, messages, a wallet, orders, sessions. */
export async function rich(
  kit: RecipeKit,
  face: Face,
): Promise<PersonFacts & { requestIds: string[]; images: string[] }> {
  const person = await kit.verified({ realName: face.name, documentNumber: face.number });
  const { trader, userId, password, account } = person;
  const { token } = trader;
  const wallet = kit.newWallet();
  await must(trader.post('changeName', { name: face.nickname, password }));
  await must(trader.post('setTradePassword', { tradePassword: TRADE_PASSWORD, password }));
  await must(trader.post('bindWallet', { ...(await kit.signed(wallet, 'bind', trader)), password }));
  const images = await Promise.all(
    ['asset-proof', 'address-proof', 'credit-proof'].map((each) => kit.image(token, each)),
  );
  const [asset = '', bill = '', income = ''] = images;
  const advanced = await must<{ requestId: string }>(trader.post('submitAdvanced', { ...ADVANCED, proof: asset }));
  const address = { ...ADDRESS, line1: face.street, proof: bill };
  const home = await must<{ requestId: string }>(trader.post('submitAddress', address));
  const proof = { proof: 'income', images: income };
  const credit = await must<{ requestId: string }>(trader.post('submitCreditProof', proof));
  const answers = { purpose: 1, investment: 1, amount: 1, monthly: 1, occupation: 2 };
  await must(trader.post('submitQuestionnaire', { ...answers, truthful: 'yes', mayLose: 'yes', capKnown: 'yes' }));
  const headers = { 'x-device': face.device, 'x-forwarded-for': '10.77.0.1', 'content-type': 'application/json' };
  const login = { method: 'POST', headers, body: JSON.stringify({ account, password }) };
  await fetch(`${kit.started.url}/web/userLogin`, login);
  const sessions = (await trader.get('getSessions')).data.map(({ id }) => id);
  const requestIds = [advanced, home, credit].map(({ requestId }) => requestId);
  const names = [...face.name.split(' '), face.number, face.street, face.nickname, face.device];
  names.push(account, wallet.address, token);
  return { token, userId, names, marks: [userId, ...names, ...sessions, ...requestIds, ...images], requestIds, images };
}

/** A demo account that traded, and has an order of a contract. */
export async function demo(kit: RecipeKit): Promise<PersonFacts> {
  const trader = await Trader.demo(kit.started);
  const { token, userId } = trader;
  const { orderId } = await kit.order(trader);
  const clientOrderId = `mine-${userId.slice(-6)}`;
  await trader.placed({ price: await trader.away(-11), quantity: '0.01', clientOrderId });
  const ofContract = (await restingContractOrder(await withContractFunds(trader))).orderId;
  const values = { frozenAt: Date.now() };
  const messageId = `note-${userId}`;
  await kit.happen('demo', 'SendMessage', { userId, messageId, template: 'account-frozen', values });
  return { token, userId, names: [token], marks: [userId, orderId, clientOrderId, ofContract, messageId, token] };
}

async function must<Data>(
  answer: Promise<{ refusal: string; data: Data; envelope: { message: string } }>,
): Promise<Data> {
  const { refusal, data, envelope } = await answer;
  if (refusal !== '') throw new Error(`${refusal}: ${envelope.message}`);
  return data;
}
