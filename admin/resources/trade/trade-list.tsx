import type { StaffTradeRow } from '../../../contracts/staff.contract.js';
import { showLink } from '../../lib/addresses';
import { ORDER_PRODUCTS } from '../../../contracts/order.contract.js';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { EventLink, OwnerLink, TextLink } from '../../ui/text-link';
import { Amount, Instant, RealmChip } from '../../ui/values';

const filters = [
  selectFilter('realm', 'console.realm', ['demo', 'real'], true),
  selectFilter('product', 'console.space', ORDER_PRODUCTS),
  textFilter('symbol', true),
  textFilter('ownerId'),
  textFilter('orderId'),
];

const columns: Column<StaffTradeRow>[] = [
  {
    source: 'id',
    phone: 'title',
    render: ({ id }) => (
      <TextLink to={showLink('trades', id)}>
        <Mono>{id}</Mono>
      </TextLink>
    ),
  },
  { source: 'realm', phone: 'corner', phoneOnly: true, render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'at', render: ({ at }) => <Instant short at={at} /> },
  { source: 'symbol', render: ({ symbol }) => <b>{symbol}</b> },
  { source: 'price', align: 'right', render: ({ price }) => <Amount value={price} /> },
  { source: 'quantity', align: 'right', render: ({ quantity }) => <Amount value={quantity} /> },
  { source: 'makerOwnerId', render: ({ makerOwnerId }) => <OwnerLink ownerId={makerOwnerId} /> },
  { source: 'takerOwnerId', render: ({ takerOwnerId }) => <OwnerLink ownerId={takerOwnerId} /> },
  { source: 'feeMaker', align: 'right', phone: 'hidden', render: ({ feeMaker }) => <Amount value={feeMaker} /> },
  { source: 'feeTaker', align: 'right', render: ({ feeTaker }) => <Amount value={feeTaker} /> },
  {
    source: 'position',
    align: 'right',
    phone: 'hidden',
    render: ({ realm, position }) => <EventLink realm={realm} position={position} />,
  },
];

export function TradeList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'at', order: 'DESC' }}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
