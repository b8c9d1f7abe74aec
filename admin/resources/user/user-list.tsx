import type { StaffUserRow } from '../../../contracts/staff.contract.js';
import { showLink } from '../../lib/addresses';
import { instantFilter, selectFilter, textFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { TextLink } from '../../ui/text-link';
import { Count, Instant, RealmChip, StatusChip } from '../../ui/values';

const filters = [
  textFilter('q', true),
  selectFilter('realm', 'console.realm', ['demo', 'real'], true),
  selectFilter('status', 'console.status', ['active', 'expired', 'exited', 'frozen', 'erased'], true),
  instantFilter('openedFrom'),
  instantFilter('openedTo'),
  instantFilter('endsBefore'),
];

const columns: Column<StaffUserRow>[] = [
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
  { source: 'name', render: ({ name }) => name },
  { source: 'status', render: ({ status }) => <StatusChip status={status} /> },
  { source: 'openedAt', render: ({ openedAt }) => <Instant short at={openedAt} /> },
  { source: 'expiresAt', render: ({ expiresAt }) => <Instant short at={expiresAt} /> },
  { source: 'generation', align: 'right', phone: 'hidden', render: ({ generation }) => <Count value={generation} /> },
  { source: 'ordersOpen', align: 'right', render: ({ ordersOpen }) => <Count value={ordersOpen} /> },
  { source: 'trades', align: 'right', render: ({ trades }) => <Count value={trades} /> },
];

export function UserList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'openedAt', order: 'DESC' }}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
