import { Box, Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { NEW_COIN_STATUSES, type NewCoinStatus } from '../../../contracts/subscription.contract.js';
import type { StaffNewCoinRow } from '../../../contracts/subscription.staff.contract.js';
import { showLink } from '../../lib/addresses';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { TextLink } from '../../ui/text-link';
import { Amount, Count, Instant } from '../../ui/values';
import { ProposeButton } from './propose-new-coin';

const filters = [selectFilter('status', 'console.new_coin_status', NEW_COIN_STATUSES, true), textFilter('coin', true)];

const COLOURS: Partial<Record<NewCoinStatus, 'success' | 'info' | 'warning' | 'error'>> = {
  proposed: 'warning',
  open: 'info',
  listed: 'success',
  failed: 'error',
};

export function StatusChip({ status }: { status: NewCoinStatus }) {
  const label = useTranslate()(`console.new_coin_status.${status}`);
  return <Chip size="small" variant="outlined" color={COLOURS[status] ?? 'default'} label={label} />;
}

const columns: Column<StaffNewCoinRow>[] = [
  {
    source: 'coin',
    fixedOrder: true,
    phone: 'title',
    render: ({ id, coin }) => <TextLink to={showLink('new-coins', id)}>{coin}</TextLink>,
  },
  { source: 'name', fixedOrder: true, render: ({ name }) => name },
  { source: 'status', fixedOrder: true, phone: 'corner', render: ({ status }) => <StatusChip status={status} /> },
  { source: 'issuePrice', fixedOrder: true, align: 'right', render: ({ issuePrice }) => <Amount value={issuePrice} /> },
  { source: 'volume', fixedOrder: true, align: 'right', render: ({ volume }) => <Count value={volume} /> },
  { source: 'subscribed', fixedOrder: true, align: 'right', render: ({ subscribed }) => <Count value={subscribed} /> },
  {
    source: 'subscribers',
    fixedOrder: true,
    align: 'right',
    render: ({ subscribers }) => <Count value={subscribers} />,
  },
  { source: 'closesAt', render: ({ closesAt }) => <Instant short at={closesAt} /> },
  { source: 'listsAt', render: ({ listsAt }) => <Instant short at={listsAt} /> },
  { source: 'proposedByName', fixedOrder: true, render: ({ proposedByName }) => proposedByName || '–' },
  { source: 'decidedByName', fixedOrder: true, optional: true, render: ({ decidedByName }) => decidedByName || '–' },
];

/** Issues of new coins, the latest listing first; the form stands above, so that it is there before the first. */
export function NewCoinList() {
  const lead = (
    <Box sx={{ marginBlockEnd: 1.5 }}>
      <ProposeButton />
    </Box>
  );
  return (
    <ResourceList filters={filters} sort={{ field: 'listsAt', order: 'DESC' }} lead={lead}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
