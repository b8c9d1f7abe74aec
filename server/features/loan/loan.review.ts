import { LOAN_ADVICE, LOAN_MENDABLE, LOAN_REASONS } from '../../../contracts/loan.contract.js';
import { loanCost } from '../../../shared/loan.js';
import { amount, format } from '../../../shared/money.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { PolicyVersion } from '../../core/policy.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { CreditScores } from '../../core/ports/credit-scores.js';
import type { RiskSignal, RiskSignals } from '../../core/ports/risk-signals.js';
import type { Vault } from '../../core/ports/vault.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import type { Sealed } from '../../core/person.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { ReviewDetails, ReviewKind } from '../../review/review-kind.js';
import type { LoanPolicies, LoanRules } from './loan.commands.js';
import { decideAsk } from './loan-answer.decider.js';
import { decideVerdict, LOAN_REVIEW } from './loan.decider.js';
import { accountProblem, LOAN_REALM, loanScope } from './loan.handler.js';
import { purposeOf } from './loan-images.js';
import type { LoanRow } from './loan.projection.js';
import { imagesOf, type LoanQuery } from './loan.query.js';
import {
  lendingKind,
  loanKind,
  loanTimetable,
  openPrincipal,
  ownerOf,
  type LoanState,
  type OpenLoan,
} from './loan.state.js';

export interface LoanReviewParts {
  readonly query: Pick<LoanQuery, 'isUpToDate' | 'ofPerson'>;
  /** The loans of an owner, durable. */
  readonly loans: (ownerId: string) => Promise<LoanState>;
  readonly policies: Pick<LoanPolicies, 'inForce'>;
  readonly levels: VerificationLevels;
  readonly signals: RiskSignals;
  readonly vault: Pick<Vault, 'open'>;
  readonly gate: AccountGate;
  readonly scores: Pick<CreditScores, 'of'>;
}

/** What a decision is made with: the rules in force, and the credit score of now. */
export interface LoanPrepared {
  readonly policy: PolicyVersion<LoanRules>;
  readonly score: number;
}

/** How staff review an application: what is asked and earned before, beside the verified name and what rules noticed. */
export function loanReview(parts: LoanReviewParts): ReviewKind {
  return {
    name: LOAN_REVIEW,
    permission: 'review-loan',
    duty: 'pays',
    screen: '/repaymentNew',
    reasons: LOAN_REASONS,
    timetable: loanTimetable,
    scope: ({ userId }) => {
      const { streams, balances = [] } = loanScope({ ownerId: ownerOf(userId) });
      return { streams: [...streams, parts.gate.stream(userId)], balances };
    },
    askForMore: {
      reasons: LOAN_MENDABLE,
      advice: LOAN_ADVICE,
      decide: (view, { requestId, userId, ...question }) =>
        decideAsk(view.state(loanKind, ownerOf(userId)), requestId, question),
    },
    // The threshold of the version that was agreed to.
    approvals: (view, { requestId, userId }) =>
      view.state(loanKind, ownerOf(userId)).open.get(requestId)?.fourEyes === true ? 2 : 1,
    prepare: async ({ userId }): Promise<LoanPrepared> => ({
      policy: parts.policies.inForce('loan.rules'),
      score: (await parts.scores.of(userId)).score,
    }),
    decide: (view, decision, { at }) => {
      const { userId } = decision;
      const lender = {
        account: accountProblem(parts.gate.refusal(view, userId, ownerOf(userId), at)),
        granted: view.state(lendingKind, LOAN_REALM).granted,
        lending: view.balance(HOUSE.lending.account, 'USDT'),
        ...(decision.prepared as LoanPrepared),
      };
      return decideVerdict(view.realm, view.state(loanKind, ownerOf(userId)), decision, lender, at);
    },
    details: (request) => details(parts, request),
  };
}

async function details(
  { query, loans, levels, signals, vault, policies }: LoanReviewParts,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<ReviewDetails | Refusal> {
  if (!(await query.isUpToDate(LOAN_REALM))) return refuse('request.unavailable');
  const rows = await query.ofPerson(userId);
  const row = rows.find(({ loanId }) => loanId === requestId);
  if (row === undefined) return refuse('review.not-found', { requestId });
  const { fourEyesFrom } = policies.inForce('loan.rules').values;
  const earlier = rows.filter(({ position }) => position <= row.position);
  const [state, realName, applicant, noticed] = await Promise.all([
    loans(ownerOf(userId)),
    levels.realName(userId),
    vault.open(userId, 'loan.applicant', row.sealedApplicant as Sealed),
    signals.of({
      userId,
      at: row.requestedAt,
      amounts: earlier.map(({ requestedAt, principal }) => ({ at: requestedAt, usdt: amount(principal) })).reverse(),
      fourEyesFrom: amount(fourEyesFrom),
    }),
  ]);
  return {
    fields: [
      ...figures(row, earlier, state),
      { name: 'realName', value: realName ?? '–', personal: true },
      ...applicantFields(applicant),
    ],
    images: imagesOf(row).map(({ image, imageId }) => ({ id: imageId, purpose: purposeOf(image) })),
    signals: [...answers(state.open.get(requestId)), ...noticed],
    policies: [signals.rules(), { name: 'loan.rules', version: row.policyVersion, inputs: {} }],
  };
}

/** Images that came after a question of staff. */
function answers(loan: OpenLoan | undefined): RiskSignal[] {
  if (loan === undefined || loan.answered.times === 0) return [];
  return [{ name: 'answered', level: 'info', inputs: { ...loan.answered } }];
}

function figures(row: LoanRow, all: readonly LoanRow[], state: LoanState): ReviewDetails['fields'][number][] {
  const { interest, total } = loanCost(row, row.periodDays);
  const earlier = all.filter(({ loanId }) => loanId !== row.loanId);
  const cleared = earlier.filter(({ status }) => status === 'cleared').length;
  const overdue = earlier.filter(({ overdueDays }) => overdueDays > 0).length;
  const rows: [name: string, value: string][] = [
    ['amount', `${row.principal} USDT`],
    ['loanPeriod', String(row.periodDays)],
    ['loanInterest', `${interest} USDT`],
    ['loanTotal', `${total} USDT`],
    ['loanScore', String(row.score)],
    ['loanLimit', `${row.creditLimit} USDT`],
    ['loanOpen', `${format(openPrincipal(state))} USDT`],
    ['loansCleared', String(cleared)],
    ['loansOverdue', String(overdue)],
    ['rulesVersion', String(row.policyVersion)],
  ];
  return rows.map(([name, value]) => ({ name, value, personal: false }));
}

const APPLICANT_FIELDS = {
  name: 'loanName',
  country: 'loanCountry',
  address: 'loanAddress',
  birthDate: 'loanBirthDate',
  phone: 'loanPhone',
} as const;

function applicantFields(text: string | null): ReviewDetails['fields'][number][] {
  if (text === null) return [];
  const applicant = JSON.parse(text) as Record<keyof typeof APPLICANT_FIELDS, string>;
  return (Object.keys(APPLICANT_FIELDS) as (keyof typeof APPLICANT_FIELDS)[]).map((key) => ({
    name: APPLICANT_FIELDS[key],
    value: applicant[key],
    personal: true,
  }));
}
