import { Box, Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { StaffReconciliationRow } from '../../../contracts/reconciliation.contract.js';
import { showLink } from '../../lib/addresses';
import { yesFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { TextLink } from '../../ui/text-link';
import { Count, Instant } from '../../ui/values';
import { RunButton } from './run-button';

const filters = [yesFilter('differs', true)];

type Run = Pick<StaffReconciliationRow, 'doneAt' | 'differences'>;

/** Equal, different, or under way. */
export function Outcome({ doneAt, differences }: Run) {
  const translate = useTranslate();
  if (doneAt === null)
    return <Chip size="small" variant="outlined" label={translate('console.reconciliation.running')} />;
  const equal = differences === 0;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={equal ? 'success' : 'error'}
      label={translate(`console.reconciliation.${equal ? 'equal' : 'differs'}`)}
    />
  );
}

export function StartedBy({ askedBy }: Pick<StaffReconciliationRow, 'askedBy'>) {
  const translate = useTranslate();
  return <>{askedBy === 'timer' ? translate('console.reconciliation.asked_by_timer') : askedBy}</>;
}

const columns: Column<StaffReconciliationRow>[] = [
  {
    source: 'day',
    phone: 'title',
    render: ({ id, day }) => <TextLink to={showLink('reconciliations', id)}>{day}</TextLink>,
  },
  { source: 'outcome', fixedOrder: true, phone: 'corner', render: (run) => <Outcome {...run} /> },
  {
    source: 'differences',
    align: 'right',
    fixedOrder: true,
    render: ({ differences }) => <Count value={differences} />,
  },
  { source: 'askedAt', render: ({ askedAt }) => <Instant at={askedAt} /> },
  { source: 'askedBy', fixedOrder: true, render: (run) => <StartedBy {...run} /> },
];

/** Above the list, so that it is there before the first run too. */
function Begin() {
  return (
    <Box sx={{ marginBlockEnd: 1.5 }}>
      <RunButton />
    </Box>
  );
}

/** Every comparison of the books with chain, bank and wires; a new one on demand. */
export function ReconciliationList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'askedAt', order: 'DESC' }} lead={<Begin />}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
