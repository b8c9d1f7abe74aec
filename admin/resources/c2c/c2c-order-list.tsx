import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { C2C_LABELS, C2C_STATUSES, type C2cStatus, type StaffC2cRow } from '../../../contracts/c2c.contract.js';
import { showLink } from '../../lib/addresses';
import { selectFilter, textFilter, yesFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OwnerLink, TextLink } from '../../ui/text-link';
import { Amount, Count, Instant } from '../../ui/values';

const filters = [
  textFilter('reference', true),
  selectFilter('label', 'console.c2c.status', C2C_LABELS, true),
  selectFilter('status', 'console.c2c.status', C2C_STATUSES),
  yesFilter('unread', true),
  textFilter('userId'),
  textFilter('sellerId'),
];

const COLOURS: Partial<Record<C2cStatus, 'success' | 'error' | 'warning'>> = {
  completed: 'success',
  rejected: 'error',
  expired: 'error',
  remitted: 'warning',
  appealed: 'warning',
};

export function C2cStatusChip({ status }: { status: C2cStatus }) {
  const translate = useTranslate();
  const color = COLOURS[status] ?? 'default';
  return <Chip size="small" variant="outlined" color={color} label={translate(`console.c2c.status.${status}`)} />;
}

const columns: Column<StaffC2cRow>[] = [
  {
    source: 'reference',
    fixedOrder: true,
    phone: 'title',
    render: ({ id, reference }) => (
      <TextLink to={showLink('c2c-orders', id)}>
        <Mono>{reference}</Mono>
      </TextLink>
    ),
  },
  { source: 'status', fixedOrder: true, phone: 'corner', render: ({ status }) => <C2cStatusChip status={status} /> },
  { source: 'unread', align: 'right', fixedOrder: true, render: ({ unread }) => <Count value={unread} /> },
  { source: 'amount', align: 'right', render: ({ amount }) => <Amount value={amount} /> },
  {
    source: 'payAmount',
    align: 'right',
    fixedOrder: true,
    render: ({ payAmount, currency }) => (
      <>
        <Amount value={payAmount} /> {currency}
      </>
    ),
  },
  { source: 'userId', fixedOrder: true, render: ({ userId }) => <OwnerLink ownerId={userId} /> },
  { source: 'createdAt', render: ({ createdAt }) => <Instant short at={createdAt} /> },
  { source: 'expiresAt', fixedOrder: true, render: ({ expiresAt }) => <Instant short at={expiresAt} /> },
];

/** Orders of coins for wires. They are decided in the review room; here they are helped. */
export function C2cOrderList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'createdAt', order: 'DESC' }}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
