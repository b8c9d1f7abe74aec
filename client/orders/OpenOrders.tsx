import { Suspense, lazy, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../contracts/order.contract';
import { cx } from '../lib/cx';
import { ONE, times, toAmount, format as textOf } from '../../shared/money';
import { useFormat } from '../lib/format';
import { useInstrument } from '../market/instruments';
import { useTicker } from '../market/tickers';
import { Icon } from '../ui/icons';
import { Empty, Loadable, Skeleton } from '../ui/states';
import type { OrderEffect } from './MoveQuestion';
import { cancelOrder } from './order-calls';
import { useLevelText } from './level-text';
import { OrderLink } from './OrderLink';
import { isFilling, isWaitingForAuction, statusKey } from './order-status';
import { grouped, typeKey, type OrderGroup } from './orders';
import { useSideName } from './side-name';
import table from '../ui/PagedTable.module.css';
import styles from './Orders.module.css';
import { triggerField } from './order-fields';

const AmendDialog = lazy(() => import('./AmendDialog'));

/** The price of the market now, of a symbol. */
type UsePrice = (symbol: string) => string | null;

interface OpenOrdersProps {
  query: { data: OrderView[] | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  /** What the distance is measured from: the last price, unless the product has another. Always the same hook. */
  usePrice?: UsePrice;
  /** What amending an order changes, by the product's own preview. */
  Effect: OrderEffect;
}

const COLUMNS = ['pair', 'type', 'price', 'distance', 'filled', 'notional', 'placedAt', 'action'] as const;
const NUMBERS: readonly string[] = ['price', 'distance', 'filled', 'notional', 'action'];

/** Orders that rest or wait for their trigger, a pair as one row, each with edit and cancel. A table on desktops, cards on phones. */
export function OpenOrders({ query, usePrice = useLastPrice, Effect }: OpenOrdersProps) {
  const { t } = useTranslation('order');
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
              {grouped(orders).map((group) => (
                <Row key={group.order.orderId} group={group} usePrice={usePrice} onAmend={setAmending} />
              ))}
            </tbody>
          </table>
          {amending && (
            <Suspense fallback={null}>
              <AmendDialog order={amending} Effect={Effect} onClose={() => setAmending(null)} />
            </Suspense>
          )}
        </>
      )}
    </Loadable>
  );
}

interface RowProps {
  group: OrderGroup;
  usePrice: UsePrice;
  onAmend: (order: OrderView) => void;
}

/** An order, or both legs of an OCO pair: its limit first, its stop under it. */
function Row({ group, usePrice, onAmend }: RowProps) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const { order, leg } = group;
  const sideOf = useSideName();
  const instrument = useInstrument(order.symbol);
  const decimals = instrument?.priceDecimals ?? 8;
  const levelText = useLevelText(decimals);
  const worth = textOf(times(toAmount(order.price ?? order.stopPrice ?? '0'), toAmount(order.quantity), 'down'));
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <OrderLink order={order} /> <span className={order.side === 'buy' ? 'up' : 'down'}>{sideOf(order)}</span>
      </th>
      <td role="cell" data-label={t('column.type')}>
        <Kind group={group} />
      </td>
      <td role="cell" className={table.number} data-label={t('column.price')}>
        <Price order={order} decimals={decimals} />
        {order.attached.map((level, index) => (
          <small key={index}>{levelText(level)}</small>
        ))}
        {leg && <Price order={leg} decimals={decimals} />}
      </td>
      <td role="cell" className={table.number} data-label={t('column.distance')}>
        <Distance order={order} usePrice={usePrice} />
      </td>
      <td role="cell" className={table.number} data-label={t('column.filled')}>
        <Filled order={order} />
      </td>
      <td role="cell" className={table.number} data-label={t('column.notional')}>
        {format.amount(worth, 2, 2)}
      </td>
      <td role="cell" data-label={t('column.placedAt')}>
        {format.shortDateTime(order.placedAt)}
      </td>
      <td role="cell" className={cx(table.number, styles.actions)}>
        <Actions group={group} onAmend={onAmend} />
      </td>
    </tr>
  );
}

/** How much of it is filled; the pair of a position has no size of its own. */
function Filled({ order }: { order: OrderView }) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const share = Number((toAmount(order.filledQuantity) * 100n) / (toAmount(order.quantity) || 1n));
  if (order.wholePosition && order.untriggered) return t('orders.wholePosition');
  return (
    <>
      {format.amount(order.filledQuantity, 8)} / {format.amount(order.quantity, 8)}
      {share > 0 && (
        <>
          {` · ${share}%`}
          <span className={styles.progress} style={{ '--done': `${share}%` } as CSSProperties} />
        </>
      )}
    </>
  );
}

/** Its type and what it waits for, the other leg of its pair, and the order whose fill it protects. */
function Kind({ group: { order, leg } }: Pick<RowProps, 'group'>) {
  const { t } = useTranslation('order');
  return (
    <>
      {t(typeKey(order))}
      {(isFilling(order) || isWaitingForAuction(order)) && <small>{t(statusKey(order))}</small>}
      {leg && (
        <small>
          <OrderLink order={leg}>{t(`type.${leg.type}`)}</OrderLink>
        </small>
      )}
      {order.parentOrderId !== null && (
        <small>
          <OrderLink order={{ symbol: order.symbol, orderId: order.parentOrderId }}>
            {t('attached.entryOrder')}
          </OrderLink>
        </small>
      )}
    </>
  );
}

/** The order's price and its trigger. */
function Price({ order, decimals }: { order: OrderView; decimals: number }) {
  const { t } = useTranslation('order');
  const format = useFormat();
  return (
    <>
      <span className={styles.price}>
        {order.price === null ? t('orders.atMarket') : format.decimal(order.price, decimals)}
      </span>
      {order.untriggered && order.callback && <Callback order={order} decimals={decimals} />}
      {order.untriggered && order.stopPrice && (
        <small>
          {t(triggerField(order.type))} {format.decimal(order.stopPrice, decimals)}
          {order.trigger && order.trigger !== 'last' && ` · ${t(`trigger.${order.trigger}`)}`}
        </small>
      )}
    </>
  );
}

/** How a trailing stop follows, and from which price on where that has not come. */
function Callback({ order: { callback, activationPrice, stopPrice }, decimals }: Parameters<typeof Price>[0]) {
  const { t } = useTranslation('order');
  const format = useFormat();
  return (
    <small>
      {t('field.callback')} {callback}
      {stopPrice === null &&
        activationPrice !== null &&
        ` · ${t('field.activationPrice')} ${format.decimal(activationPrice, decimals)}`}
    </small>
  );
}

const useLastPrice: UsePrice = (symbol) => useTicker(symbol, 'last') ?? null;

/** How far the market is from the price at which something happens, in per cent of the price now. */
function Distance({ order, usePrice }: { order: OrderView; usePrice: UsePrice }) {
  const format = useFormat();
  const last = toAmount(usePrice(order.symbol) ?? '0');
  const at = (order.untriggered ? (order.stopPrice ?? order.activationPrice) : order.price) ?? order.price;
  if (last === 0n || at === null) return '–';
  return format.percent(textOf(((toAmount(at) - last) * 100n * ONE) / last));
}

function Actions({ group: { order, leg }, onAmend }: Omit<RowProps, 'usePrice'>) {
  const { t } = useTranslation('order');
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    if (!(await cancelOrder(order))) setBusy(false);
  };
  const which = { symbol: order.symbol };
  return (
    <>
      {[order, ...(leg ? [leg] : [])].map((each) => (
        <button
          key={each.orderId}
          type="button"
          onClick={() => onAmend(each)}
          aria-label={leg ? `${t('orders.amendOf', which)} · ${t(`type.${each.type}`)}` : t('orders.amendOf', which)}
          title={leg ? `${t('orders.amend')} · ${t(`type.${each.type}`)}` : t('orders.amend')}
        >
          <Icon name="edit" size={16} />
        </button>
      ))}
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
