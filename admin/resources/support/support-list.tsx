import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  SUPPORT_STATUSES,
  SUPPORT_TOPICS,
  type StaffSupportRow,
  type SupportStatus,
} from '../../../contracts/support.contract.js';
import { showLink } from '../../lib/addresses';
import { selectFilter, textFilter, yesFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OwnerLink, TextLink } from '../../ui/text-link';
import { Count, Instant, RealmChip } from '../../ui/values';

const filters = [
  selectFilter('status', 'console.support_status', SUPPORT_STATUSES, true),
  selectFilter('topic', 'console.support_topic', SUPPORT_TOPICS, true),
  yesFilter('taken', true),
  selectFilter('realm', 'console.realm', ['demo', 'real']),
  textFilter('userId'),
  textFilter('staffId'),
];

const COLOURS: Partial<Record<SupportStatus, 'success' | 'warning'>> = { waiting: 'warning', answered: 'success' };

export function SupportStatusChip({ status }: { status: SupportStatus }) {
  const translate = useTranslate();
  const color = COLOURS[status] ?? 'default';
  return <Chip size="small" variant="outlined" color={color} label={translate(`console.support_status.${status}`)} />;
}

function Topic({ row: { id, topic } }: { row: StaffSupportRow }) {
  const translate = useTranslate();
  return <TextLink to={showLink('support', id)}>{translate(`console.support_topic.${topic}`)}</TextLink>;
}

const columns: Column<StaffSupportRow>[] = [
  { source: 'topic', fixedOrder: true, phone: 'title', render: (row) => <Topic row={row} /> },
  {
    source: 'status',
    fixedOrder: true,
    phone: 'corner',
    render: ({ status }) => <SupportStatusChip status={status} />,
  },
  { source: 'since', render: ({ since }) => <Instant short at={since} /> },
  { source: 'unread', align: 'right', fixedOrder: true, render: ({ unread }) => <Count value={unread} /> },
  { source: 'takenBy', fixedOrder: true, render: ({ takenBy }) => <>{takenBy === '' ? '–' : takenBy}</> },
  { source: 'userId', fixedOrder: true, render: ({ userId }) => <OwnerLink ownerId={userId} /> },
  { source: 'realm', fixedOrder: true, render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'rating', align: 'right', fixedOrder: true, render: ({ rating }) => <>{rating ?? '–'}</> },
  { source: 'openedAt', render: ({ openedAt }) => <Instant short at={openedAt} /> },
];

/** Conversations with people: those that wait first, the oldest of them on top. */
export function SupportList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'place', order: 'ASC' }}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
