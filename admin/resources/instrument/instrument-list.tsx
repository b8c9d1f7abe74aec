import { INSTRUMENT_CLASSES } from '../../../contracts/market.contract.js';
import type { StaffInstrumentRow } from '../../../contracts/staff-lists.contract.js';
import { listLink, streamLink } from '../../lib/addresses';
import { selectFilter, textFilter, yesFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { GuardedLink } from '../../ui/text-link';
import { Amount, Count, Instant } from '../../ui/values';
import { ClassText } from './class-text';

const filters = [
  textFilter('q', true),
  selectFilter('class', 'console.class', INSTRUMENT_CLASSES, true),
  yesFilter('revised'),
];

const columns: Column<StaffInstrumentRow>[] = [
  {
    source: 'id',
    phone: 'title',
    render: ({ id, version }) => (
      <GuardedLink resource="streams" to={streamLink('house', `instrument-${id}`, version)}>
        <b>{id}</b>
      </GuardedLink>
    ),
  },
  { source: 'name', render: ({ name }) => name },
  { source: 'class', phone: 'corner', render: (row) => <ClassText value={row.class} /> },
  { source: 'tickSize', align: 'right', fixedOrder: true, render: ({ tickSize }) => <Amount value={tickSize} /> },
  { source: 'lotSize', align: 'right', fixedOrder: true, render: ({ lotSize }) => <Amount value={lotSize} /> },
  {
    source: 'minNotional',
    align: 'right',
    optional: true,
    fixedOrder: true,
    render: ({ minNotional }) => <Amount value={minNotional} />,
  },
  { source: 'leverageMax', align: 'right', optional: true, render: ({ leverageMax }) => <Count value={leverageMax} /> },
  { source: 'calendar', render: ({ calendar }) => <Mono>{calendar}</Mono> },
  { source: 'version', align: 'right', render: ({ version }) => <Count value={version} /> },
  { source: 'changedAt', render: ({ changedAt }) => <Instant short at={changedAt} /> },
  { source: 'ordersOpen', align: 'right', render: ({ ordersOpen }) => <Count value={ordersOpen} /> },
];

/** What can be traded, as it is listed now; a row leads to the orders in its books. */
export function InstrumentList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'id', order: 'ASC' }}>
      <ListTable columns={columns} rowLink={({ id }) => listLink('orders', { symbol: id })} />
    </ResourceList>
  );
}
