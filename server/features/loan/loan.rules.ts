import { LOAN_DECIMALS, LOAN_PROOFS } from '../../../contracts/loan.contract.js';
import { loanLimit } from '../../../shared/loan.js';
import { amount, decimalsOf, format, ZERO, type Amount } from '../../../shared/money.js';
import { dateAfter } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import { decidedBy, type AppliedPolicy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { LoanRequest, LoanRules } from './loan.commands.js';
import {
  daysHeld,
  openPrincipal,
  overdueLoan,
  owedAt,
  type LoanState,
  type OpenLoan,
  type OwedLoan,
} from './loan.state.js';

const DAY_MS = 86_400_000;

/** Everything that an application is checked against. */
export interface LoanStanding {
  readonly state: LoanState;
  readonly primary: boolean;
  readonly advanced: boolean;
  /** What the lender may still lend, grants that are due included. */
  readonly lending: Amount;
  readonly at: Instant;
}

/** What the policy in force still has to give to the lender. */
export function grantDue(granted: string, { grantUsdt }: LoanRules): Amount {
  const due = amount(grantUsdt) - amount(granted);
  return due > ZERO ? due : ZERO;
}

/** The limit of a person, and what is left of it. */
export function limitOf(
  state: LoanState,
  { class: riskClass, score, policy: { values } }: Pick<LoanRequest, 'class' | 'score' | 'policy'>,
): { readonly limit: string; readonly open: string; readonly left: string } {
  const { unassessed, conservative, balanced, aggressive } = values;
  const limit = loanLimit({ unassessed, conservative, balanced, aggressive }[riskClass], score);
  const open = openPrincipal(state);
  const left = amount(limit) - open;
  return { limit, open: format(open), left: format(left > ZERO ? left : ZERO) };
}

/** All that stands against an application, in the order of the refusals. */
export function problemsOf(request: LoanRequest, standing: LoanStanding): Refusal[] {
  return [
    ...personProblems(request, standing),
    ...formProblems(request),
    ...limitProblems(request, standing),
    ...imageProblems(request),
    ...lenderProblems(request, standing),
  ];
}

/** What stands against any application of a person. */
export function personProblems(
  { policy }: Pick<LoanRequest, 'policy'>,
  { state, primary, advanced, at }: LoanStanding,
): Refusal[] {
  const found: Refusal[] = [];
  if (!primary) found.push(refuse('loan.identity-needed'));
  if (!advanced) found.push(refuse('loan.advanced-needed'));
  if (!policy.values.open) found.push(refuse('loan.closed', decidedBy(policy)));
  const overdue = overdueProblem(state, at);
  if (overdue !== undefined) found.push(overdue);
  if (state.writtenOff) found.push(refuse('loan.written-off'));
  if ([...state.open.values()].some(({ disbursed }) => disbursed === null)) found.push(refuse('loan.waiting'));
  return found;
}

/** Bars new loans and withdrawals. */
export function overdueProblem(state: LoanState, at: Instant): Refusal | undefined {
  const loan = overdueLoan(state, at);
  if (loan === undefined) return undefined;
  return refuse('loan.overdue', { since: dateAfter(loan.disbursed.dueDate, 1), owed: owedAt(loan, at).owed });
}

/** What a disbursement depends on by now: the account itself, and the score of the borrower. */
export interface BorrowerNow {
  /** The account is frozen, or no more. */
  readonly account: Refusal | undefined;
  readonly score: number;
}

/** What stands against a disbursement by now, as staff read it. */
export function disbursementProblem(
  state: LoanState,
  loan: OpenLoan,
  { account, score }: BorrowerNow,
  at: Instant,
): Refusal | undefined {
  if (account !== undefined) return account;
  const overdue = overdueProblem(state, at);
  if (overdue !== undefined) {
    const { since = '', owed = '' } = overdue.params;
    return refuse('loan.borrower-overdue', { since, owed });
  }
  return state.writtenOff ? refuse('loan.borrower-written-off') : borrowerLimit(state, loan, score);
}

/** The class limit that was agreed to, by the score of now: all that is owed or asked for must stay within it. */
function borrowerLimit(state: LoanState, loan: OpenLoan, score: number): Refusal | undefined {
  const limit = loanLimit(String(loan.policy.inputs[loan.class]), score);
  const open = openPrincipal(state);
  if (open <= amount(limit)) return undefined;
  return refuse('loan.borrower-limit', { score, limit, open: format(open), ...decidedBy(loan.policy) });
}

function formProblems({ amount: text, agreed, policy }: LoanRequest): Refusal[] {
  const wanted = amount(text);
  const field = 'amount';
  if (wanted === ZERO) return [refuse('asset.amount-zero', { field })];
  if (decimalsOf(wanted) > LOAN_DECIMALS)
    return [refuse('asset.too-many-decimals', { field, currency: 'USDT', decimals: LOAN_DECIMALS })];
  const found: Refusal[] = [];
  const { minUsdt: minimum } = policy.values;
  if (wanted < amount(minimum)) found.push(refuse('loan.below-minimum', { field, minimum, ...decidedBy(policy) }));
  if (agreed === null) found.push(refuse('loan.agreement-needed', { field: 'agreed' }));
  else if (agreed !== policy.version)
    found.push(refuse('loan.terms-changed', { field: 'agreed', agreed, policy: policy.name, version: policy.version }));
  return found;
}

function limitProblems(request: LoanRequest, { state }: LoanStanding): Refusal[] {
  const { limit, open, left } = limitOf(state, request);
  if (amount(request.amount) <= amount(left)) return [];
  return [refuse('loan.limit-exceeded', { field: 'amount', limit, open, left, ...decidedBy(request.policy) })];
}

function imageProblems({ images, problem }: LoanRequest): Refusal[] {
  const sent = new Set(images.map(({ image }) => image));
  const found: Refusal[] = [];
  const missing = (['front', 'back'] as const).find((side) => !sent.has(side));
  if (missing !== undefined) found.push(refuse('loan.images-needed', { field: missing }));
  if (!LOAN_PROOFS.some((proof) => sent.has(proof))) found.push(refuse('loan.proof-needed', { field: 'proofs' }));
  return problem === null ? found : [...found, problem];
}

function lenderProblems({ amount: text, policy }: LoanRequest, { lending }: LoanStanding): Refusal[] {
  if (amount(text) <= lending) return [];
  return [refuse('loan.sold-out', { field: 'amount', available: format(lending), ...decidedBy(policy) })];
}

/** What of the policy a loan keeps. */
export function appliedOf(policy: LoanRequest['policy'], riskClass: LoanRequest['class']): AppliedPolicy {
  const { name, version, values } = policy;
  const { minUsdt, fourEyesFrom, scoreMinUsdt, scoreHeldDays, scoreEveryDays } = values;
  const limit = values[riskClass];
  const score = { scoreMinUsdt, scoreHeldDays, scoreEveryDays };
  return { name, version, inputs: { [riskClass]: limit, minUsdt, fourEyesFrom, ...score } };
}

/** Whether repaying it now raises the credit score: it is large enough, held long enough, on time, and the first one lately. `days`: held when it was paid. */
export function countsAt({ countedAt }: LoanState, loan: OwedLoan, at: Instant, days = daysHeld(loan, at)): boolean {
  const { scoreMinUsdt, scoreHeldDays, scoreEveryDays } = loan.policy.inputs as Pick<
    LoanRules,
    'scoreMinUsdt' | 'scoreHeldDays' | 'scoreEveryDays'
  >;
  return (
    amount(loan.principal) >= amount(scoreMinUsdt) &&
    days >= scoreHeldDays &&
    days <= loan.periodDays &&
    (countedAt === null || at - countedAt >= scoreEveryDays * DAY_MS)
  );
}
