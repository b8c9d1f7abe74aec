import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { StaffVoucherRow } from '../../../contracts/reward.contract.js';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OwnerLink } from '../../ui/text-link';
import { Amount, Instant } from '../../ui/values';

const STATUSES = ['open', 'used', 'expired'] as const;

const filters = [selectFilter('status', 'console.voucher_status', STATUSES, true), textFilter('userId')];

const COLOURS: Partial<Record<StaffVoucherRow['status'], 'success' | 'info'>> = { open: 'info', used: 'success' };

function Status({ status }: Pick<StaffVoucherRow, 'status'>) {
  const label = useTranslate()(`console.voucher_status.${status}`);
  return <Chip size="small" variant="outlined" color={COLOURS[status] ?? 'default'} label={label} />;
}

const columns: Column<StaffVoucherRow>[] = [
  { source: 'issuedAt', render: ({ issuedAt }) => <Instant short at={issuedAt} /> },
  { source: 'id', fixedOrder: true, phone: 'title', render: ({ id }) => <Mono>{id}</Mono> },
  { source: 'status', fixedOrder: true, phone: 'corner', render: ({ status }) => <Status status={status} /> },
  { source: 'amount', align: 'right', render: ({ amount }) => <Amount value={amount} /> },
  { source: 'used', fixedOrder: true, align: 'right', render: ({ used }) => <Amount value={used} /> },
  { source: 'left', fixedOrder: true, align: 'right', render: ({ left }) => <Amount value={left} /> },
  { source: 'lastDate', fixedOrder: true, render: ({ lastDate }) => lastDate },
  { source: 'userId', fixedOrder: true, render: ({ userId }) => <OwnerLink ownerId={userId} /> },
];

/** Fee vouchers of all accounts: what each was worth, paid back and has left. */
export function VoucherList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'issuedAt', order: 'DESC' }}>
      <ListTable columns={columns} rowLink={false} />
    </ResourceList>
  );
}
