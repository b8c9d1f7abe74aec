import { useTranslate } from 'react-admin';
import type { StaffOrderRow, StaffUserRow } from '../../../contracts/staff.contract.js';
import { RelatedTable } from '../../ui/related-table';
import { OrderLink } from '../../ui/text-link';
import { Amount, Instant, SideText, StatusChip } from '../../ui/values';

/** The person's open orders. */
export function UserOrders({ user }: { user: StaffUserRow }) {
  const translate = useTranslate();
  return (
    <RelatedTable<StaffOrderRow>
      title={translate('console.user.open_orders')}
      resource="orders"
      filter={{ realm: user.realm, ownerId: `${user.id}.${user.generation}`, open: true }}
      sort={{ field: 'placedAt', order: 'DESC' }}
      rowsMax={10}
      columns={[
        { key: 'id', render: (row) => <OrderLink orderId={row.id} /> },
        { key: 'placedAt', render: (row) => <Instant at={row.placedAt} /> },
        { key: 'symbol', render: (row) => row.symbol },
        { key: 'side', render: (row) => <SideText side={row.side} /> },
        { key: 'quantity', align: 'right', render: (row) => <Amount value={row.quantity} /> },
        { key: 'filledQuantity', align: 'right', render: (row) => <Amount value={row.filledQuantity} /> },
        { key: 'price', align: 'right', render: (row) => <Amount value={row.price} /> },
        { key: 'status', render: (row) => <StatusChip status={row.status} /> },
      ]}
    />
  );
}
