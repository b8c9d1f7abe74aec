import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  STAFF_LOAN_STATUSES,
  type StaffLendingRow,
  type StaffLoanRow,
  type StaffLoanStatus,
} from '../../../contracts/loan.staff.contract.js';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OwnerLink } from '../../ui/text-link';
import { Amount, Count, Instant, Share } from '../../ui/values';

const filters = [selectFilter('status', 'console.loan_status', STAFF_LOAN_STATUSES, true), textFilter('userId')];

const COLOURS: Partial<Record<StaffLoanStatus, 'success' | 'info' | 'warning' | 'error'>> = {
  unreviewed: 'warning',
  disbursed: 'info',
  repaying: 'warning',
  cleared: 'success',
  rejected: 'error',
  overdue: 'error',
  'written-off': 'error',
};

function StatusChip({ status }: { status: StaffLoanStatus }) {
  const label = useTranslate()(`console.loan_status.${status}`);
  return <Chip size="small" variant="outlined" color={COLOURS[status] ?? 'default'} label={label} />;
}

type Money = 'owedNow' | 'lateFeeNow' | 'setOff' | 'interest' | 'lateFee' | 'writtenOff';
const money = (source: Money, optional = false): Column<StaffLoanRow> => ({
  source,
  fixedOrder: true,
  optional,
  align: 'right',
  render: (row) => <Amount value={row[source]} />,
});

const rate = (source: 'dailyRate' | 'lateRate'): Column<StaffLoanRow> => ({
  source,
  fixedOrder: true,
  optional: true,
  align: 'right',
  render: (row) => <Share value={row[source]} />,
});

const columns: Column<StaffLoanRow>[] = [
  { source: 'requestedAt', render: ({ requestedAt }) => <Instant short at={requestedAt} /> },
  { source: 'id', fixedOrder: true, phone: 'title', render: ({ id }) => <Mono>{id}</Mono> },
  { source: 'userId', fixedOrder: true, render: ({ userId }) => <OwnerLink ownerId={userId} /> },
  { source: 'status', fixedOrder: true, phone: 'corner', render: ({ status }) => <StatusChip status={status} /> },
  { source: 'amount', fixedOrder: true, align: 'right', render: ({ amount }) => <Amount value={amount} /> },
  { source: 'periodDays', fixedOrder: true, align: 'right', render: ({ periodDays }) => <Count value={periodDays} /> },
  rate('dailyRate'),
  {
    source: 'freeDays',
    fixedOrder: true,
    optional: true,
    align: 'right',
    render: ({ freeDays }) => <Count value={freeDays} />,
  },
  rate('lateRate'),
  {
    source: 'disbursedAt',
    optional: true,
    render: ({ disbursedAt }) => (disbursedAt === null ? null : <Instant short at={disbursedAt} />),
  },
  { source: 'date', fixedOrder: true, optional: true, render: ({ date }) => date },
  { source: 'dueDate', render: ({ dueDate }) => dueDate },
  { source: 'overdueDays', align: 'right', render: ({ overdueDays }) => <Count value={overdueDays} /> },
  money('owedNow'),
  money('lateFeeNow', true),
  money('setOff', true),
  money('interest', true),
  money('lateFee', true),
  money('writtenOff', true),
  {
    source: 'endedAt',
    fixedOrder: true,
    optional: true,
    render: ({ endedAt }) => (endedAt === null ? null : <Instant short at={endedAt} />),
  },
];

/** Loans of all accounts; applications are decided in the review room, and the status shows those that are overdue. */
export function LoanList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'requestedAt', order: 'DESC' }}>
      <ListTable columns={columns} rowLink={false} />
    </ResourceList>
  );
}

type Counted = 'openCount' | 'overdueCount' | 'count';
const amount = (source: Exclude<keyof StaffLendingRow, Counted>): Column<StaffLendingRow> => ({
  source,
  fixedOrder: true,
  align: 'right',
  render: (row) => <Amount value={row[source]} />,
});
const count = (source: Counted): Column<StaffLendingRow> => ({
  source,
  fixedOrder: true,
  align: 'right',
  render: (row) => <Count value={row[source]} />,
});

const lendingColumns: Column<StaffLendingRow>[] = [
  amount('grantedUsdt'),
  amount('freeUsdt'),
  count('openCount'),
  amount('openUsdt'),
  count('overdueCount'),
  amount('overdueUsdt'),
  count('count'),
  amount('incomeUsdt'),
  amount('lossUsdt'),
];

/** The lending book: what was granted, is lent, overdue, earned and lost. */
export function LendingList() {
  return (
    <ResourceList filters={[]} sort={{ field: 'id', order: 'ASC' }}>
      <ListTable columns={lendingColumns} rowLink={false} />
    </ResourceList>
  );
}
