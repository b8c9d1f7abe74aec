import type { StaffTimerRow } from '../../../contracts/staff-lists.contract.js';
import { selectFilter, textFilter, yesFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { ActorLink } from '../../ui/text-link';
import { Instant, RealmChip, StatusChip } from '../../ui/values';

const filters = [
  selectFilter('realm', 'console.realm', ['house', 'demo', 'real'], true),
  textFilter('type', true),
  yesFilter('overdue'),
];

const columns: Column<StaffTimerRow>[] = [
  { source: 'dueAt', render: ({ dueAt }) => <Instant at={dueAt} /> },
  {
    source: 'overdue',
    fixedOrder: true,
    phone: 'corner',
    render: ({ overdue }) => <StatusChip status={overdue ? 'overdue' : 'scheduled'} />,
  },
  { source: 'realm', render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'type', phone: 'title', render: ({ type }) => <b>{type}</b> },
  { source: 'actor', render: ({ actor }) => <ActorLink actor={actor} /> },
  { source: 'id', render: ({ id }) => <Mono>{id}</Mono> },
];

/** Commands that are due later; late ones need attention. */
export function TimerList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'dueAt', order: 'ASC' }}>
      <ListTable columns={columns} rowLink={false} />
    </ResourceList>
  );
}
