import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  ALERT_KINDS,
  ALERT_STATUSES,
  type AlertStatus,
  type StaffAlertRow,
} from '../../../contracts/alert.contract.js';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OwnerLink } from '../../ui/text-link';
import { Amount, Count, Instant, RealmChip } from '../../ui/values';

const filters = [
  selectFilter('realm', 'console.realm', ['demo', 'real'], true),
  textFilter('symbol', true),
  selectFilter('status', 'console.alert_status', ALERT_STATUSES, true),
  selectFilter('kind', 'console.alert_kind', ALERT_KINDS),
  textFilter('userId'),
];

const COLOURS: Partial<Record<AlertStatus, 'success' | 'info'>> = { active: 'info', triggered: 'success' };

function StatusChip({ status }: { status: AlertStatus }) {
  const label = useTranslate()(`console.alert_status.${status}`);
  return <Chip size="small" variant="outlined" color={COLOURS[status] ?? 'default'} label={label} />;
}

function Code({ text }: { text: string }) {
  return <>{useTranslate()(text)}</>;
}

const columns: Column<StaffAlertRow>[] = [
  { source: 'createdAt', render: ({ createdAt }) => <Instant short at={createdAt} /> },
  { source: 'realm', fixedOrder: true, phoneOnly: true, render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'symbol', fixedOrder: true, phone: 'title', render: ({ symbol }) => <b>{symbol}</b> },
  { source: 'kind', fixedOrder: true, render: ({ kind }) => <Code text={`console.alert_kind.${kind}`} /> },
  { source: 'level', fixedOrder: true, align: 'right', render: ({ level }) => <Amount value={level} /> },
  { source: 'status', fixedOrder: true, phone: 'corner', render: ({ status }) => <StatusChip status={status} /> },
  {
    source: 'repeat',
    fixedOrder: true,
    optional: true,
    render: ({ repeat }) => <Code text={`console.alert_repeat.${repeat}`} />,
  },
  { source: 'times', fixedOrder: true, align: 'right', render: ({ times }) => <Count value={times} /> },
  { source: 'reachedAt', render: ({ reachedAt }) => <Instant short at={reachedAt} /> },
  {
    source: 'reachedPrice',
    fixedOrder: true,
    align: 'right',
    render: ({ reachedPrice }) => <Amount value={reachedPrice} />,
  },
  { source: 'endsAt', render: ({ endsAt }) => <Instant short at={endsAt} /> },
  { source: 'userId', fixedOrder: true, render: ({ userId }) => <OwnerLink ownerId={userId} /> },
];

/** Price alerts of all accounts, without their notes. */
export function AlertList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'createdAt', order: 'DESC' }}>
      <ListTable columns={columns} rowLink={false} />
    </ResourceList>
  );
}
