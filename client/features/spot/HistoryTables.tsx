import { useTranslation } from 'react-i18next';
import type { OrderView, TradeView } from '../../../contracts/spot.contract';
import { useFormat } from '../../lib/format';
import { Empty, Skeleton } from '../../ui/states';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import type { Filters } from '../asset/filters';
import { OrderLink } from './OrderLink';
import { typeKey, useMyTrades, useOrderHistory } from './orders';

const isNarrowed = (filters: Filters): boolean => Object.values(filters).some((value) => value !== '');

/** Orders that are done: filled or cancelled. */
export function HistoryTable({ filters }: { filters: Filters }) {
  const { t } = useTranslation('spot');
  return (
    <PagedTable
      query={useOrderHistory(filters)}
      columns={useOrderColumns()}
      rowKey={(order) => order.orderId}
      skeleton={<Skeleton rows={5} height={26} />}
      empty={<Empty text={t(isNarrowed(filters) ? 'orders.noMatch' : 'orders.noHistory')} />}
    />
  );
}

function useOrderColumns(): PagedColumn<OrderView>[] {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const side = (order: { side: 'buy' | 'sell' }) => (
    <span className={order.side === 'buy' ? 'up' : 'down'}>{t(`side.${order.side}`)}</span>
  );
  return [
    { key: 'pair', label: t('column.pair'), cell: (order) => <OrderLink order={order} /> },
    { key: 'side', label: t('column.side'), cell: side },
    { key: 'type', label: t('column.type'), cell: (order) => t(typeKey(order)) },
    {
      key: 'price',
      label: t('column.price'),
      number: true,
      cell: ({ price, stopPrice }) => (
        <>
          {price === null ? t('orders.atMarket') : format.amount(price, 8, 2)}
          {stopPrice && (
            <small>
              {t('field.stopPrice')} {format.amount(stopPrice, 8, 2)}
            </small>
          )}
        </>
      ),
    },
    {
      key: 'average',
      label: t('column.average'),
      number: true,
      cell: (order) => (order.averagePrice ? format.amount(order.averagePrice, 8, 2) : '–'),
    },
    {
      key: 'filled',
      label: t('column.filled'),
      number: true,
      cell: (order) => `${format.amount(order.filledQuantity, 8)} / ${format.amount(order.quantity, 8)}`,
    },
    {
      key: 'fee',
      label: t('column.fee'),
      number: true,
      cell: (order) => `${format.amount(order.fee, 8)} ${order.feeAsset}`,
    },
    {
      key: 'status',
      label: t('column.status'),
      cell: (order) => (
        <>
          {t(`status.${order.status}`)}
          {order.cancelReason && order.cancelReason !== 'user' && (
            <small>{t([`reason.${order.cancelReason}`, 'reason.other'])}</small>
          )}
        </>
      ),
    },
    { key: 'at', label: t('column.updatedAt'), cell: (order) => format.shortDateTime(order.updatedAt) },
  ];
}

/** Own fills, with role and fee. */
export function TradesTable({ filters }: { filters: Filters }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const columns: PagedColumn<TradeView>[] = [
    { key: 'pair', label: t('column.pair'), cell: (trade) => <OrderLink order={trade} /> },
    {
      key: 'side',
      label: t('column.side'),
      cell: (trade) => <span className={trade.side === 'buy' ? 'up' : 'down'}>{t(`side.${trade.side}`)}</span>,
    },
    { key: 'price', label: t('column.price'), number: true, cell: (trade) => format.amount(trade.price, 8, 2) },
    { key: 'quantity', label: t('column.quantity'), number: true, cell: (trade) => format.amount(trade.quantity, 8) },
    {
      key: 'notional',
      label: t('column.notional'),
      number: true,
      cell: (trade) => format.amount(trade.notional, 8, 2),
    },
    { key: 'role', label: t('column.role'), cell: (trade) => t(`role.${trade.role}`) },
    {
      key: 'fee',
      label: t('column.fee'),
      number: true,
      cell: (trade) => `${format.amount(trade.fee, 8)} ${trade.feeAsset}`,
    },
    { key: 'at', label: t('column.at'), cell: (trade) => format.shortDateTime(trade.at) },
  ];
  return (
    <PagedTable
      query={useMyTrades(filters)}
      columns={columns}
      rowKey={(trade) => `${trade.tradeId}/${trade.role}`}
      skeleton={<Skeleton rows={5} height={26} />}
      empty={<Empty text={t(isNarrowed(filters) ? 'orders.noMatch' : 'orders.noTrades')} />}
    />
  );
}
