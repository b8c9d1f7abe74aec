import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { DEPOSIT_LABELS, type DepositLabel } from '../../../contracts/deposit.contract.js';
import { STAFF_DEPOSIT_STATUSES, type StaffDepositRow } from '../../../contracts/deposit.staff.contract.js';
import { instantFilter, selectFilter, textFilter } from '../../ui/filter-inputs';
import { Hash } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OrderLink, OwnerLink } from '../../ui/text-link';
import { Amount, Count, Instant } from '../../ui/values';

const filters = [
  selectFilter('label', 'console.withdrawal.label', DEPOSIT_LABELS, true),
  selectFilter('status', 'console.deposit_status', STAFF_DEPOSIT_STATUSES, true),
  textFilter('userId'),
  textFilter('hash'),
  textFilter('currency'),
  textFilter('network'),
  instantFilter('createdFrom'),
  instantFilter('createdTo'),
];

const COLOURS = { failed: 'error', waiting: 'warning', success: 'success' } as const satisfies Record<
  DepositLabel,
  string
>;

/** The specification's label as a colour, and how it stands in words. */
function StatusChip({ label, status }: Pick<StaffDepositRow, 'label' | 'status'>) {
  const translate = useTranslate();
  const text = translate(`console.deposit_status.${status}`);
  const title = translate(`console.withdrawal.label.${label}`);
  return <Chip size="small" variant="outlined" color={COLOURS[label]} label={text} title={title} data-label={label} />;
}

const columns: Column<StaffDepositRow>[] = [
  { source: 'createdAt', render: ({ createdAt }) => <Instant short at={createdAt} /> },
  { source: 'status', fixedOrder: true, phone: 'corner', render: (row) => <StatusChip {...row} /> },
  {
    source: 'amount',
    align: 'right',
    fixedOrder: true,
    phone: 'title',
    render: ({ amount, currency }) => <Amount value={amount} asset={currency} />,
  },
  {
    source: 'declared',
    align: 'right',
    fixedOrder: true,
    optional: true,
    render: ({ declared }) => <Amount value={declared} />,
  },
  { source: 'network', fixedOrder: true, render: ({ network }) => network },
  {
    source: 'confirmations',
    align: 'right',
    fixedOrder: true,
    render: ({ confirmations, confirmationsNeeded }) => (
      <>
        <Count value={confirmations} /> / <Count value={confirmationsNeeded} />
      </>
    ),
  },
  {
    source: 'userId',
    fixedOrder: true,
    render: ({ userId }) => (userId === null ? '–' : <OwnerLink ownerId={userId} />),
  },
  { source: 'hash', fixedOrder: true, render: ({ hash }) => <Hash value={hash} /> },
  {
    source: 'request',
    fixedOrder: true,
    render: ({ id }) => <OrderLink orderId={id.startsWith('deposit-') ? id : null} />,
  },
  { source: 'reorganised', align: 'right', fixedOrder: true, optional: true, render: ({ reorganised }) => reorganised },
  {
    source: 'decidedAt',
    fixedOrder: true,
    optional: true,
    render: ({ decidedAt }) => <Instant short at={decidedAt} />,
  },
];

/** All deposits and deposit proofs, with and without an owner. Proofs are decided in the review room. */
export function DepositList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'createdAt', order: 'DESC' }}>
      <ListTable columns={columns} rowLink={false} />
    </ResourceList>
  );
}
