import { units, written } from '../../../core/audit-figures.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { HistoryAudit, PublishedTerms } from '../../../core/history-audit.js';
import type { PolicyValues } from '../../../core/policy.js';
import { begunBy, isHeld, leftOf, type Loan } from './loan.audited.js';
import type {
  LendingEvent,
  LendingGranted,
  LoanDisbursed,
  LoanEvent,
  LoanOverdue,
  LoanPaymentBegun,
  LoanPaymentClaimed,
  LoanPaymentEvent,
  LoanPaymentSeen,
  LoanRepaid,
  LoanRequested,
  LoanWrittenOff,
} from '../loan.events.js';
import {
  beginsAt,
  costAfter,
  costAt,
  dateAfter,
  dateIn,
  daysFrom,
  inCents,
  limitOf,
  paymentOf,
  stepsUntil,
  totalAfter,
  versionsAt,
  wiredPayment,
} from './loan.figures.js';

type VoucherEvent = Extract<
  LoanEvent,
  { type: 'LoanPaymentSent' | 'LoanPaymentRejected' | 'LoanPaymentWithdrawn' | 'LoanPaymentLapsed' }
>;

const DAY_MS = 86_400_000;
/** Staff have so many days for payments without a receipt. */
const STAFF_DAYS = 9;

/** Every loan again, from the published rules and its dates: terms, limit, interest, late fee, set-off, loss, and what was moved. */
export const loanAudit: HistoryAudit = {
  check: 'loans',
  begin: (published, find) => {
    const check = new LoanCheck(published, find);
    return { take: (event) => check.take(event), finish: () => undefined };
  },
};

class LoanCheck {
  private readonly open = new Map<string, Loan>();
  private readonly countedAt = new Map<string, number>();
  private readonly barred = new Set<string>();
  private granted = 0n;

  constructor(
    private readonly published: PublishedTerms,
    private readonly find: (position: number, what: string) => void,
  ) {}

  take(event: RecordedEvent): void {
    if (event.realm !== 'real') return;
    if (event.stream.startsWith('lending-')) this.grant(event as LendingEvent);
    else if (event.stream.startsWith('loanPayment-')) this.cleared(event as LoanPaymentEvent);
    else if (event.stream.startsWith('loan-')) this.loan(event as LoanEvent);
  }

  private loan(event: LoanEvent): void {
    const { position, data } = event;
    if (event.type === 'LoanRequested') return this.requested(event);
    const loan = this.open.get(data.loanId);
    if (loan === undefined || loan.requested.ownerId !== data.ownerId)
      return this.find(position, `${data.loanId} is no open loan of ${data.ownerId}`);
    switch (event.type) {
      case 'LoanMoreRequested':
      case 'LoanAnswered':
        if (loan.disbursed !== null) this.find(position, `${data.loanId} was paid out before`);
        return;
      case 'LoanWithdrawn':
      case 'LoanRejected':
        if (loan.disbursed !== null) this.find(position, `${data.loanId} was paid out before`);
        this.open.delete(data.loanId);
        return;
      case 'LoanDisbursed':
        return this.disbursed(event, loan);
      case 'LoanOverdue':
        return this.overdue(event, loan);
      case 'LoanPaymentBegun':
        return this.begun(event, loan);
      case 'LoanPaymentSeen':
        return this.seen(event, loan);
      case 'LoanPaymentClaimed':
        return this.claimed(event, loan);
      case 'LoanPaymentLapsed':
        if (loan.until === null || event.at < loan.until)
          this.find(position, `${event.data.paymentId} lapsed while staff could decide`);
        return this.voucher(event, loan);
      case 'LoanPaymentSent':
      case 'LoanPaymentRejected':
      case 'LoanPaymentWithdrawn':
        return this.voucher(event, loan);
      case 'LoanPaymentMoreRequested':
      case 'LoanPaymentAnswered':
        if (loan.payment?.voucher !== event.data.paymentId)
          this.find(position, `${event.data.paymentId} does not wait, and ${event.type} is about it`);
        return;
      case 'LoanRepaid':
        return this.repaid(event, loan);
      case 'LoanWrittenOff':
        return this.writtenOff(event, loan);
      default:
    }
  }

  private rulesOf(version: number): PolicyValues | undefined {
    return this.published.policies.get('loan.rules')?.find((each) => each.version === version)?.values;
  }

  private requested({ data, position, at }: RecordedEvent<'LoanRequested', LoanRequested>): void {
    const { loanId, ownerId, policy } = data;
    const rules = this.rulesOf(policy.version);
    const open = [...this.open.values()].filter(({ requested }) => requested.ownerId === ownerId);
    this.open.set(loanId, begunBy(data));
    if (rules === undefined) return this.find(position, `${loanId} follows rules that were not published`);
    if (!versionsAt(this.published.policies.get('loan.rules') ?? [], at).includes(policy.version))
      this.find(position, `${loanId} follows rules that others had taken the place of`);
    for (const key of ['dailyRate', 'freeDays', 'lateRate', 'remindDays', 'setOffDays', 'writeOffDays'] as const)
      if (data[key] !== rules[key]) this.find(position, `${loanId} has ${key} ${data[key]}, not ${rules[key]}`);
    const limit = limitOf(String(rules[data.class]), data.score);
    const owed = open.reduce((sum, one) => sum + leftOf(one), 0n);
    const principal = units(data.principal);
    const wrong: [isWrong: boolean, what: string][] = [
      [units(data.limit) !== limit, `a limit of ${data.limit}, not ${written(limit)}`],
      [owed + principal > limit, `${data.principal} USDT beside ${written(owed)} of ${written(limit)}`],
      [principal < units(String(rules['minUsdt'])), `less than the minimum: ${data.principal}`],
      [data.fourEyes !== principal >= units(String(rules['fourEyesFrom'])), 'another number of approvals'],
      [rules['open'] !== true, 'while none were given'],
      [this.barred.has(ownerId), 'after a loss'],
      [open.some(({ disbursed }) => disbursed === null), 'beside another request'],
      [open.some(({ disbursed }) => (disbursed?.overdueAt ?? at + 1) <= at), 'while another is overdue'],
    ];
    for (const [isWrong, what] of wrong) if (isWrong) this.find(position, `${loanId} was requested: ${what}`);
  }

  private disbursed(event: RecordedEvent<'LoanDisbursed', LoanDisbursed>, loan: Loan): void {
    const { data, position, at } = event;
    const { loanId, ownerId, principal, date, dueDate, overdueAt } = data;
    const { timeZone, periodDays, principal: wanted } = loan.requested;
    if (loan.disbursed !== null) this.find(position, `${loanId} was paid out twice`);
    if (principal !== wanted) this.find(position, `${loanId} paid out ${principal}, not ${wanted}`);
    const today = dateIn(timeZone, at);
    if (date !== today || dueDate !== dateAfter(today, periodDays))
      this.find(position, `${loanId} runs from ${date} to ${dueDate}, not ${periodDays} dates from ${today}`);
    if (!beginsAt(timeZone, dateAfter(dueDate, 1), overdueAt))
      this.find(position, `${loanId} is overdue at ${overdueAt}, not when the date after ${dueDate} begins`);
    loan.disbursed = data;
    this.moved(
      event,
      new Map([
        ['house/lending', -units(principal)],
        [`user/${ownerId}/spot/available`, units(principal)],
      ]),
    );
  }

  private overdue(event: RecordedEvent<'LoanOverdue', LoanOverdue>, loan: Loan): void {
    const { data, position, at } = event;
    const { loanId, day, owed, setOff, sum, nextDay, nextAt, ownerId } = data;
    const { requested, disbursed } = loan;
    if (disbursed === null) return this.find(position, `${loanId} is overdue and was not paid out`);
    const { setOffDays, writeOffDays, timeZone, periodDays } = requested;
    const expected = loan.day === 0 ? 1 : loan.day === 1 ? setOffDays + 1 : loan.day + 1;
    if (day !== expected || day > writeOffDays)
      this.find(position, `${loanId} is overdue for ${day} dates, not ${expected}`);
    if (dateIn(timeZone, at) < dateAfter(disbursed.dueDate, day))
      this.find(position, `${loanId} is collected too early`);
    const due = totalAfter(requested, periodDays + day) - loan.setOff;
    if (units(owed) !== due) this.find(position, `${loanId} owes ${owed}, not ${written(due)}`);
    const taken = setOff.reduce((all, { amount: text }) => all + units(text), 0n);
    if (taken !== units(sum) || taken > due) this.find(position, `${loanId} took ${sum} of ${written(due)}`);
    const next = day === 1 && setOffDays > 0 ? setOffDays + 1 : day + 1;
    // Of the dates that a voucher kept waiting only the last one takes.
    const isPassed = loan.resumedAt !== null && nextAt <= loan.resumedAt && day !== writeOffDays;
    if (taken > 0n && (day <= setOffDays || isPassed)) this.find(position, `${loanId} took ${sum} after ${day} dates`);
    if (nextDay !== next || !beginsAt(timeZone, dateAfter(disbursed.dueDate, next), nextAt))
      this.find(position, `${loanId} is looked at next on ${nextDay} at ${nextAt}`);
    if (taken > 0n && isHeld(loan)) this.find(position, `${loanId} took ${sum} while a payment waited`);
    this.moved(event, paymentOf(ownerId, setOff, leftOf(loan)));
    loan.day = day;
    loan.setOff += taken;
    if (taken > 0n) loan.setOffDay = day;
  }

  private repaid(event: RecordedEvent<'LoanRepaid', LoanRepaid>, loan: Loan): void {
    const { data, position, at } = event;
    const { loanId, ownerId, days, interest, lateFee, setOff, paid, by, counts, wasOverdue } = data;
    const { requested, disbursed } = loan;
    this.open.delete(loanId);
    if (disbursed === null) return this.find(position, `${loanId} was repaid and not paid out`);
    const held = daysFrom(disbursed.date, dateIn(requested.timeZone, at));
    // What the calendar collects is about its date, however late it comes.
    const expectedDays =
      by === 'set-off' ? requested.periodDays + loan.day : by === 'bank' ? loan.cleared?.days : Math.max(0, held);
    const cost = costAfter(requested, days);
    const wrong: [isWrong: boolean, what: string][] = [
      [days !== expectedDays, `after ${days} dates, not ${expectedDays ?? 'by a payment'}`],
      [units(interest) !== cost.interest, `interest ${interest}, not ${written(cost.interest)}`],
      [units(lateFee) !== cost.lateFee, `late fee ${lateFee}, not ${written(cost.lateFee)}`],
      [units(setOff) !== loan.setOff, `${setOff} set off, not ${written(loan.setOff)}`],
      [
        units(paid) + loan.setOff !== totalAfter(requested, days),
        `${paid} paid of ${written(totalAfter(requested, days))}`,
      ],
      [wasOverdue !== loan.day > 0, 'as if it had another label'],
      [
        (by === 'bank' || loan.resumedAt !== null) && stepsUntil(requested, days) > loan.day,
        'and overdue dates were left out',
      ],
      [counts !== (by !== 'set-off' && this.counts(loan, at, by === 'bank' ? days : held)), `counts: ${counts}`],
      [loan.payment?.voucher != null && by !== 'bank', 'while a voucher waited'],
    ];
    for (const [isWrong, what] of wrong) if (isWrong) this.find(position, `${loanId} was repaid: ${what}`);
    if (counts) this.countedAt.set(ownerId, at);
    // What came by the bank was moved when the voucher was cleared.
    const parts = by === 'bank' || units(paid) === 0n ? [] : [{ space: 'spot', amount: paid }];
    this.moved(event, paymentOf(ownerId, parts, leftOf(loan)));
  }

  private begun({ data, position, at }: RecordedEvent<'LoanPaymentBegun', LoanPaymentBegun>, loan: Loan): void {
    const { loanId, owed, payAmount, days } = data;
    const { requested, disbursed } = loan;
    if (disbursed === null) return this.find(position, `${loanId} is paid by bank and was not paid out`);
    const held = Math.max(0, daysFrom(disbursed.date, dateIn(requested.timeZone, at)));
    const due = totalAfter(requested, held) - loan.setOff;
    if (days !== held || units(owed) !== due)
      this.find(
        position,
        `${loanId} is to be paid with ${owed} after ${days} dates, not ${written(due)} after ${held}`,
      );
    if (units(payAmount) !== inCents(due)) this.find(position, `${loanId} is to be paid with ${payAmount} at the bank`);
    loan.payment = { ...data, begunAt: at, voucher: null };
  }

  /** What waits, or waits no more: one voucher at a time, of a payment that was begun. */
  private voucher({ type, data, position, at }: VoucherEvent, loan: Loan): void {
    const { loanId, paymentId } = data;
    const { payment } = loan;
    const waiting = payment?.voucher ?? null;
    const expected = type === 'LoanPaymentSent' ? null : paymentId;
    if (payment === null || waiting !== expected)
      return this.find(
        position,
        `${loanId} has ${waiting ?? 'no voucher'} waiting, and ${type} is about ${String(paymentId)}`,
      );
    if (type !== 'LoanPaymentSent' && waiting !== null) loan.resumedAt = at;
    if (type === 'LoanPaymentSent') loan.seen = null;
    loan.until = null;
    if (type === 'LoanPaymentWithdrawn') loan.payment = null;
    else loan.payment = { ...payment, voucher: type === 'LoanPaymentSent' ? data.paymentId : null };
  }

  /** The wires pay what the loan cost on the date of the last one, or while its amount held. */
  private cleared(event: LoanPaymentEvent): void {
    const { data, position } = event;
    const { loanId, paymentId, ownerId, wires, days, paid, principalLeft } = data;
    const loan = this.open.get(loanId);
    const payment = loan?.payment ?? null;
    if (loan === undefined || payment === null || payment.voucher !== paymentId || loan.requested.ownerId !== ownerId)
      return this.find(position, `${loanId} is cleared by ${paymentId}, which does not wait`);
    const { expected, owed, arrived } = costAt(loan, payment, wires);
    const wrong: [isWrong: boolean, what: string][] = [
      [days !== expected, `after ${days} dates, not ${expected}`],
      [units(paid) !== owed, `${paid} paid, not ${written(owed)}`],
      [units(principalLeft) !== leftOf(loan), `${principalLeft} of the principal left`],
      [arrived < inCents(owed), `${written(arrived)} arrived`],
      [wires.some(({ currency }) => currency !== payment.currency), 'in another currency'],
    ];
    for (const [isWrong, what] of wrong) if (isWrong) this.find(position, `${loanId} was cleared: ${what}`);
    loan.cleared = data;
    this.moved(event, wiredPayment(ownerId, paid, leftOf(loan)));
  }

  /** What pays the loan came without a receipt, and no wire of it counted before. */
  private seen({ data, position }: RecordedEvent<'LoanPaymentSeen', LoanPaymentSeen>, loan: Loan): void {
    const { loanId, wires, days, owed: text } = data;
    const { expected, owed, arrived } = costAt(loan, loan.payment, wires);
    const wrong: [isWrong: boolean, what: string][] = [
      [
        days !== expected || units(text) !== owed,
        `${text} after ${days} dates, not ${written(owed)} after ${expected}`,
      ],
      [arrived < inCents(owed), `${written(arrived)} arrived`],
      [loan.seen !== null || loan.payment?.voucher != null, 'beside another payment that waits'],
      [wires.some(({ id }) => loan.seenWires.has(id)), 'by a payment that was seen before'],
      [wires.every(({ arrivedAt }) => arrivedAt <= (loan.resumedAt ?? 0)), 'by a payment that waited before'],
      [wires.some(({ currency }) => currency !== 'USD'), 'in another currency'],
    ];
    for (const [isWrong, what] of wrong) if (isWrong) this.find(position, `${loanId} was seen to be paid: ${what}`);
    for (const { id } of wires) loan.seenWires.add(id);
    loan.seen = data;
  }

  private claimed({ data, position, at }: RecordedEvent<'LoanPaymentClaimed', LoanPaymentClaimed>, loan: Loan): void {
    const { loanId, paymentId, owed, days, payAmount, validUntil, until } = data;
    const { seen, payment } = loan;
    const fixed = payment ?? seen;
    const isShown = seen?.paymentId === paymentId && owed === fixed?.owed && days === fixed.days;
    const isFixed = units(payAmount) === inCents(units(owed)) && validUntil === (payment?.validUntil ?? at);
    if (!isShown || !isFixed || until !== at + STAFF_DAYS * DAY_MS)
      this.find(
        position,
        `${loanId} is claimed by ${paymentId} for ${owed} until ${until}, which the bank did not show`,
      );
    loan.seen = null;
    loan.until = until;
    loan.payment = { ...(payment ?? { ...data, begunAt: at }), voucher: paymentId };
  }

  private counts({ requested, disbursed }: Loan, at: number, held: number): boolean {
    const rules = this.rulesOf(requested.policy.version) ?? {};
    const last = this.countedAt.get(requested.ownerId);
    const every = Number.parseInt(String(rules['scoreEveryDays']), 10);
    return (
      units(requested.principal) >= units(String(rules['scoreMinUsdt'])) &&
      held >= Number.parseInt(String(rules['scoreHeldDays']), 10) &&
      disbursed !== null &&
      held <= requested.periodDays &&
      (last === undefined || at - last >= every * DAY_MS)
    );
  }

  private writtenOff(event: RecordedEvent<'LoanWrittenOff', LoanWrittenOff>, loan: Loan): void {
    const { data, position, at } = event;
    const { loanId, ownerId, lost } = data;
    const { requested, disbursed } = loan;
    this.open.delete(loanId);
    this.barred.add(ownerId);
    const first = requested.writeOffDays + 1;
    if (isHeld(loan)) this.find(position, `${loanId} is given up while a payment waited`);
    if (disbursed === null || dateIn(requested.timeZone, at) < dateAfter(disbursed.dueDate, first))
      this.find(position, `${loanId} is given up before ${requested.writeOffDays} overdue dates are over`);
    const left = leftOf(loan);
    if (units(lost) !== left) this.find(position, `${loanId} lost ${lost}, not ${written(left)}`);
    this.moved(
      event,
      new Map([
        ['house/loan-losses', -left],
        ['house/lending', left],
      ]),
    );
  }

  private grant(event: RecordedEvent<'LendingGranted', LendingGranted>): void {
    const { data, position } = event;
    const { granted, total, policy } = data;
    const most = this.rulesOf(policy.version)?.['grantUsdt'];
    this.granted += units(granted);
    if (most === undefined || units(total) !== units(String(most)) || units(total) !== this.granted)
      this.find(position, `the lender was granted ${granted}, ${total} in all, by rules that give ${String(most)}`);
    this.moved(
      event,
      new Map([
        ['house/lending-grants', -units(granted)],
        ['house/lending', units(granted)],
      ]),
    );
  }

  /** The event moves exactly this. */
  private moved({ postings = [], position, type }: RecordedEvent, expected: ReadonlyMap<string, bigint>): void {
    const rest = new Map(expected);
    for (const { account, asset, amount: sum } of postings)
      rest.set(asset === 'USDT' ? account : `${account} ${asset}`, (rest.get(account) ?? 0n) - sum);
    const wrong = [...rest].filter(([, sum]) => sum !== 0n).map(([account]) => account);
    if (wrong.length > 0) this.find(position, `${type} moves something else on ${wrong.join(', ')}`);
  }
}
