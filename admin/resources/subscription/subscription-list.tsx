import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../../../contracts/subscription.contract.js';
import type { StaffSubscriptionRow } from '../../../contracts/subscription.staff.contract.js';
import { showLink } from '../../lib/addresses';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OwnerLink, TextLink } from '../../ui/text-link';
import { Amount, Count, Instant } from '../../ui/values';

const filters = [
  selectFilter('status', 'console.subscription_status', SUBSCRIPTION_STATUSES, true),
  textFilter('coin', true),
  textFilter('userId'),
];

const COLOURS: Partial<Record<SubscriptionStatus, 'success' | 'info' | 'warning' | 'error'>> = {
  'under-review': 'info',
  passed: 'success',
  'not-passed': 'error',
};

function StatusChip({ status }: { status: SubscriptionStatus }) {
  const label = useTranslate()(`console.subscription_status.${status}`);
  return <Chip size="small" variant="outlined" color={COLOURS[status] ?? 'default'} label={label} />;
}

const columns: Column<StaffSubscriptionRow>[] = [
  { source: 'subscribedAt', render: ({ subscribedAt }) => <Instant short at={subscribedAt} /> },
  { source: 'id', fixedOrder: true, phone: 'title', render: ({ id }) => <Mono>{id}</Mono> },
  { source: 'userId', fixedOrder: true, render: ({ userId }) => <OwnerLink ownerId={userId} /> },
  {
    source: 'coin',
    fixedOrder: true,
    render: ({ coin, issueId }) => <TextLink to={showLink('new-coins', issueId)}>{coin}</TextLink>,
  },
  { source: 'status', fixedOrder: true, phone: 'corner', render: ({ status }) => <StatusChip status={status} /> },
  { source: 'coins', align: 'right', render: ({ coins }) => <Count value={coins} /> },
  { source: 'margin', fixedOrder: true, align: 'right', render: ({ margin }) => <Amount value={margin} /> },
  {
    source: 'passed',
    fixedOrder: true,
    align: 'right',
    render: ({ passed }) => (passed === null ? '–' : <Count value={passed} />),
  },
  {
    source: 'remainder',
    fixedOrder: true,
    optional: true,
    align: 'right',
    render: ({ remainder }) => remainder || '–',
  },
  { source: 'tie', fixedOrder: true, optional: true, render: ({ tie }) => (tie === '' ? '–' : <Mono>{tie}</Mono>) },
  {
    source: 'refunded',
    fixedOrder: true,
    align: 'right',
    render: ({ refunded }) => (refunded === null ? '–' : <Amount value={refunded} />),
  },
  {
    source: 'endedAt',
    optional: true,
    render: ({ endedAt }) => (endedAt === null ? null : <Instant short at={endedAt} />),
  },
];

/** Subscriptions of all accounts, with what their coins follow from. */
export function SubscriptionList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'subscribedAt', order: 'DESC' }}>
      <ListTable columns={columns} rowLink={false} />
    </ResourceList>
  );
}
