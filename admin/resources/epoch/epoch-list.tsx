import { BEACON_SOURCES, type EpochView } from '../../../contracts/market.contract.js';
import { showLink } from '../../lib/addresses';
import { selectFilter } from '../../ui/filter-inputs';
import { Hash, Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { TextLink } from '../../ui/text-link';
import { Instant, StatusChip } from '../../ui/values';
import { BeaconSourceText } from './beacon-source';
import { CommitmentCheck } from './commitment-check';

type EpochRow = EpochView & { id: number };

const filters = [
  selectFilter('status', 'console.status', ['committed', 'running', 'revealed'], true),
  selectFilter('source', 'console.epoch.source', BEACON_SOURCES),
];

const columns: Column<EpochRow>[] = [
  {
    source: 'epoch',
    phone: 'title',
    render: ({ epoch }) => (
      <TextLink to={showLink('epochs', epoch)}>
        <Mono>{epoch}</Mono>
      </TextLink>
    ),
  },
  { source: 'status', phone: 'corner', fixedOrder: true, render: ({ status }) => <StatusChip status={status} /> },
  { source: 'startsAt', render: ({ startsAt }) => <Instant short at={startsAt} /> },
  { source: 'endsAt', render: ({ endsAt }) => <Instant short at={endsAt} /> },
  { source: 'commitment', fixedOrder: true, render: ({ commitment }) => <Hash value={commitment} copy={false} /> },
  { source: 'beacon', fixedOrder: true, phone: 'hidden', render: ({ beacon }) => <Hash value={beacon} copy={false} /> },
  {
    source: 'source',
    fixedOrder: true,
    render: ({ source }) => <BeaconSourceText source={source} />,
  },
  {
    source: 'seed',
    fixedOrder: true,
    phone: 'hidden',
    render: ({ seed }) => (seed === null ? '–' : <Hash value={seed} copy={false} />),
  },
  { source: 'check', fixedOrder: true, render: (epoch) => <CommitmentCheck epoch={epoch} /> },
];

/** What the market promised before each epoch, and what it revealed after it. */
export function EpochList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'epoch', order: 'DESC' }}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
