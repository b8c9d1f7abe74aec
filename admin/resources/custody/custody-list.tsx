import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { CUSTODY_PRODUCTS, CUSTODY_STATUSES, type CustodyStatus } from '../../../contracts/custody.contract.js';
import type { StaffCustodyHouseRow, StaffCustodyRow } from '../../../contracts/custody.staff.contract.js';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OwnerLink } from '../../ui/text-link';
import { Amount, Count, Instant } from '../../ui/values';

const filters = [
  selectFilter('status', 'console.custody_status', CUSTODY_STATUSES, true),
  selectFilter('productId', 'console.custody_product', CUSTODY_PRODUCTS, true),
  textFilter('userId'),
];

const COLOURS: Partial<Record<CustodyStatus, 'success' | 'info' | 'warning' | 'error'>> = {
  'in-custody': 'info',
  redeeming: 'warning',
  'redemption-rejected': 'error',
  completed: 'success',
};

function StatusChip({ status }: { status: CustodyStatus }) {
  const label = useTranslate()(`console.custody_status.${status}`);
  return <Chip size="small" variant="outlined" color={COLOURS[status] ?? 'default'} label={label} />;
}

function ProductName({ productId }: { productId: string }) {
  return <>{useTranslate()(`console.custody_product.${productId}`)}</>;
}

const columns: Column<StaffCustodyRow>[] = [
  { source: 'boughtAt', render: ({ boughtAt }) => <Instant short at={boughtAt} /> },
  { source: 'id', fixedOrder: true, phone: 'title', render: ({ id }) => <Mono>{id}</Mono> },
  { source: 'userId', fixedOrder: true, render: ({ userId }) => <OwnerLink ownerId={userId} /> },
  { source: 'productId', fixedOrder: true, render: ({ productId }) => <ProductName productId={productId} /> },
  { source: 'status', fixedOrder: true, phone: 'corner', render: ({ status }) => <StatusChip status={status} /> },
  { source: 'amount', align: 'right', render: ({ amount }) => <Amount value={amount} /> },
  { source: 'maturesAt', render: ({ maturesAt }) => <Instant short at={maturesAt} /> },
  {
    source: 'requestedAt',
    fixedOrder: true,
    optional: true,
    render: ({ requestedAt }) => (requestedAt === null ? null : <Instant short at={requestedAt} />),
  },
  { source: 'interest', fixedOrder: true, align: 'right', render: ({ interest }) => <Amount value={interest} /> },
  { source: 'penalty', fixedOrder: true, align: 'right', render: ({ penalty }) => <Amount value={penalty} /> },
  {
    source: 'returned',
    fixedOrder: true,
    optional: true,
    align: 'right',
    render: ({ returned }) => <Amount value={returned} />,
  },
  {
    source: 'endedAt',
    fixedOrder: true,
    optional: true,
    render: ({ endedAt }) => (endedAt === null ? null : <Instant short at={endedAt} />),
  },
];

/** Custody orders of all accounts; redemptions are decided in the review room. */
export function CustodyList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'boughtAt', order: 'DESC' }}>
      <ListTable columns={columns} rowLink={false} />
    </ResourceList>
  );
}

const amount = (source: Exclude<keyof StaffCustodyHouseRow, 'openCount' | 'count'>): Column<StaffCustodyHouseRow> => ({
  source,
  fixedOrder: true,
  align: 'right',
  render: (row) => <Amount value={row[source]} />,
});

const houseColumns: Column<StaffCustodyHouseRow>[] = [
  amount('grantedUsdt'),
  amount('freeUsdt'),
  amount('heldUsdt'),
  { source: 'openCount', fixedOrder: true, align: 'right', render: ({ openCount }) => <Count value={openCount} /> },
  amount('openUsdt'),
  { source: 'count', fixedOrder: true, align: 'right', render: ({ count }) => <Count value={count} /> },
  amount('interestUsdt'),
  amount('penaltyUsdt'),
];

/** The treasury that pays custody: what it was granted, has promised, paid and taken. */
export function CustodyHouseList() {
  return (
    <ResourceList filters={[]} sort={{ field: 'id', order: 'ASC' }}>
      <ListTable columns={houseColumns} rowLink={false} />
    </ResourceList>
  );
}
