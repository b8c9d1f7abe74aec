import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  INVITATION_STATUSES,
  type InvitationStatus,
  type StaffInvitationDateRow,
  type StaffInvitationRewardRow,
} from '../../../contracts/invitation.contract.js';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OwnerLink } from '../../ui/text-link';
import { Amount, Count, Instant } from '../../ui/values';

const filters = [
  selectFilter('status', 'console.invitation_status', INVITATION_STATUSES, true),
  textFilter('date'),
  textFilter('userId'),
];

const COLOURS: Record<InvitationStatus, 'success' | 'warning' | 'error'> = {
  paid: 'success',
  held: 'warning',
  released: 'success',
  rejected: 'error',
};

function StatusChip({ status }: { status: InvitationStatus }) {
  const label = useTranslate()(`console.invitation_status.${status}`);
  return <Chip size="small" variant="outlined" color={COLOURS[status]} label={label} />;
}

const columns: Column<StaffInvitationRewardRow>[] = [
  { source: 'at', render: ({ at }) => <Instant short at={at} /> },
  { source: 'date', fixedOrder: true, phone: 'title', render: ({ date }) => date },
  { source: 'status', fixedOrder: true, phone: 'corner', render: ({ status }) => <StatusChip status={status} /> },
  { source: 'people', fixedOrder: true, align: 'right', render: ({ people }) => <Count value={people} /> },
  { source: 'feesUsdt', align: 'right', render: ({ feesUsdt }) => <Amount value={feesUsdt} /> },
  { source: 'rewardUsdt', align: 'right', render: ({ rewardUsdt }) => <Amount value={rewardUsdt} /> },
  {
    source: 'endedAt',
    fixedOrder: true,
    optional: true,
    render: ({ endedAt }) => (endedAt === null ? null : <Instant short at={endedAt} />),
  },
  { source: 'userId', fixedOrder: true, render: ({ userId }) => <OwnerLink ownerId={userId} /> },
];

/** Rewards of all inviters by date; those that are held are decided in the review room. */
export function InvitationRewardList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'at', order: 'DESC' }}>
      <ListTable columns={columns} rowLink={false} />
    </ResourceList>
  );
}

const amount = (source: 'paidUsdt' | 'heldUsdt' | 'feesUsdt' | 'rejectedUsdt'): Column<StaffInvitationDateRow> => ({
  source,
  fixedOrder: source === 'feesUsdt' || source === 'rejectedUsdt',
  align: 'right',
  render: (row) => <Amount value={row[source]} />,
});

const dateColumns: Column<StaffInvitationDateRow>[] = [
  { source: 'id', phone: 'title', render: ({ id }) => id },
  { source: 'inviters', fixedOrder: true, align: 'right', render: ({ inviters }) => <Count value={inviters} /> },
  { source: 'people', fixedOrder: true, align: 'right', render: ({ people }) => <Count value={people} /> },
  amount('feesUsdt'),
  amount('paidUsdt'),
  amount('heldUsdt'),
  amount('rejectedUsdt'),
  {
    source: 'paidAt',
    fixedOrder: true,
    render: ({ paidAt }) => (paidAt === null ? null : <Instant short at={paidAt} />),
  },
];

/** What each date cost: fees of invited people, and what inviters got of them. */
export function InvitationDateList() {
  return (
    <ResourceList filters={[]} sort={{ field: 'id', order: 'DESC' }}>
      <ListTable columns={dateColumns} rowLink={false} />
    </ResourceList>
  );
}
