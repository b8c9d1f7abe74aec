import { streamLink } from '../../lib/addresses';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { EventLink, StreamLink } from '../../ui/text-link';
import { Count, Instant, RealmChip } from '../../ui/values';

/** `/staff/streams`: how far each stream has grown. Instants are milliseconds since the Unix epoch. */
interface StreamRow {
  id: string;
  realm: string;
  stream: string;
  kind: string;
  version: number;
  firstAt: number;
  lastAt: number;
  position: number;
}

const filters = [
  selectFilter('realm', 'console.realm', ['house', 'demo', 'real'], true),
  textFilter('stream', true),
  textFilter('kind'),
];

const columns: Column<StreamRow>[] = [
  {
    source: 'stream',
    phone: 'title',
    render: ({ realm, stream }) => <StreamLink realm={realm} stream={stream} />,
  },
  { source: 'realm', phone: 'corner', render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'kind', render: ({ kind }) => kind },
  { source: 'version', align: 'right', render: ({ version }) => <Count value={version} /> },
  { source: 'firstAt', render: ({ firstAt }) => <Instant short at={firstAt} /> },
  { source: 'lastAt', render: ({ lastAt }) => <Instant short at={lastAt} /> },
  {
    source: 'position',
    align: 'right',
    render: ({ realm, position }) => <EventLink realm={realm} position={position} />,
  },
];

/** Every stream there is; a row opens its versions in time. */
export function StreamList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'lastAt', order: 'DESC' }}>
      <ListTable columns={columns} rowLink={({ realm, stream }) => streamLink(realm, stream)} />
    </ResourceList>
  );
}
