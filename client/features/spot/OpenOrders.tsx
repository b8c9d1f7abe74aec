import { Suspense, lazy, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../../contracts/spot.contract';
import { calls } from '../../lib/calls';
import { cx } from '../../lib/cx';
import { fixed } from '../../lib/fixed';
import { useFormat } from '../../lib/format';
import { mergeUpdate } from '../../market/account-feed';
import { useInstruments } from '../../market/instruments';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { OrderLink } from './OrderLink';
import { typeKey } from './orders';
import table from '../../ui/PagedTable.module.css';
import styles from './Orders.module.css';

const AmendDialog = lazy(() => import('./AmendDialog'));

interface OpenOrdersProps {
  query: { data: OrderView[] | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
}

const COLUMNS = ['pair', 'type', 'price', 'filled', 'placedAt', 'action'] as const;
const NUMBERS: readonly string[] = ['price', 'filled', 'action'];

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
          <table role="table" className={cx(table.table, table.dense, styles.open)} data-testid="open-orders">
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className={NUMBERS.includes(column) ? table.number : undefined}>
                    {t(`column.${column}`)}
                  </th>
                ))}
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
  const instrument = useInstruments().data?.find((each) => each.symbol === order.symbol);
  const decimals = instrument?.priceDecimals ?? 8;
  const share = Number((fixed(order.filledQuantity) * 100n) / (fixed(order.quantity) || 1n));
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <OrderLink order={order} />{' '}
        <span className={order.side === 'buy' ? 'up' : 'down'}>{t(`side.${order.side}`)}</span>
      </th>
      <td role="cell" data-label={t('column.type')}>
        {t(typeKey(order))}
        {order.untriggered && order.stopPrice && (
          <small>
            {t('field.stopPrice')} {format.decimal(order.stopPrice, decimals)}
          </small>
        )}
      </td>
      <td role="cell" className={table.number} data-label={t('column.price')}>
        {order.price === null ? t('orders.atMarket') : format.decimal(order.price, decimals)}
      </td>
      <td role="cell" className={table.number} data-label={t('column.filled')}>
        {format.amount(order.filledQuantity, 8)} / {format.amount(order.quantity, 8)}
        {share > 0 && (
          <span className={styles.progress} style={{ '--done': `${share}%` } as CSSProperties}>
            <span className="hidden-visually">{share}%</span>
          </span>
        )}
      </td>
      <td role="cell" data-label={t('column.placedAt')}>
        {format.shortDateTime(order.placedAt)}
      </td>
      <td role="cell" className={cx(table.number, styles.actions)}>
        <Actions order={order} onAmend={onAmend} />
      </td>
    </tr>
  );
}

function Actions({ order, onAmend }: { order: OrderView; onAmend: () => void }) {
  const { t } = useTranslation('spot');
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    await calls.cancelOrder(order.symbol, order.orderId).then(mergeUpdate, () => setBusy(false));
  };
  const which = { symbol: order.symbol };
  return (
    <>
      {!order.untriggered && order.ocoId === null && (
        <button type="button" onClick={onAmend} aria-label={t('orders.amendOf', which)} title={t('orders.amend')}>
          <Icon name="edit" size={16} />
        </button>
      )}
      <button
        type="button"
        disabled={busy}
        onClick={() => void cancel()}
        aria-label={t('orders.cancelOf', which)}
        title={t('orders.cancel')}
      >
        <Icon name="close" size={16} />
      </button>
    </>
  );
}
