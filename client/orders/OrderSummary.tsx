import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../contracts/market.contract';
import type { RefusalCode } from '../../contracts/refusal.contract';
import type { OrderPreview, OrderProblemView } from '../../contracts/order.contract';
import { api } from '../lib/api';
import { toAmount } from '../../shared/money';
import { useFormat, type Formatter } from '../lib/format';
import { useLoggedIn } from '../lib/session';
import { orderKeys } from '../market/keys';
import { Icon } from '../ui/icons';
import { useOrderForm } from './form-store';
import type { FormContext, FormField, Problem, OrderFields } from './order-fields';
import { formFieldOf, type Summarised } from './order-form';
import type { OrderBody, OrderProduct } from './product';
import { isAskedFor } from './use-send-order';
import styles from './OrderForm.module.css';

const SETTLED_MS = 350;

interface OrderSummaryProps {
  instrument: InstrumentView;
  summarised: Summarised;
  rates: FormContext['rates'];
  checked: OrderPreview | undefined;
}

/** Fee and total before the click: computed here at once, and replaced by the server's own figures when they come. */
export function OrderSummary({ instrument, summarised, rates, checked }: OrderSummaryProps) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const { side, type } = useOrderForm((state) => state.form);
  const { summary } = summarised;
  const average = checked?.averagePrice ?? summary?.averagePrice;
  const price = (text: string) => `${format.decimal(text, instrument.priceDecimals)} ${instrument.quote}`;
  const money = (text: string | null | undefined, decimals: number) =>
    text ? `${format.amount(text, decimals, 2)} ${instrument.quote}` : '–';
  const takes = checked?.filledQuantity ?? summary?.fillsNow;
  const partly = type === 'market' && summary !== null && toAmount(takes ?? '0') < toAmount(summary.quantity);
  return (
    <dl className={styles.summary} data-checked={checked !== undefined}>
      {type === 'market' && <Line name={t('summary.average')}>{average ? `≈ ${price(average)}` : '–'}</Line>}
      {type === 'market' && (
        <Line name={t('summary.worst')} hint={t('summary.worstHint')}>
          <span data-testid="worst-price">{checked?.worstPrice ? price(checked.worstPrice) : '–'}</span>
        </Line>
      )}
      {(partly || type === 'limit') && takes && toAmount(takes) > 0n && (
        <Line name={t('summary.fillsNow')}>
          {format.amount(takes, instrument.quantityDecimals)} {instrument.base}
        </Line>
      )}
      <Line name={t('summary.fee')} hint={rates ? ratesText(t, format, rates, checked) : undefined}>
        <span data-testid="order-fee">{money(checked?.fee ?? summary?.fee, 6)}</span>
      </Line>
      <Line name={t(`total.${side}`)}>
        {checked && (
          <span className={styles.checked} title={t('summary.checked')}>
            <Icon name="check" size={13} />
            <span className="hidden-visually">{t('summary.checked')}</span>
          </span>
        )}
        <span data-testid="order-total">{money(checked?.total ?? summary?.total, 4)}</span>
      </Line>
    </dl>
  );
}

function ratesText(
  t: TFunction<'order'>,
  format: Formatter,
  rates: NonNullable<FormContext['rates']>,
  checked: OrderPreview | undefined,
): string {
  const text = t('summary.rates', { maker: format.share(rates.maker), taker: format.share(rates.taker) });
  if (checked === undefined) return text;
  const tier = t('detail.rateTier', { rate: text, tier: format.count(checked.feeTier) });
  return `${tier} · ${checked.policy.name} v${checked.policy.version}`;
}

function Line({ name, hint, children }: { name: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>
        {name}
        {hint && <small>{hint}</small>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

interface Preview {
  /** The server's figures for the form's current order. */
  checked: OrderPreview | undefined;
  /** What stands against it at a field of the form, though nothing here did. */
  objections: Problem[];
  /** What stands against its take-profits and stop-losses. */
  attached?: string | undefined;
  /** What stands against it at no field: the account's or the book's. */
  objection?: string | undefined;
}

/** Asks the server for its preview once the typing settled; nothing while the form still has problems. */
export function useServerPreview({ preview }: OrderProduct, body: OrderBody | null, form: OrderFields): Preview {
  const loggedIn = useLoggedIn();
  const text = useDeferredValue(body === null ? '' : JSON.stringify(body));
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery({
    queryKey: orderKeys.preview({ path: preview.path, settled }),
    queryFn: ({ signal }) => api.call(preview, JSON.parse(settled) as OrderBody, { signal }),
    enabled: loggedIn && settled !== '' && settled === text,
    staleTime: 2000,
    gcTime: 10_000,
    retry: false,
  });
  if (settled !== text || text === '' || data === undefined || error) return NOTHING;
  const attached = data.problems.find(({ field }) => field === 'attached')?.message;
  const others = data.problems.filter(({ field }) => field !== 'attached');
  const found = others.map((problem) => ({ ...problem, field: formFieldOf(problem.field ?? undefined, form) }));
  const objection = found.find(({ field, refusal }) => field === null && !isAskedFor(refusal))?.message;
  const checked = data.total === null ? undefined : data;
  return { checked, objections: found.flatMap(atField), attached, objection };
}

const NOTHING: Preview = { checked: undefined, objections: [] };

function atField({ refusal, field, params }: Found): Problem[] {
  if (field === null) return [];
  const texts = Object.entries(params).map(([name, value]) => [name, `${value}`]);
  return [{ field, code: refusal as RefusalCode, params: Object.fromEntries(texts) as Problem['params'] }];
}

type Found = Omit<OrderProblemView, 'field'> & { field: FormField | null };
