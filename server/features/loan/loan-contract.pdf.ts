import { loanCost, worstCost } from '../../../shared/loan.js';
import { dateAfter } from '../../../shared/utc-date.js';
import type { Language } from '../../../shared/language.js';
import type { LoanView } from '../../../contracts/loan.contract.js';
import { printedPieces, type Printed } from '../../edge/pdf/printed.js';
import { printedWords, type PrintWords } from '../../edge/pdf/words.js';
import type { FilePieces, FileWriter } from '../../edge/work/file-writing.js';
import { LENDER_BANK, loanReference, PAYMENT_CURRENCY } from './loan-payment.rules.js';
import { HOUSE } from '../../engine/ledger/chart.js';

/** The borrower, as the application names them. */
export type Borrower = Readonly<Record<'name' | 'country' | 'address' | 'birthDate' | 'phone', string>>;

/** A loan as its contract says it; `borrower` is `null` once the person's key is gone. */
export interface ContractJob {
  readonly loan: LoanView;
  readonly account: string;
  readonly borrower: Borrower | null;
  readonly madeAt: number;
  readonly language: Language;
}

export const LOAN_CONTRACT_FILE: FileWriter<ContractJob> = {
  from: import.meta.url,
  name: 'LOAN_CONTRACT_FILE',
  write: async function* (job): FilePieces {
    yield* await printedPieces(contractOf(job), job.language);
  },
};

/** Everything that was agreed to, in the words of the screen. */
function contractOf(job: ContractJob): Printed {
  const { loan, madeAt, language } = job;
  const words = printedWords('loan', language, loan.timeZone);
  const { t } = words;
  return {
    // What was never paid out is no contract, and no proof of one.
    title: t(loan.disbursedAt === null ? 'contract.requestTitle' : 'contract.title'),
    notice: t('statement:pdf.simulation'),
    parts: [
      { facts: headOf(job, words) },
      { heading: t('terms.title') },
      { facts: termsOf(loan, words) },
      ...[t('terms.whole'), t('terms.late')].map((text) => ({ text })),
      { text: t('terms.setOff', { days: loan.setOffDays }) },
      { text: t('terms.writeOff', { days: loan.writeOffDays }) },
      { text: t('terms.frozen') },
      { heading: t('contract.plan') },
      planOf(loan, words),
      { heading: t('contract.late') },
      ...lateOf(loan, words),
    ],
    foot: t('contract.foot', { number: loan.loanId }),
    page: (page, pages) => t('statement:pdf.page', { page: words.count(page), pages: words.count(pages) }),
    madeAt,
  };
}

type Facts = (readonly [string, string])[];

function headOf({ loan, account, borrower, madeAt }: ContractJob, words: PrintWords): Facts {
  const { t, instant, day } = words;
  const { date, dueDate, disbursedAt } = loan;
  const paidOut: Facts =
    disbursedAt === null || date === null || dueDate === null
      ? []
      : [
          [t('detail.disbursed'), instant(disbursedAt)],
          [t('detail.dayZero'), day(date)],
          [t('column.due'), day(dueDate)],
          [t('bank.title'), paidTo(loan.loanId)],
        ];
  return [
    [t('column.number'), loan.loanId],
    ...(borrower === null ? [] : borrowerOf(borrower, words)),
    [t('statement:pdf.account'), account],
    [t('terms.lender'), HOUSE.lending.account],
    [t('column.requested'), instant(loan.requestedAt)],
    [t('contract.agreed'), `loan.rules · ${t('terms.version', { version: loan.version })}`],
    [t('column.status'), t(`status.${loan.status}`)],
    ...paidOut,
    [t('detail.zone'), loan.timeZone],
    [t('statement:pdf.madeAt'), instant(madeAt)],
  ];
}

/** Whoever cannot log in pays by it. */
const paidTo = (loanId: string): string =>
  [LENDER_BANK.accountNumber, LENDER_BANK.swift, PAYMENT_CURRENCY, loanReference(loanId)].join(' · ');

const borrowerOf = ({ name, country, address, birthDate, phone }: Borrower, words: PrintWords): Facts => [
  [words.t('contract.borrower'), name],
  [words.t('apply.country'), words.country(country)],
  [words.t('apply.address'), address],
  [words.t('apply.birthDate'), words.day(birthDate)],
  [words.t('apply.phone'), phone],
];

const costAfter = (loan: LoanView, days: number) => loanCost({ ...loan, principal: loan.amount }, days);

function termsOf(loan: LoanView, { t, amount, share }: PrintWords): Facts {
  const usdt = (text: string) => `${amount(text)} USDT`;
  const due = costAfter(loan, loan.periodDays);
  return [
    [t('apply.amount'), usdt(loan.amount)],
    [t('apply.period'), t('days', { count: loan.periodDays })],
    [t('figure.rate'), share(loan.dailyRate)],
    [t('figure.free'), t('days', { count: loan.freeDays })],
    [t('figure.interest'), usdt(due.interest)],
    [t('figure.total'), usdt(due.total)],
    [t('terms.lateRate'), share(loan.lateRate)],
    [t('figure.worst'), usdt(worstCost({ ...loan, principal: loan.amount }).total)],
    [t('detail.method'), t('detail.once')],
  ];
}

/** What repaying costs on each day to maturity: by date once it is paid out. */
function planOf(loan: LoanView, { t, amount, count, day }: PrintWords) {
  const { date, periodDays } = loan;
  const rows = Array.from({ length: periodDays + 1 }, (_, days) => {
    const { interest, total } = costAfter(loan, days);
    return [date === null ? count(days) : day(dateAfter(date, days)), amount(interest), amount(total)];
  });
  const when = date === null ? t('contract.days') : t('dates.date');
  return { columns: columnsOf(when, t('dates.interest'), t('dates.owed')), rows };
}

/** What the first overdue day costs, and those on which we set off and write off. */
function lateOf(loan: LoanView, { t, amount, count }: PrintWords) {
  const { periodDays, setOffDays, writeOffDays } = loan;
  const rows = [1, setOffDays, writeOffDays].map((overdue) => {
    const { lateFee, total } = costAfter(loan, periodDays + overdue);
    return [count(overdue), amount(lateFee), amount(total)];
  });
  const fee = amount(costAfter(loan, periodDays + 1).lateFee);
  const most = amount(worstCost({ ...loan, principal: loan.amount }).lateFee);
  return [
    { text: t('contract.lateHow', { fee, most }) },
    { columns: columnsOf(t('now.overdueDays'), `${t('now.lateFee')} (USDT)`, t('dates.owed')), rows },
  ];
}

const columnsOf = (...labels: readonly [string, string, string]) =>
  labels.map((label, index) => ({ label, share: 1, holds: index === 0 ? ('words' as const) : ('number' as const) }));
