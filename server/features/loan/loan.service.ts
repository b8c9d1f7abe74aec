import { Injectable } from '@nestjs/common';
import type {
  answerLoan,
  applyLoan,
  lendBack,
  lendMy,
  lendList,
  repayLoan,
  withdrawLoan,
} from '../../../contracts/loan.calls.js';
import {
  LOAN_IMAGES,
  type LoanAnswer,
  type LoanDetail,
  type LoanImage,
  type LoanMy,
  type LoanProducts,
} from '../../../contracts/loan.contract.js';
import { LOAN_PERIODS, worstCost } from '../../../shared/loan.js';
import { format } from '../../../shared/money.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { AccountGate } from '../../core/ports/account-gate.js';
import { Agreements } from '../../core/ports/agreements.js';
import { CreditScores, type CreditStanding } from '../../core/ports/credit-scores.js';
import { InvestmentCaps } from '../../core/ports/investment-caps.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { Vault } from '../../core/ports/vault.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Messages } from '../../edge/http/messages.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { Writers } from '../../engine/writer/writers.js';
import { AnswerLoan, RepayLoan, RequestLoan, WithdrawLoan, type LoanRules } from './loan.commands.js';
import { LOAN_REALM, loanScope, requestScope, standingOf } from './loan.handler.js';
import { LoanImages } from './loan-images.js';
import { paymentView } from './loan-payment.service.js';
import { LoanQuery, viewOfRow } from './loan.query.js';

import { countsAt, grantDue, limitOf, overdueProblem, personProblems } from './loan.rules.js';
import {
  askedView,
  daysHeld,
  debtAt,
  isOwed,
  lendingKind,
  loanKind,
  localDate,
  localDay,
  owedAfter,
  type LoanState,
  type OwedLoan,
} from './loan.state.js';

type Caller = Pick<CallContext<typeof applyLoan>, 'session' | 'requestToken'>;

const APPLICANT = 'loan.applicant';

/** What a call does around its command: rules, class, score, images, and what the borrower reads. */
@Injectable()
export class LoanService {
  constructor(
    private readonly commands: Commands,
    private readonly writers: Writers,
    private readonly query: LoanQuery,
    private readonly images: LoanImages,
    private readonly policies: PolicySource<{ 'loan.rules': LoanRules }>,
    private readonly caps: InvestmentCaps,
    private readonly scores: CreditScores,
    private readonly levels: VerificationLevels,
    private readonly accounts: AccountGate,
    private readonly agreements: Agreements,
    private readonly vault: Vault,
    private readonly texts: Messages,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async products(_: CallContext<typeof lendList>): Promise<LoanProducts> {
    const { values, version } = this.policies.inForce('loan.rules');
    const { open, dailyRate, freeDays, lateRate, minUsdt: minimum, fourEyesFrom, setOffDays, writeOffDays } = values;
    const { unassessed, conservative, balanced, aggressive } = values;
    const available = await this.writers.look(LOAN_REALM, loanScope({ ownerId: '' }), (view) => {
      const due = grantDue(view.state(lendingKind, LOAN_REALM).granted, values);
      return format(view.balance(HOUSE.lending.account, 'USDT') + due);
    });
    return {
      at: this.clock.now(),
      periods: [...LOAN_PERIODS],
      limits: { unassessed, conservative, balanced, aggressive },
      lender: HOUSE.lending.account,
      open,
      dailyRate,
      freeDays,
      lateRate,
      minimum,
      fourEyesFrom,
      setOffDays,
      writeOffDays,
      available,
      version,
    };
  }

  async my({ session, lang }: CallContext<typeof lendMy>): Promise<LoanMy> {
    if (session.realm !== LOAN_REALM) return { own: null };
    const at = this.clock.now();
    const policy = this.policies.inForce('loan.rules');
    const [{ class: riskClass }, credit] = await this.person(session.userId);
    const ports = { gate: this.accounts, levels: this.levels };
    const standing = await this.writers.look(LOAN_REALM, requestScope(ports, session), (view) =>
      standingOf(ports, view, session, policy.values, at),
    );
    const { score, repaidPoints, overduePoints } = credit;
    const { state } = standing;
    const figures = limitOf(state, { class: riskClass, score, policy });
    const problems = personProblems({ policy }, standing).map((problem) => this.texts.problem(lang, problem));
    const overdue = overdueProblem(state, at) !== undefined;
    const debt = format(debtAt(state, at));
    return { own: { class: riskClass, score, ...figures, debt, overdue, problems, repaidPoints, overduePoints } };
  }

  async back({ session, input: { loanId } }: CallContext<typeof lendBack>): Promise<LoanDetail | Refusal> {
    if (session.realm !== LOAN_REALM) return refuse('loan.not-found', { loanId });
    if (!(await this.query.isUpToDate(LOAN_REALM))) return refuse('request.unavailable');
    const row = await this.query.row(session, loanId);
    if (row === undefined) return refuse('loan.not-found', { loanId });
    const at = this.clock.now();
    const state = await this.writers.read(LOAN_REALM, loanKind, session.ownerId);
    const loan = state.open.get(loanId);
    const nothing = {
      at,
      loan: viewOfRow(row),
      now: null,
      dates: [],
      worst: worstCost(row),
      asked: askedView(loan?.asked ?? null),
      payment: paymentView(loan),
      score: null,
    };
    if (loan === undefined || !isOwed(loan)) return nothing;
    return { ...nothing, ...quotesOf(loan, at), score: scoreOf(state, loan, await this.scores.of(session.userId), at) };
  }

  async apply(call: CallContext<typeof applyLoan>): Promise<LoanAnswer | Refusal> {
    const { session, input } = call;
    const { userId, ownerId } = session;
    const { amount: text, periodDays, timeZone, agreed = null, article } = input;
    const context = this.context(call);
    const images = imagesIn(input);
    const result = await this.commands.prepare(context, async () => {
      // A version that is published meanwhile is none of this application's.
      const policy = this.policies.inForce('loan.rules');
      const [[{ class: riskClass }, { score }], problem, agreement] = await Promise.all([
        this.person(userId),
        this.images.problem(userId, images),
        this.agreements.rulesOf('loan', article),
      ]);
      if (isRefusal(agreement)) return agreement;
      const { name, country, address, birthDate, phone } = input;
      const applicant = JSON.stringify({ name, country, address, birthDate, phone });
      const sealedApplicant = await this.vault.seal(userId, APPLICANT, applicant);
      const loanId = this.ids.next('loan');
      const wanted = { loanId, amount: text, periodDays, timeZone, agreed, agreement, sealedApplicant, images };
      return new RequestLoan(context, { userId, ownerId, ...wanted, problem, class: riskClass, score, policy });
    });
    if (!result.ok) return result.refusal;
    const { loanId } = result.answer;
    await this.images.attach(userId, images, loanId);
    return { loanId, position: result.position };
  }

  async withdraw(call: CallContext<typeof withdrawLoan>): Promise<LoanAnswer | Refusal> {
    const { userId, ownerId } = call.session;
    const { loanId } = call.input;
    const result = await this.commands.execute(new WithdrawLoan(this.context(call), { userId, ownerId, loanId }));
    return result.ok
      ? { loanId, position: result.position }
      : this.query.overOr(call.session, loanId, result.refusal, 'loan.not-waiting');
  }

  async answer(call: CallContext<typeof answerLoan>): Promise<LoanAnswer | Refusal> {
    const { userId, ownerId } = call.session;
    const { loanId } = call.input;
    const context = this.context(call);
    const images = imagesIn(call.input);
    const result = await this.commands.prepare(context, async () => {
      const problem = await this.images.problem(userId, images);
      return new AnswerLoan(context, { userId, ownerId, loanId, images, problem });
    });
    if (!result.ok) return this.query.overOr(call.session, loanId, result.refusal, 'loan.not-waiting');
    await this.images.attach(userId, images, loanId);
    return { loanId, position: result.position };
  }

  async repay(call: CallContext<typeof repayLoan>): Promise<LoanAnswer | Refusal> {
    const { userId, ownerId } = call.session;
    const { loanId, shownTotal } = call.input;
    const command = new RepayLoan(this.context(call), { userId, ownerId, loanId, shownTotal });
    const result = await this.commands.execute(command);
    return result.ok
      ? { loanId, position: result.position }
      : this.query.overOr(call.session, loanId, result.refusal, 'loan.nothing-owed');
  }

  private person(userId: string) {
    return Promise.all([this.caps.of(userId), this.scores.of(userId)]);
  }

  private context({ session, requestToken }: Caller): CommandContext {
    const { realm, userId } = session;
    return { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}

/** The images that a form names. */
const imagesIn = (input: Readonly<Record<LoanImage, string>>) =>
  LOAN_IMAGES.flatMap((image) => (input[image] === '' ? [] : [{ image, imageId: input[image] }]));

/** What repaying costs now, and on each date to maturity. */
function quotesOf(loan: OwedLoan, at: number): Pick<LoanDetail, 'now' | 'dates'> {
  const held = daysHeld(loan, at);
  const first = localDay(loan.disbursed.date);
  const quote = (days: number) => ({ ...owedAfter(loan, days), date: localDate(first + days) });
  const left = Math.max(0, loan.periodDays - held);
  return { now: quote(held), dates: Array.from({ length: left + 1 }, (_, n) => quote(held + n)) };
}

/** The effect on the credit score, before and after. */
function scoreOf(
  state: LoanState,
  loan: OwedLoan,
  { score, floor, ceiling, repaidPoints, overduePoints }: CreditStanding,
  at: number,
): LoanDetail['score'] {
  const counts = countsAt(state, loan, at);
  return {
    now: score,
    afterRepaid: counts ? Math.min(ceiling, score + repaidPoints) : score,
    counts,
    afterOverdue: Math.max(floor, score - overduePoints),
  };
}
