import { Box, Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  HALT_CHANGES,
  HALT_STATUSES,
  type HaltStatus,
  type StaffHaltRow,
} from '../../../contracts/contract-halt.contract.js';
import { showLink } from '../../lib/addresses';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { TextLink } from '../../ui/text-link';
import { Amount, Instant } from '../../ui/values';
import { ProposeHaltButton } from './propose-halt';

const filters = [
  textFilter('symbol', true),
  selectFilter('status', 'console.halt_status', HALT_STATUSES, true),
  selectFilter('change', 'console.halt_change', HALT_CHANGES),
];

const COLOURS: Partial<Record<HaltStatus, 'warning' | 'success'>> = { proposed: 'warning', approved: 'success' };

export function HaltStatusChip({ status }: { status: HaltStatus }) {
  const label = useTranslate()(`console.halt_status.${status}`);
  return <Chip size="small" variant="outlined" color={COLOURS[status] ?? 'default'} label={label} />;
}

export function HaltText({ of, code }: { of: 'halt_change' | 'halt_reason'; code: string }) {
  const translate = useTranslate();
  return <>{code === '' ? '–' : translate(`console.${of}.${code}`)}</>;
}

const columns: Column<StaffHaltRow>[] = [
  { source: 'proposedAt', render: ({ proposedAt }) => <Instant short at={proposedAt} /> },
  {
    source: 'symbol',
    fixedOrder: true,
    phone: 'title',
    render: ({ id, symbol }) => <TextLink to={showLink('contract-halts', id)}>{symbol}</TextLink>,
  },
  { source: 'change', fixedOrder: true, render: ({ change }) => <HaltText of="halt_change" code={change} /> },
  { source: 'status', fixedOrder: true, phone: 'corner', render: ({ status }) => <HaltStatusChip status={status} /> },
  {
    source: 'publicReason',
    fixedOrder: true,
    render: ({ publicReason }) => <HaltText of="halt_reason" code={publicReason} />,
  },
  { source: 'price', fixedOrder: true, align: 'right', render: ({ price }) => <Amount value={price} /> },
  { source: 'proposedByName', fixedOrder: true, render: ({ proposedByName }) => proposedByName || '–' },
  { source: 'decidedByName', fixedOrder: true, render: ({ decidedByName }) => decidedByName || '–' },
];

/** Above the list, so that it is there before the first proposal too. */
function Propose() {
  return (
    <Box sx={{ marginBlockEnd: 1.5 }}>
      <ProposeHaltButton />
    </Box>
  );
}

/** Halts, resumptions and settlements of contracts, the newest first. */
export function HaltList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'proposedAt', order: 'DESC' }} lead={<Propose />}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
