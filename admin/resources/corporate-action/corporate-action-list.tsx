import { Box, Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  ACTION_KINDS,
  ACTION_STATUSES,
  type ActionStatus,
  type StaffActionRow,
} from '../../../contracts/corporate-action.contract.js';
import { showLink } from '../../lib/addresses';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { TextLink } from '../../ui/text-link';
import { Amount, Instant } from '../../ui/values';
import { ProposeButton } from './propose-action';

const filters = [
  textFilter('symbol', true),
  selectFilter('status', 'console.action_status', ACTION_STATUSES, true),
  selectFilter('kind', 'console.action_kind', ACTION_KINDS),
];

const COLOURS: Partial<Record<ActionStatus, 'warning' | 'info' | 'success'>> = {
  proposed: 'warning',
  announced: 'info',
  effective: 'info',
  settled: 'success',
};

export function StatusChip({ status }: { status: ActionStatus }) {
  const label = useTranslate()(`console.action_status.${status}`);
  return <Chip size="small" variant="outlined" color={COLOURS[status] ?? 'default'} label={label} />;
}

export function Code({ text }: { text: string }) {
  return <>{useTranslate()(text)}</>;
}

/** Of a split: `10-for-1`. */
export function Ratio({ action: { newShares, oldShares } }: { action: StaffActionRow }) {
  const translate = useTranslate();
  if (newShares === null || oldShares === null) return <>–</>;
  return <>{translate('console.action.split_ratio', { new: newShares, old: oldShares })}</>;
}

const columns: Column<StaffActionRow>[] = [
  {
    source: 'symbol',
    fixedOrder: true,
    phone: 'title',
    render: ({ id, symbol }) => <TextLink to={showLink('corporate-actions', id)}>{symbol}</TextLink>,
  },
  { source: 'kind', fixedOrder: true, render: ({ kind }) => <Code text={`console.action_kind.${kind}`} /> },
  { source: 'date', fixedOrder: true, render: ({ date }) => date },
  { source: 'dueAt', render: ({ dueAt }) => <Instant short at={dueAt} /> },
  { source: 'status', fixedOrder: true, phone: 'corner', render: ({ status }) => <StatusChip status={status} /> },
  {
    source: 'perShare',
    fixedOrder: true,
    align: 'right',
    render: ({ perShare }) => (perShare === null ? '–' : <Amount value={perShare} />),
  },
  {
    source: 'ratio',
    fixedOrder: true,
    align: 'right',
    render: (action) => <Ratio action={action} />,
  },
  { source: 'proposedByName', fixedOrder: true, render: ({ proposedByName }) => proposedByName || '–' },
  { source: 'decidedByName', fixedOrder: true, render: ({ decidedByName }) => decidedByName || '–' },
];

/** Above the list, so that it is there before the first proposal too. */
function Propose() {
  return (
    <Box sx={{ marginBlockEnd: 1.5 }}>
      <ProposeButton />
    </Box>
  );
}

/** Dividends, splits and days of earnings, the latest date first. */
export function CorporateActionList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'dueAt', order: 'DESC' }} lead={<Propose />}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
