import { eventually } from './eventually.js';
import { fund, TRADE_PASSWORD } from './factors.js';
import { ADVANCED } from './identity-desk.js';
import type { Making } from './objects.js';
import { event, type Recipe, type RecipeKit } from './recipe-kit.js';
import { StaffMember } from './staff-member.js';
import type { Trader } from './trader.js';

const APPLICANT = {
  name: 'Anna Müller',
  country: 'DE',
  address: 'Hauptstraße 12, 50667 Köln',
  birthDate: '1990-04-01',
  phone: '+49 170 1234567',
};

/** A person who may borrow: primary and advanced verification have passed. They may buy too. */
export async function borrower(kit: RecipeKit): Promise<Trader> {
  const { trader, password } = await kit.verified();
  await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
  const proof = await kit.image(trader.token, 'asset-proof');
  const { requestId } = await trader.given('submitAdvanced', { ...ADVANCED, proof });
  await new StaffMember(kit.started.url, await kit.actors.identifierSession()).decides(requestId).then();
  return trader;
}

/** An application of 300 USDT under the rules of now, with as few images as it may have. */
export async function loanForm(kit: RecipeKit, trader: Trader, changes: Record<string, string> = {}) {
  const { version } = await trader.given('lendList');
  const [front, back] = [await kit.image(trader.token, 'loan-front'), await kit.image(trader.token, 'loan-back')];
  const income = await kit.image(trader.token, 'loan-proof');
  const wanted = { amount: '300', periodDays: '7', timeZone: 'Europe/Berlin', agreed: `${version}` };
  return { ...wanted, ...APPLICANT, front, back, income, ...changes };
}

export async function appliedLoan(kit: RecipeKit, trader: Trader, changes: Record<string, string> = {}) {
  return (await trader.given('applyLoan', await loanForm(kit, trader, changes))).loanId;
}

/** A member of the staff who decides on loans, in a session of now. */
export const lender = async (kit: RecipeKit): Promise<StaffMember> =>
  new StaffMember(kit.started.url, await kit.actors.staffSession('reviewer'));

/** A loan that was paid out. */
export async function givenLoan(kit: RecipeKit, trader: Trader, changes: Record<string, string> = {}) {
  const loanId = await appliedLoan(kit, trader, changes);
  await (await lender(kit)).decides(loanId).then();
  return loanId;
}

/** An application that its reviewer asked more for. */
export async function askedLoan(kit: RecipeKit, trader: Trader): Promise<string> {
  const loanId = await appliedLoan(kit, trader);
  const reviewer = await lender(kit);
  await reviewer.given('claimReview', { requestId: loanId });
  await reviewer.given('askForMore', { requestId: loanId, reasons: ['incomplete'], advice: 'newer' });
  return loanId;
}

/** The request of the staff that a person's receipt is. */
export async function receiptOf(kit: RecipeKit, { userId }: Trader): Promise<string> {
  const reviewer = await lender(kit);
  let id = '';
  await eventually(async () => {
    const rows = await reviewer.given('reviews', { filter: { kind: 'loan-payment', userId } });
    id = rows.find(({ status }) => status === 'waiting' || status === 'claimed')?.id ?? '';
    return id;
  }).not.toBe('');
  return id;
}

export const loanRecipes: Record<string, Recipe> = {
  'web/applyLoan': async (kit) => {
    const trader = await borrower(kit);
    return { token: trader.token, body: await loanForm(kit, trader), effect: event('LoanRequested') };
  },
  'web/withdrawLoan': async (kit) => {
    const trader = await borrower(kit);
    const loanId = await appliedLoan(kit, trader);
    return { token: trader.token, body: { loanId }, effect: event('LoanWithdrawn') };
  },
  'web/answerLoan': async (kit) => {
    const trader = await borrower(kit);
    const loanId = await askedLoan(kit, trader);
    const body = { loanId, bank: await kit.image(trader.token, 'loan-proof') };
    return { token: trader.token, body, effect: event('LoanAnswered') };
  },
  'web/repayLoan': async (kit) => {
    const trader = await borrower(kit);
    const loanId = await givenLoan(kit, trader);
    return { token: trader.token, body: { loanId, shownTotal: '300' }, effect: event('LoanRepaid') };
  },
  'web/payLoanByBank': async (kit) => {
    const trader = await borrower(kit);
    const loanId = await givenLoan(kit, trader);
    return { token: trader.token, body: { loanId, shownTotal: '300' }, effect: event('LoanPaymentBegun') };
  },
  'web/submitLoanPayment': async (kit) => {
    const trader = await borrower(kit);
    const body = await voucherOf(kit, trader, await begunPayment(kit, trader));
    return { token: trader.token, body, effect: event('LoanPaymentSent') };
  },
  'web/answerLoanPayment': async (kit) => {
    const trader = await borrower(kit);
    const loanId = await askedPayment(kit, trader);
    const body = { loanId, voucher: await kit.image(trader.token, 'remittance') };
    return { token: trader.token, body, effect: event('LoanPaymentAnswered') };
  },
  'web/withdrawLoanPayment': async (kit) => {
    const trader = await borrower(kit);
    const loanId = await sentPayment(kit, trader);
    return { token: trader.token, body: { loanId }, effect: event('LoanPaymentWithdrawn') };
  },
};

const submitted: Making = async (kit) => {
  const [mine, other] = [await borrower(kit), await borrower(kit)];
  const id = await begunPayment(kit, mine);
  const { loanId: _, ...body } = await voucherOf(kit, other, id);
  const { loanId: __, ...ownBody } = await voucherOf(kit, mine, id);
  return { owner: mine.token, id, never: 'loan-none', body, ownBody, others: [other.token] };
};

const own =
  (body: Record<string, string>, make: typeof appliedLoan): Making =>
  async (kit) => {
    const [mine, other] = [await borrower(kit), await borrower(kit)];
    await fund(kit.started, other.userId, 'USDT', '1000');
    return { owner: mine.token, id: await make(kit, mine), never: 'loan-none', body, others: [other.token] };
  };

/** An image of a form whose other fields are the caller's own. */
const side =
  (purpose: 'loan-front' | 'loan-back'): Making =>
  async (kit) => {
    const [mine, other] = [await borrower(kit), await borrower(kit)];
    const [body, ownBody] = [await loanForm(kit, other), await loanForm(kit, mine)];
    const id = await kit.image(mine.token, purpose);
    return { owner: mine.token, id, never: 'image-000000000000', body, ownBody, others: [other.token] };
  };

/** A loan whose repayment by bank was begun, and one whose voucher waits. */
export async function begunPayment(kit: RecipeKit, trader: Trader): Promise<string> {
  const loanId = await givenLoan(kit, trader);
  await trader.given('payLoanByBank', { loanId, shownTotal: '300' });
  return loanId;
}
export const voucherOf = async (kit: RecipeKit, trader: Trader, loanId: string) => ({
  loanId,
  payerName: 'Anna Müller',
  payerBank: 'Bank of Cologne',
  voucher: await kit.image(trader.token, 'remittance'),
});
export async function sentPayment(kit: RecipeKit, trader: Trader): Promise<string> {
  const loanId = await begunPayment(kit, trader);
  await trader.given('submitLoanPayment', await voucherOf(kit, trader, loanId));
  return loanId;
}

/** A loan whose voucher its reviewer can't read, and asked for another image of. */
export async function askedPayment(kit: RecipeKit, trader: Trader): Promise<string> {
  const loanId = await sentPayment(kit, trader);
  const reviewer = await lender(kit);
  const filter = { kind: 'loan-payment', userId: trader.userId };
  let requestId = '';
  await eventually(async () => {
    const rows = (await reviewer.given('reviews', { filter })) as { id: string; status: string }[];
    requestId = rows.find(({ status }) => status === 'waiting')?.id ?? '';
    return requestId;
  }).not.toBe('');
  await reviewer.given('claimReview', { requestId });
  await reviewer.given('askForMore', { requestId, reasons: ['voucher-unreadable'], advice: 'no-glare' });
  return loanId;
}

/** An image of an answer to a question of staff. */
const answered =
  (purpose: 'loan-front' | 'loan-back'): Making =>
  async (kit) => {
    const [mine, other] = [await borrower(kit), await borrower(kit)];
    const [ownBody, body] = [{ loanId: await askedLoan(kit, mine) }, { loanId: await askedLoan(kit, other) }];
    const id = await kit.image(mine.token, purpose);
    return { owner: mine.token, id, never: 'image-000000000000', body, ownBody, others: [other.token] };
  };

/** An image of an application, and the application. */
const shown =
  (by: 'loanId' | 'imageId'): Making =>
  async (kit) => {
    const [mine, other] = [await borrower(kit), await borrower(kit)];
    const loanId = await appliedLoan(kit, mine);
    const { loan } = await mine.given('lendBack', { loanId });
    const imageId = loan.images[0]?.imageId ?? '';
    return by === 'loanId'
      ? { owner: mine.token, id: loanId, never: 'loan-none', body: { imageId }, others: [other.token] }
      : { owner: mine.token, id: imageId, never: 'image-000000000000', body: { loanId }, others: [other.token] };
  };

export const loanObjects: Record<string, Making> = {
  'POST web/applyLoan front': side('loan-front'),
  'POST web/applyLoan back': side('loan-back'),
  'GET web/lend_img loanId': shown('loanId'),
  'GET web/lend_img imageId': shown('imageId'),
  'GET web/lendBack loanId': own({}, appliedLoan),
  'GET web/exportLoanContract loanId': own({}, appliedLoan),
  'POST web/answerLoan loanId': own({}, askedLoan),
  'POST web/answerLoan front': answered('loan-front'),
  'POST web/answerLoan back': answered('loan-back'),
  'POST web/withdrawLoan loanId': own({}, appliedLoan),
  'POST web/payLoanByBank loanId': own({ shownTotal: '300' }, givenLoan),
  'POST web/submitLoanPayment loanId': submitted,
  'POST web/answerLoanPayment loanId': async (kit) => {
    const [mine, other] = [await borrower(kit), await borrower(kit)];
    const id = await askedPayment(kit, mine);
    const [ownBody, body] = await Promise.all(
      [mine, other].map(async ({ token }) => ({ voucher: await kit.image(token, 'remittance') })),
    );
    return {
      owner: mine.token,
      id,
      never: 'loan-none',
      body: body ?? {},
      ownBody: ownBody ?? {},
      others: [other.token],
    };
  },
  'POST web/withdrawLoanPayment loanId': own({}, sentPayment),
  'POST web/repayLoan loanId': own({ shownTotal: '300' }, givenLoan),
};
