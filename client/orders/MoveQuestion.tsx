import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../contracts/market.contract';
import type { OrderView } from '../../contracts/order.contract';
import { useFormat } from '../lib/format';
import { FactList } from '../ui/FactList';
import { triggerField } from './order-fields';
import { leftOf, type OrderLine } from './order-lines';
import { useSideName } from './side-name';
import styles from './OrderForm.module.css';

export interface OrderEffectProps {
  /** As it would be amended. */
  order: OrderView;
  instrument: InstrumentView;
}

/** What an order holds or costs as it would be, by the product's own preview. */
export type OrderEffect = ComponentType<OrderEffectProps>;

interface MoveQuestionProps {
  line: OrderLine;
  price: string;
  instrument: InstrumentView;
  Effect: OrderEffect;
}

/** What dragging an order's line changes, before it is sent. */
export function MoveQuestion({ line, price, instrument, Effect }: MoveQuestionProps) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const sideOf = useSideName();
  const { order, field } = line;
  const shown = (text: string) => format.decimal(text, instrument.priceDecimals);
  const name = field === 'stopPrice' ? t(triggerField(order.type)) : t(`field.${field}`);
  return (
    <>
      <p>
        <b className={order.side === 'buy' ? 'up' : 'down'}>{sideOf(order)}</b> · {t(`type.${order.type}`)}
      </p>
      <FactList
        className={styles.summary}
        rows={[
          [name, <b key="prices">{`${shown(line.price)} → ${shown(price)} ${instrument.quote}`}</b>],
          [t('field.quantity'), `${format.amount(leftOf(order), instrument.quantityDecimals)} ${instrument.base}`],
        ]}
      />
      <Effect order={{ ...order, [field]: price }} instrument={instrument} />
      {!order.untriggered && <p className={styles.closed}>{t('detail.loses')}.</p>}
    </>
  );
}
