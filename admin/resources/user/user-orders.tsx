import { useGetList, useTranslate } from 'react-admin';
import type { StaffOrderRow, StaffUserRow } from '../../../contracts/staff.contract.js';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Failed, Nothing, Waiting } from '../../ui/states';
import { OrderLink } from '../../ui/text-link';
import { Amount, Instant, SideText, StatusChip } from '../../ui/values';

/** The person's latest orders. */
export function UserOrders({ user }: { user: StaffUserRow }) {
  const translate = useTranslate();
  const { data, error, isPending, refetch } = useGetList<StaffOrderRow>('orders', {
    filter: { realm: user.realm, ownerId: `${user.id}.${user.generation}` },
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'placedAt', order: 'DESC' },
  });
  const title = translate('resources.orders.name', { smart_count: 2 });
  const field = (name: string) => translate(`resources.orders.fields.${name}`);
  return (
    <Section title={title} flush>
      {isPending ? (
        <Waiting />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data.length === 0 ? (
        <Nothing text={translate('console.empty.orders')} />
      ) : (
        <PlainTable
          label={title}
          rows={data}
          rowKey={(row) => row.id}
          columns={[
            { key: 'id', label: field('id'), render: (row) => <OrderLink orderId={row.id} /> },
            { key: 'placedAt', label: field('placedAt'), render: (row) => <Instant at={row.placedAt} /> },
            { key: 'symbol', label: field('symbol'), render: (row) => row.symbol },
            { key: 'side', label: field('side'), render: (row) => <SideText side={row.side} /> },
            {
              key: 'quantity',
              label: field('quantity'),
              align: 'right',
              render: (row) => <Amount value={row.quantity} />,
            },
            { key: 'price', label: field('price'), align: 'right', render: (row) => <Amount value={row.price} /> },
            { key: 'status', label: field('status'), render: (row) => <StatusChip status={row.status} /> },
          ]}
        />
      )}
    </Section>
  );
}
