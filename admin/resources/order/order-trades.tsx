import { useGetList, useTranslate } from 'react-admin';
import type { StaffOrderRow, StaffTradeRow } from '../../../contracts/staff.contract.js';
import { showLink } from '../../lib/addresses';
import { Mono } from '../../ui/hash';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Failed, Nothing, Waiting } from '../../ui/states';
import { EventLink, TextLink } from '../../ui/text-link';
import { Amount, Instant } from '../../ui/values';

/** The fills of one order. */
export function OrderTrades({ order }: { order: StaffOrderRow }) {
  const translate = useTranslate();
  const { data, error, isPending, refetch } = useGetList<StaffTradeRow>('trades', {
    filter: { realm: order.realm, orderId: order.id },
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'at', order: 'ASC' },
  });
  const title = translate('resources.trades.name', { smart_count: 2 });
  const field = (name: string) => translate(`resources.trades.fields.${name}`);
  const fee = (row: StaffTradeRow) => (row.makerOrderId === order.id ? row.feeMaker : row.feeTaker);
  return (
    <Section title={title} flush>
      {isPending ? (
        <Waiting />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data.length === 0 ? (
        <Nothing text={translate('console.empty.trades')} />
      ) : (
        <PlainTable
          label={title}
          rows={data}
          rowKey={(row) => row.id}
          columns={[
            {
              key: 'id',
              label: field('id'),
              render: (row) => (
                <TextLink to={showLink('trades', row.id)}>
                  <Mono>{row.id}</Mono>
                </TextLink>
              ),
            },
            { key: 'at', label: field('at'), render: (row) => <Instant at={row.at} /> },
            { key: 'price', label: field('price'), align: 'right', render: (row) => <Amount value={row.price} /> },
            {
              key: 'quantity',
              label: field('quantity'),
              align: 'right',
              render: (row) => <Amount value={row.quantity} />,
            },
            {
              key: 'fee',
              label: translate('console.fee'),
              align: 'right',
              render: (row) => <Amount value={fee(row)} />,
            },
            { key: 'event', label: field('position'), align: 'right', render: (row) => <EventLink {...row} /> },
          ]}
        />
      )}
    </Section>
  );
}
