import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getOrderEvents } from '../../contracts/order.calls';
import { isAuctionOnly } from '../../shared/order';
import { api } from '../lib/api';
import type { OrderEventsView, OrderEventView } from '../../contracts/order.contract';
import { useFormat } from '../lib/format';
import { useInstrument } from '../market/instruments';
import { orderKeys } from '../market/keys';
import ModalPanel from '../ui/ModalPanel';
import { Loadable, Skeleton } from '../ui/states';
import { WhyButton } from '../features/policy/WhyButton';
import { statusKey } from './order-status';
import { typeKey } from './orders';
import { FactList } from '../ui/FactList';
import styles from './OrderDetail.module.css';
import { useLevelText } from './level-text';
import { triggerField } from './order-fields';
import { hasLimitPrice } from '../../shared/order-type';
import { useSideName } from './side-name';

interface OrderDetailProps {
  symbol: string;
  orderId: string;
  onClose: () => void;
}

/** One order: its status, its terms and its events, each with its place in the history. */
export default function OrderDetail({ symbol, orderId, onClose }: OrderDetailProps) {
  const { t } = useTranslation('order');
  const query = useQuery({
    queryKey: orderKeys.events(orderId),
    queryFn: () => api.call(getOrderEvents, { symbol, orderId }),
  });
  return (
    <ModalPanel title={`${t('detail.title')} · ${symbol}`} onClose={onClose} size={680} tall>
      <Loadable query={query} skeleton={<Skeleton rows={8} height={22} />}>
        {(view) => (
          <div className={styles.detail} data-testid="order-detail">
            <Standing view={view} />
            <h3>{t('detail.timeline')}</h3>
            <ol className={styles.timeline}>
              {view.events.map((event) => (
                <Fact key={event.position} event={event} view={view} />
              ))}
            </ol>
            <p className={styles.note}>{t('detail.proof', { stream: view.stream, realm: view.realm })}</p>
          </div>
        )}
      </Loadable>
    </ModalPanel>
  );
}

function Standing({ view: { order, terms } }: { view: OrderEventsView }) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const instrument = useInstrument(order.symbol);
  const price = (text: string | null) => (text === null ? '–' : format.amount(text, 8, instrument?.priceDecimals ?? 2));
  const sideOf = useSideName();
  const levelText = useLevelText(instrument?.priceDecimals ?? 2);
  const limits = hasLimitPrice(order.type);
  const fee = { policy: terms.policy, version: terms.policyVersion };
  const rows: (readonly [string, ReactNode])[] = [
    [t('column.side'), sideOf(order)],
    [t('column.type'), t(typeKey(order))],
    [t('column.status'), t(statusKey(order))],
    [t('column.filled'), `${format.amount(order.filledQuantity, 8)} / ${format.amount(order.quantity, 8)}`],
    [t('column.price'), limits ? price(order.price) : t('orders.atMarket')],
    [t('column.average'), price(order.averagePrice)],
    ...(order.stopPrice ? [[t(triggerField(order.type)), price(order.stopPrice)] as const] : []),
    ...(order.callback ? [[t('field.callback'), order.callback] as const] : []),
    ...(order.activationPrice ? [[t('field.activationPrice'), price(order.activationPrice)] as const] : []),
    ...(order.trigger ? [[t('field.trigger'), t(`trigger.${order.trigger}`)] as const] : []),
    ...(limits || isAuctionOnly(order.timeInForce)
      ? [[t('flag.timeInForce'), order.postOnly ? t('flag.postOnly') : t(`time.${order.timeInForce}`)] as const]
      : []),
    ...order.attached.map(
      (level, index) => [t('attached.level', { number: format.count(index + 1) }), levelText(level)] as const,
    ),
    ...(order.parentOrderId === null ? [] : [[t('attached.parent'), order.parentOrderId] as const]),
    [t('column.fee'), `${format.amount(order.fee, 8)} ${order.feeAsset}`],
    [t('detail.rates'), t('summary.rates', { maker: format.share(terms.maker), taker: format.share(terms.taker) })],
    [
      t('detail.tier'),
      t('detail.tierOf', {
        tier: format.count(terms.tier),
        volume: format.amount(terms.volume, 2),
        day: format.day(Date.parse(terms.day)),
      }),
    ],
    [
      t('detail.policy'),
      <>
        {terms.policy} v{terms.policyVersion} <WhyButton {...fee} />
      </>,
    ],
    [t('detail.id'), order.orderId],
  ];
  return <FactList className={styles.standing} rows={rows} />;
}

function Fact({ event, view: { order } }: { event: OrderEventView; view: OrderEventsView }) {
  const { t, i18n } = useTranslation('order');
  const format = useFormat();
  const { quote, base } = useInstrument(order.symbol) ?? { quote: order.feeAsset, base: '' };
  const amount = (text: string, asset: string) => `${format.amount(text, 8)} ${asset}`;
  // A market order's accepted price is the end of its protection band, not a requested price.
  const bound = event.tradeId === null && event.trigger === null && !hasLimitPrice(order.type);
  // The book of every product tells the same facts.
  const fact = `fact.${event.type.replace(/^Contract/, 'Spot')}`;
  const parts = [
    event.quantity && amount(event.quantity, base),
    event.trigger && t(`trigger.${event.trigger}`),
    event.price && event.price !== '0' && `${bound ? t('summary.worst') : '@'} ${amount(event.price, quote)}`,
    event.role && t(`role.${event.role}`),
    event.fee && `${t('column.fee')} ${amount(event.fee, quote)}`,
    event.feeRate !== null &&
      event.feeTier !== null &&
      t('detail.rateTier', { rate: format.share(event.feeRate), tier: format.count(event.feeTier) }),
    event.held &&
      event.held !== '0' &&
      `${t(event.reason ? 'detail.released' : 'detail.held')} ${amount(event.held, order.side === 'buy' ? quote : base)}`,
    event.reason && t([`reason.${event.reason}`, 'reason.other']),
    event.keepsPriority !== null && t(event.keepsPriority ? 'detail.keeps' : 'detail.loses'),
  ].filter((text): text is string => typeof text === 'string' && text !== '');
  return (
    <li>
      <div className={styles.when}>
        <b>{i18n.exists(`order:${fact}`) ? t(fact) : event.type}</b>
        <time>{format.dateTime(event.at)}</time>
      </div>
      <p>{parts.join(' · ')}</p>
      <details>
        <summary>{t('detail.event', { position: format.count(event.position) })}</summary>
        <code>{event.hash}</code>
        <small>{t('detail.version', { version: format.count(event.version) })}</small>
      </details>
    </li>
  );
}
