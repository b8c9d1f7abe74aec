import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { commonOnly } from './envelope.contract.js';
import {
  answerLoanBody,
  answerLoanPaymentBody,
  applyLoanBody,
  lendImageQuery,
  lendMylistQuery,
  loanAnswer,
  loanDetail,
  loanIdBody,
  loanMy,
  loanPage,
  loanProducts,
  repayLoanBody,
  submitLoanPaymentBody,
} from './loan.contract.js';
import { staffLendingRow, staffLoanRow } from './loan.staff.contract.js';
import { LIST_CALL } from './staff.contract.js';

export const lendMy = defineCall({
  method: 'GET',
  path: 'web/lendMy',
  access: 'user',
  cost: 2,
  summary: 'Own loan limit, credit score and debt, and what stands against borrowing. Nothing for a demo account.',
  input: commonOnly,
  output: loanMy,
  refusals: ['request.unavailable'],
});

export const lendList = defineCall({
  method: 'GET',
  path: 'web/lendList',
  access: 'public',
  summary: 'Loans as they are offered: periods, rates, late fee, limits by risk class, and what the lender has.',
  input: commonOnly,
  output: loanProducts,
  refusals: ['request.unavailable'],
});

export const lendMylist = defineCall({
  method: 'GET',
  path: 'web/lendMylist',
  access: 'user',
  cost: 2,
  summary: 'Own loans and applications, newest first.',
  input: lendMylistQuery,
  output: loanPage,
  refusals: ['request.unavailable'],
});

export const lendBack = defineCall({
  method: 'GET',
  path: 'web/lendBack',
  access: 'user',
  cost: 2,
  summary:
    'One own loan: what repaying costs now and on each date, the worst case, and the effect on the credit score.',
  input: loanIdBody,
  output: loanDetail,
  refusals: ['loan.not-found', 'request.unavailable'],
});

export const lendImage = defineCall({
  method: 'GET',
  path: 'web/lend_img',
  access: 'real',
  summary: 'One image of an own loan application, as a file.',
  input: lendImageQuery,
  output: 'jpeg',
  refusals: ['loan.not-found', 'image.not-found', 'request.unavailable'],
});

export const exportLoanContract = defineCall({
  method: 'GET',
  path: 'web/exportLoanContract',
  access: 'real',
  summary: 'The contract of an own loan as a PDF document in the caller’s language: terms, plan and agreement.',
  input: loanIdBody,
  output: 'pdf',
  refusals: ['loan.not-found', 'request.unavailable'],
});

export const applyLoan = defineCall({
  method: 'POST',
  path: 'web/applyLoan',
  access: 'real',
  repeats: 'command',
  summary:
    'Applies for a loan under the rules that were ticked. Staff decide; from the published amount on two of them.',
  input: applyLoanBody,
  output: loanAnswer,
  refusals: [
    'loan.identity-needed',
    'loan.advanced-needed',
    'loan.closed',
    'loan.overdue',
    'loan.written-off',
    'loan.waiting',
    'asset.amount-zero',
    'asset.too-many-decimals',
    'loan.below-minimum',
    'loan.agreement-needed',
    'agreement.changed',
    'loan.terms-changed',
    'loan.limit-exceeded',
    'loan.images-needed',
    'loan.proof-needed',
    'image.not-found',
    'image.purpose-wrong',
    'image.already-used',
    'loan.sold-out',
    'account.not-found',
    'request.unavailable',
  ],
});

export const withdrawLoan = defineCall({
  method: 'POST',
  path: 'web/withdrawLoan',
  access: 'real',
  repeats: 'command',
  summary: 'Takes a loan application back while it waits for staff.',
  input: loanIdBody,
  output: loanAnswer,
  refusals: ['loan.not-found', 'loan.not-waiting', 'request.unavailable'],
});

export const answerLoan = defineCall({
  method: 'POST',
  path: 'web/answerLoan',
  access: 'real',
  repeats: 'command',
  summary: 'Adds images to an application that staff asked more for. It goes back into the queue at its place.',
  input: answerLoanBody,
  output: loanAnswer,
  refusals: [
    'loan.not-found',
    'loan.not-waiting',
    'loan.nothing-asked',
    'loan.answer-needed',
    'image.not-found',
    'image.purpose-wrong',
    'image.already-used',
    'account.not-found',
    'request.unavailable',
  ],
});

export const repayLoan = defineCall({
  method: 'POST',
  path: 'web/repayLoan',
  access: 'real',
  repeats: 'command',
  whenBarred: true,
  summary: 'Repays a loan whole from the spot account, at the total that was shown. It clears at once.',
  input: repayLoanBody,
  output: loanAnswer,
  refusals: [
    'loan.not-found',
    'loan.nothing-owed',
    'loan.payment-waiting',
    'loan.total-changed',
    'asset.insufficient',
    'account.not-found',
    'request.unavailable',
  ],
});

export const payLoanByBank = defineCall({
  method: 'POST',
  path: 'web/payLoanByBank',
  access: 'real',
  repeats: 'command',
  summary: 'Chooses to repay a loan by bank: fixes the amount, how long it is valid, the account and the reference.',
  input: repayLoanBody,
  output: loanAnswer,
  refusals: [
    'loan.not-found',
    'loan.nothing-owed',
    'loan.payment-waiting',
    'loan.total-changed',
    'loan.vouchers-spent',
    'account.not-found',
    'request.unavailable',
  ],
});

export const submitLoanPayment = defineCall({
  method: 'POST',
  path: 'web/submitLoanPayment',
  access: 'real',
  repeats: 'command',
  summary: 'Sends the voucher of a payment by bank. Staff compare it with the bank; from the published amount on two.',
  input: submitLoanPaymentBody,
  output: loanAnswer,
  refusals: [
    'loan.not-found',
    'loan.nothing-owed',
    'loan.payment-needed',
    'loan.payment-waiting',
    'loan.payer-name-needed',
    'loan.payer-bank-needed',
    'loan.voucher-needed',
    'loan.vouchers-spent',
    'loan.calendar-behind',
    'image.not-found',
    'image.purpose-wrong',
    'image.already-used',
    'account.not-found',
    'request.unavailable',
  ],
});

export const answerLoanPayment = defineCall({
  method: 'POST',
  path: 'web/answerLoanPayment',
  access: 'real',
  repeats: 'command',
  summary: 'Replaces the image of a voucher that staff asked for. It goes back into the queue and is no new voucher.',
  input: answerLoanPaymentBody,
  output: loanAnswer,
  refusals: [
    'loan.not-found',
    'loan.nothing-owed',
    'loan.payment-needed',
    'loan.nothing-asked',
    'loan.voucher-needed',
    'image.not-found',
    'image.purpose-wrong',
    'image.already-used',
    'account.not-found',
    'request.unavailable',
  ],
});

export const withdrawLoanPayment = defineCall({
  method: 'POST',
  path: 'web/withdrawLoanPayment',
  access: 'real',
  repeats: 'command',
  whenBarred: true,
  summary: 'Takes a payment by bank back before staff decide; the loan is disbursed or overdue again.',
  input: loanIdBody,
  output: loanAnswer,
  refusals: ['loan.not-found', 'loan.nothing-owed', 'loan.payment-needed', 'account.not-found', 'request.unavailable'],
});

export const staffLoans = defineCall({
  method: 'GET',
  path: 'staff/loans',
  access: 'staff:orders',
  summary: 'Loans and applications of all accounts, the newest first; those that are overdue by their status.',
  output: z.array(staffLoanRow),
  ...LIST_CALL,
});

export const staffLending = defineCall({
  method: 'GET',
  path: 'staff/lending',
  access: 'staff:orders',
  summary: 'The lending book: grants, what is lent and overdue, income and losses.',
  output: z.array(staffLendingRow),
  ...LIST_CALL,
});
