import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../../contracts/spot.contract';
import { calls } from '../../lib/calls';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { mergeUpdate } from '../../market/account-feed';
import { useInstruments } from '../../market/instruments';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { typeKey } from './orders';
import styles from './Orders.module.css';

const AmendDialog = lazy(() => import('./AmendDialog'));

interface OpenOrdersProps {
  query: { data: OrderView[] | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
}

/** Orders that rest or wait for their trigger, each with edit and cancel. A table on desktops, cards on phones. */
export function OpenOrders({ query }: OpenOrdersProps) {
  const { t } = useTranslation('spot');
  const [amending, setAmending] = useState<OrderView | null>(null);
  return (
    <Loadable
      query={query}
      skeleton={<Skeleton rows={4} height={28} />}
      isEmpty={(orders) => orders.length === 0}
      empty={<Empty text={t('orders.noOpen')} />}
    >
      {(orders) => (
        <>
          <table role="table" className={styles.table} data-testid="open-orders">
            <thead>
              <tr>
                {['pair', 'type', 'price', 'filled', 'placedAt'].map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className={column === 'price' || column === 'filled' ? styles.number : undefined}
                  >
                    {t(`column.${column}`)}
                  </th>
                ))}
                <th scope="col" className={styles.number}>
                  {t('column.action')}
                </th>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <Row key={order.orderId} order={order} onAmend={() => setAmending(order)} />
              ))}
            </tbody>
          </table>
          {amending && (
            <Suspense fallback={null}>
              <AmendDialog order={amending} onClose={() => setAmending(null)} />
            </Suspense>
          )}
        </>
      )}
    </Loadable>
  );
}

function Row({ order, onAmend }: { order: OrderView; onAmend: () => void }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const instrument = useInstruments().data?.find((each) => each.symbol === order.symbol);
  const decimals = instrument?.priceDecimals ?? 8;
  const cancel = async () => {
    setBusy(true);
    await calls.cancelOrder(order.symbol, order.orderId).then(mergeUpdate, () => setBusy(false));
  };
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <b>{order.symbol}</b> <span className={order.side === 'buy' ? 'up' : 'down'}>{t(`side.${order.side}`)}</span>
      </th>
      <td role="cell" data-label={t('column.type')}>
        {t(typeKey(order))}
        {order.untriggered && order.stopPrice && (
          <small>
            {t('field.stopPrice')} {format.decimal(order.stopPrice, decimals)}
          </small>
        )}
      </td>
      <td role="cell" className={styles.number} data-label={t('column.price')}>
        {order.price === null ? t('orders.atMarket') : format.decimal(order.price, decimals)}
      </td>
      <td role="cell" className={styles.number} data-label={t('column.filled')}>
        {format.amount(order.filledQuantity, 8)} / {format.amount(order.quantity, 8)}
      </td>
      <td role="cell" data-label={t('column.placedAt')}>
        {format.shortDateTime(order.placedAt)}
      </td>
      <td role="cell" className={cx(styles.number, styles.actions)}>
        {!order.untriggered && order.ocoId === null && (
          <button
            type="button"
            onClick={onAmend}
            aria-label={t('orders.amendOf', { symbol: order.symbol })}
            title={t('orders.amend')}
          >
            <Icon name="edit" size={16} />
          </button>
        )}
        <button
          type="button"
          disabled={busy}
          onClick={() => void cancel()}
          aria-label={t('orders.cancelOf', { symbol: order.symbol })}
          title={t('orders.cancel')}
        >
          <Icon name="close" size={16} />
        </button>
      </td>
    </tr>
  );
}
