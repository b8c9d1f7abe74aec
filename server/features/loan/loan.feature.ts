import { amount } from '../../../shared/money.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { ofHouse, ofPersons, type Feature } from '../../engine/feature.js';
import { loanAudit } from './audit/loan.check.js';
import { loanPaymentKind } from './loan-payment.decider.js';
import { LENDER_BANK, LOAN_REFERENCE_SQL } from './loan-payment.rules.js';
import { loanEvents, type LoanPaymentCleared } from './loan.events.js';
import { loanHandlers, type LoanPorts } from './loan.handler.js';
import { lendingList, loanList } from './loan.list.js';
import { loanNotifications } from './loan.notifications.js';
import { loanProjection } from './loan.projection.js';
import { overdueProblem } from './loan.rules.js';
import { debtsAt, lendingKind, loanKind, loanTimetable, type LoanState } from './loan.state.js';
import { loanTimeline } from './loan.timeline.js';

export const loanFeature = {
  name: 'loan',
  events: loanEvents,
  streams: [...ofPersons(loanKind, loanPaymentKind), ...ofHouse(lendingKind)],
  projections: [loanProjection],
  historyAudit: loanAudit,
  staffLists: [loanList, lendingList],
  timetable: loanTimetable,
  timeline: loanTimeline,
  outside: {
    credits: {
      readModel: 'loans',
      stream: 'loanPayment-',
      event: 'LoanPaymentCleared',
      account: HOUSE.bank.account,
      completedSince: `SELECT payment_id AS id FROM loans WHERE paid_by = 'bank' AND ended_at >= $1`,
      paidUsdt: ({ data }) => amount((data as LoanPaymentCleared).paid),
    },
    payee: {
      readModel: 'loans',
      account: LENDER_BANK.accountNumber,
      named: `SELECT * FROM (
        SELECT ${LOAN_REFERENCE_SQL} AS reference, loan_id AS id, disbursed_at > 0 AND ended_at = 0 AS owed,
          status = 'repaying' AS waits FROM loans) named
        WHERE reference = ANY ($1)`,
    },
  },
  notifications: loanNotifications,
  counts: { loansOpen: 'SELECT coalesce(sum(open_count), 0)::bigint AS n FROM lending' },
  debts: {
    kind: loanKind,
    debts: (state, at) => debtsAt(state as LoanState, at),
    overdue: (state, at) => overdueProblem(state as LoanState, at),
  },
  handlers: (ports: LoanPorts) => loanHandlers(ports),
  module: async () => (await import('./loan.module.js')).LoanModule,
  redecision: () => import('./loan.redecision.js'),
  simulation: () => import('./loan.simulation.js'),
} satisfies Feature;
