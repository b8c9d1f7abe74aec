import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView, TradeView } from '../../contracts/order.contract';
import type { Filters } from '../lib/filters';
import { useFormat } from '../lib/format';
import { Empty, Skeleton } from '../ui/states';
import { PagedTable, type PagedColumn } from '../ui/PagedTable';
import { OrderLink } from './OrderLink';
import { statusKey } from './order-status';
import { grouped, typeKey, useMyTrades, useOrderHistory, type OrderGroup } from './orders';
import { useSideName } from './side-name';
import styles from './Orders.module.css';
import { triggerField } from './order-fields';

const isNarrowed = (filters: Filters): boolean => Object.values(filters).some((value) => value !== '');

/** Orders that are done: filled or cancelled. */
export function HistoryTable({ filters }: { filters: Filters }) {
  const { t } = useTranslation('order');
  return (
    <PagedTable
      query={useOrderHistory(filters)}
      columns={useOrderColumns()}
      rowsOf={grouped}
      rowKey={({ order }) => order.orderId}
      skeleton={<Skeleton rows={5} height={26} />}
      empty={<Empty text={t(isNarrowed(filters) ? 'orders.noMatch' : 'orders.noHistory')} />}
    />
  );
}

function useOrderColumns(): PagedColumn<OrderGroup>[] {
  const { t } = useTranslation('order');
  const format = useFormat();
  const sideOf = useSideName();
  const side = (order: OrderView) => <span className={order.side === 'buy' ? 'up' : 'down'}>{sideOf(order)}</span>;
  return [
    { key: 'pair', label: t('column.pair'), cell: ({ order }) => <OrderLink order={order} /> },
    { key: 'side', label: t('column.side'), cell: ({ order }) => side(order) },
    { key: 'type', label: t('column.type'), cell: (group) => <TypeCell {...group} /> },
    { key: 'price', label: t('column.price'), number: true, cell: (group) => <PriceCell {...group} /> },
    {
      key: 'average',
      label: t('column.average'),
      number: true,
      cell: ({ order }) => (order.averagePrice ? format.amount(order.averagePrice, 8, 2) : '–'),
    },
    {
      key: 'filled',
      label: t('column.filled'),
      number: true,
      cell: ({ order }) => `${format.amount(order.filledQuantity, 8)} / ${format.amount(order.quantity, 8)}`,
    },
    {
      key: 'fee',
      label: t('column.fee'),
      number: true,
      cell: ({ order }) => `${format.amount(order.fee, 8)} ${order.feeAsset}`,
    },
    { key: 'status', label: t('column.status'), cell: (group) => <StatusCell {...group} /> },
    { key: 'at', label: t('column.updatedAt'), cell: ({ order }) => format.shortDateTime(order.updatedAt) },
  ];
}

function TypeCell({ order, leg }: OrderGroup) {
  const { t } = useTranslation('order');
  return (
    <>
      {t(typeKey(order))}
      {leg && (
        <small>
          <OrderLink order={leg}>{t(`type.${leg.type}`)}</OrderLink>
        </small>
      )}
    </>
  );
}

function PriceCell({ order, leg }: OrderGroup) {
  const { t } = useTranslation('order');
  const format = useFormat();
  return [order, ...(leg ? [leg] : [])].map(({ orderId, type, price, stopPrice }) => (
    <Fragment key={orderId}>
      <span className={styles.price}>{price === null ? t('orders.atMarket') : format.amount(price, 8, 2)}</span>
      {stopPrice && (
        <small>
          {t(triggerField(type))} {format.amount(stopPrice, 8, 2)}
        </small>
      )}
    </Fragment>
  ));
}

function StatusCell({ order, leg }: OrderGroup) {
  const { t } = useTranslation('order');
  return (
    <>
      {t(statusKey(order))}
      {order.cancelReason && order.cancelReason !== 'user' && (
        <small>{t([`reason.${order.cancelReason}`, 'reason.other'])}</small>
      )}
      {leg?.cancelReason && (
        <small>
          {t(`type.${leg.type}`)}: {t([`reason.${leg.cancelReason}`, 'reason.other'])}
        </small>
      )}
    </>
  );
}

/** Own fills, with role and fee. */
export function TradesTable({ filters }: { filters: Filters }) {
  const { t } = useTranslation('order');
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
      cell: (trade) => (
        <>
          {format.amount(trade.fee, 8)} {trade.feeAsset}
          <small>
            {t('detail.rateTier', { rate: format.share(trade.feeRate), tier: format.count(trade.feeTier) })}
          </small>
        </>
      ),
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
