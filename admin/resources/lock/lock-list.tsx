import type { StaffLockRow } from '../../../contracts/staff-lists.contract.js';
import { showLink } from '../../lib/addresses';
import { selectFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { TextLink } from '../../ui/text-link';
import { Count, Instant, RealmChip } from '../../ui/values';

const filters = [selectFilter('realm', 'console.realm', ['demo', 'real'], true)];

const columns: Column<StaffLockRow>[] = [
  {
    source: 'id',
    phone: 'title',
    render: ({ id }) => (
      <TextLink to={showLink('users', id)}>
        <Mono>{id}</Mono>
      </TextLink>
    ),
  },
  { source: 'realm', phone: 'corner', render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'wrong', align: 'right', render: ({ wrong }) => <Count value={wrong} /> },
  { source: 'since', render: ({ since }) => <Instant at={since} /> },
  { source: 'lockedUntil', render: ({ lockedUntil }) => <Instant at={lockedUntil} /> },
];

/** Users who cannot log in for now, because too many wrong passwords were tried. */
export function LockList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'lockedUntil', order: 'DESC' }}>
      <ListTable columns={columns} rowLink={({ id }) => showLink('users', id)} />
    </ResourceList>
  );
}
