import { useQuery } from '@tanstack/react-query';
import { AutocompleteInput } from 'react-admin';
import { staffEventTypes } from '../../../contracts/staff-history.calls.js';
import type { EventRow } from '../../../contracts/staff-history.contract.js';
import { showLink } from '../../lib/addresses';
import { api } from '../../lib/http';
import { linkState } from '../../lib/chain-links';
import { ChainMark } from '../../ui/chain-mark';
import { instantFilter, numberFilter, selectFilter, textFilter } from '../../ui/filter-inputs';
import { Hash, Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { ActorLink, CauseLink, StreamLink, TextLink } from '../../ui/text-link';
import { Instant, RealmChip } from '../../ui/values';

/** One of the types that ever happened; parts of a name are still found by the server. */
function TypeFilter({ source }: { source: string; alwaysOn?: boolean }) {
  const { data = [], isPending } = useQuery({
    queryKey: ['event-types'],
    queryFn: ({ signal }) => api.call(staffEventTypes, {}, { signal }),
  });
  const choices = data.map(({ type }) => ({ id: type, name: type }));
  return (
    <AutocompleteInput
      source={source}
      choices={choices}
      isPending={isPending}
      translateChoice={false}
      sx={{ minWidth: 220 }}
    />
  );
}

const filters = [
  selectFilter('realm', 'console.realm', ['house', 'demo', 'real'], true),
  textFilter('stream', true),
  <TypeFilter key="type" source="type" alwaysOn />,
  textFilter('policy'),
  textFilter('requestId'),
  textFilter('withdrawalId'),
  textFilter('amount'),
  textFilter('actor'),
  textFilter('correlation'),
  textFilter('owner'),
  textFilter('orderId'),
  textFilter('q'),
  instantFilter('atFrom'),
  instantFilter('atTo'),
  numberFilter('positionFrom'),
  numberFilter('positionTo'),
];

const columns: Column<EventRow>[] = [
  {
    source: 'position',
    phone: 'title',
    render: ({ id }) => (
      <TextLink to={showLink('events', id)}>
        <Mono>{id}</Mono>
      </TextLink>
    ),
  },
  { source: 'realm', phone: 'corner', phoneOnly: true, render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'type', render: ({ type }) => <b>{type}</b> },
  { source: 'stream', render: (row) => <StreamLink {...row} /> },
  { source: 'version', align: 'right', phone: 'hidden', fixedOrder: true, render: ({ version }) => version },
  { source: 'at', render: ({ at }) => <Instant short at={at} /> },
  { source: 'actor', fixedOrder: true, render: ({ actor, ids }) => <ActorLink actor={actor} ids={ids} /> },
  {
    source: 'causation',
    fixedOrder: true,
    phone: 'hidden',
    render: (event) => <CauseLink {...event} />,
  },
  { source: 'hash', fixedOrder: true, phone: 'hidden', render: ({ hash }) => <Hash value={hash} copy={false} /> },
  { source: 'link', fixedOrder: true, render: (event) => <ChainMark state={linkState(event)} /> },
];

/** Everything that ever happened in all realms, newest first. */
export function EventList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'at', order: 'DESC' }}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
