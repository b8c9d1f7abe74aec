import { useTranslate } from 'react-admin';
import type { StaffOrderRow, StaffTradeRow } from '../../../contracts/staff.contract.js';
import { showLink } from '../../lib/addresses';
import { Mono } from '../../ui/hash';
import { RelatedTable } from '../../ui/related-table';
import { EventLink, TextLink } from '../../ui/text-link';
import { Amount, Instant } from '../../ui/values';

/** The fills of an order, each with the fee that this order paid. */
export function OrderTrades({ order }: { order: StaffOrderRow }) {
  const translate = useTranslate();
  const fee = (trade: StaffTradeRow) => (trade.makerOrderId === order.id ? trade.feeMaker : trade.feeTaker);
  return (
    <RelatedTable<StaffTradeRow>
      resource="trades"
      filter={{ realm: order.realm, orderId: order.id }}
      sort={{ field: 'at', order: 'ASC' }}
      rowsMax={100}
      columns={[
        {
          key: 'id',
          render: (row) => (
            <TextLink to={showLink('trades', row.id)}>
              <Mono>{row.id}</Mono>
            </TextLink>
          ),
        },
        { key: 'at', render: (row) => <Instant at={row.at} /> },
        { key: 'price', align: 'right', render: (row) => <Amount value={row.price} /> },
        { key: 'quantity', align: 'right', render: (row) => <Amount value={row.quantity} /> },
        { key: 'fee', label: translate('console.fee'), align: 'right', render: (row) => <Amount value={fee(row)} /> },
        { key: 'position', align: 'right', render: (row) => <EventLink {...row} /> },
      ]}
    />
  );
}
