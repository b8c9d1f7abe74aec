import type { PostingRow } from '../../../contracts/staff-history.contract.js';
import { eventIdOfPosting, showLink } from '../../lib/addresses';
import { numberFilter, selectFilter, textFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { AccountLink, EventLink } from '../../ui/text-link';
import { Amount, Instant, RealmChip } from '../../ui/values';

const filters = [
  selectFilter('realm', 'console.realm', ['house', 'demo', 'real'], true),
  textFilter('account', true),
  textFilter('asset', true),
  numberFilter('position'),
];

const columns: Column<PostingRow>[] = [
  {
    source: 'position',
    phone: 'title',
    render: ({ realm, position }) => <EventLink realm={realm} position={position} />,
  },
  { source: 'line', align: 'right', phone: 'hidden', fixedOrder: true, render: ({ line }) => line },
  { source: 'realm', phone: 'corner', phoneOnly: true, render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'at', render: ({ at }) => <Instant short at={at} /> },
  { source: 'eventType', fixedOrder: true, render: ({ eventType }) => eventType },
  { source: 'account', render: (row) => <AccountLink {...row} /> },
  { source: 'amount', align: 'right', render: ({ amount, asset }) => <Amount value={amount} asset={asset} signed /> },
];

/** Every line of double entry, newest first; a row leads to the event that wrote it. */
export function PostingList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'position', order: 'DESC' }}>
      <ListTable columns={columns} rowLink={({ id }) => showLink('events', eventIdOfPosting(String(id)))} />
    </ResourceList>
  );
}
