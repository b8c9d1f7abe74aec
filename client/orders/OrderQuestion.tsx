import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderPreview } from '../../contracts/order.contract';
import { toAmount } from '../../shared/money';
import { useFormat } from '../lib/format';
import type { PricedLevel } from './attached';
import { useLevelText } from './level-text';
import { ocoOutcomes, type Summary } from './order-estimate';
import { fieldsOf, isByAmount, isStop, type FormContext, type OrderFields } from './order-fields';
import styles from './OrderForm.module.css';

interface OrderQuestionProps {
  form: OrderFields;
  context: FormContext;
  summary: Summary;
  /** The take-profits and stop-losses that come with it. */
  levels: readonly PricedLevel[];
  /** The server's own figures, where they have come. */
  checked: OrderPreview | undefined;
}

/** What is about to be placed, before the second click: what was typed as it is, and what the market decides with an "about". */
export function OrderQuestion({ form, context, summary, levels, checked }: OrderQuestionProps) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const { symbol, base, quote, priceDecimals, quantityDecimals } = context.instrument;
  const levelText = useLevelText(priceDecimals);
  const price = (text: string) => `${format.decimal(text, priceDecimals)} ${quote}`;
  const about = (text: string) => `≈ ${format.amount(text, 2, 2)} ${quote}`;
  const quantity = `${format.amount(summary.quantity, quantityDecimals)} ${base}`;
  const average = checked?.averagePrice ?? summary.averagePrice;
  const total = checked?.total ?? summary.total;
  const fee = checked?.fee ?? summary.fee;
  const prices = fieldsOf(form.type).filter((field) => field.endsWith('rice') && form[field] !== '');
  return (
    <>
      <p>
        <b className={form.side === 'buy' ? 'up' : 'down'}>{t(`side.${form.side}`)}</b> · {t(`type.${form.type}`)} ·{' '}
        {symbol}
      </p>
      <dl className={styles.summary} data-testid="order-question">
        {isByAmount(form) && <Line name={t('field.amount')}>{`${format.amount(form.total, 8, 2)} ${quote}`}</Line>}
        <Line name={t('field.quantity')}>{isByAmount(form) ? `≈ ${quantity}` : quantity}</Line>
        {prices.map((field) => (
          <Line key={field} name={t(`field.${field}`)}>
            {price(form[field])}
          </Line>
        ))}
        {form.type === 'trailing-stop' && <Line name={t('field.callback')}>{form.callback}%</Line>}
        {isStop(form) && <Line name={t('field.trigger')}>{t(`trigger.${form.trigger}`)}</Line>}
        {levels.map((level, index) => (
          <Line key={index} name={t('attached.level', { number: format.count(index + 1) })}>
            {levelText(level)}
          </Line>
        ))}
        {form.type === 'market' && average && <Line name={t('summary.average')}>≈ {price(average)}</Line>}
        {checked?.worstPrice && <Line name={t('summary.worst')}>{price(checked.worstPrice)}</Line>}
        {form.type !== 'oco' && fee && <Line name={t('summary.fee')}>{`≈ ${format.amount(fee, 6, 2)} ${quote}`}</Line>}
        {form.type !== 'oco' && total && <Line name={t(`total.${form.side}`)}>{about(total)}</Line>}
        {form.type === 'oco' && <Outcomes form={form} context={context} summary={summary} about={about} />}
      </dl>
    </>
  );
}

/** Only one leg of an OCO trades, and the two bring different amounts. */
function Outcomes({
  form,
  context,
  summary,
  about,
}: Omit<OrderQuestionProps, 'checked' | 'levels'> & { about: (text: string) => string }) {
  const { t } = useTranslation('order');
  const { limit, stop } = ocoOutcomes(form, context, toAmount(summary.quantity));
  const outcome = (leg: Summary) => `${t(`total.${form.side}`)} ${about(leg.total ?? leg.notional)}`;
  return (
    <>
      <Line name={t('confirm.ifLimit')}>{outcome(limit)}</Line>
      <Line name={t('confirm.ifStop')}>{outcome(stop)}</Line>
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
