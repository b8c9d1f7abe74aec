import type { StaffOrderRow } from '../../../contracts/staff.contract.js';
import { ORDER_PRODUCTS, ORDER_STATUSES, ORDER_TYPES, SIDES } from '../../../contracts/order.contract.js';
import { selectFilter, textFilter, yesFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OrderLink, OwnerLink } from '../../ui/text-link';
import { Amount, Instant, OrderTypeText, RealmChip, SideText, StatusChip } from '../../ui/values';

const filters = [
  selectFilter('realm', 'console.realm', ['demo', 'real'], true),
  selectFilter('product', 'console.space', ORDER_PRODUCTS),
  textFilter('symbol', true),
  selectFilter('status', 'console.status', ORDER_STATUSES, true),
  selectFilter('side', 'console.side', SIDES),
  selectFilter('type', 'console.order_type', ORDER_TYPES),
  textFilter('ownerId'),
  yesFilter('open'),
];

const columns: Column<StaffOrderRow>[] = [
  { source: 'id', phone: 'title', render: ({ id }) => <OrderLink orderId={id} /> },
  { source: 'realm', phoneOnly: true, render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'placedAt', render: ({ placedAt }) => <Instant short at={placedAt} /> },
  { source: 'symbol', render: ({ symbol }) => <b>{symbol}</b> },
  { source: 'side', render: ({ side }) => <SideText side={side} /> },
  { source: 'type', render: ({ type }) => <OrderTypeText type={type} /> },
  { source: 'price', align: 'right', render: ({ price }) => <Amount value={price} /> },
  { source: 'quantity', align: 'right', render: ({ quantity }) => <Amount value={quantity} /> },
  { source: 'filledQuantity', align: 'right', render: ({ filledQuantity }) => <Amount value={filledQuantity} /> },
  { source: 'status', phone: 'corner', render: ({ status }) => <StatusChip status={status} /> },
  { source: 'ownerId', render: ({ ownerId }) => <OwnerLink ownerId={ownerId} /> },
];

export function OrderList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'placedAt', order: 'DESC' }}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
