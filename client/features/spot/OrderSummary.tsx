import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { calls } from '../../lib/calls';
import { useFormat } from '../../lib/format';
import { keys } from '../../lib/query';
import { useLoggedIn } from '../../lib/session';
import { Icon } from '../../ui/icons';
import { useOrderForm } from './form-store';
import type { Summarised } from './spot-order-form';
import styles from './OrderForm.module.css';

const SETTLED_MS = 350;

/** Fee and total before the click: computed here at once, and replaced by the server's own figures when they come. */
export function OrderSummary({ instrument, summarised }: { instrument: InstrumentView; summarised: Summarised }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { side, type } = useOrderForm((state) => state.form);
  const checked = useServerPreview(type === 'oco' ? null : summarised.body);
  const fee = checked?.fee ?? summarised.summary?.fee;
  const total = checked?.total ?? summarised.summary?.total;
  const average = checked?.averagePrice ?? summarised.summary?.averagePrice;
  const money = (text: string | null | undefined, decimals: number) =>
    text ? `${format.amount(text, decimals, 2)} ${instrument.quote}` : '–';
  return (
    <dl className={styles.summary} data-checked={checked !== undefined}>
      {type === 'market' && (
        <div>
          <dt>{t('summary.average')}</dt>
          <dd>{average ? `≈ ${format.decimal(average, instrument.priceDecimals)} ${instrument.quote}` : '–'}</dd>
        </div>
      )}
      <div>
        <dt>{t('summary.fee')}</dt>
        <dd data-testid="order-fee">{money(fee, 6)}</dd>
      </div>
      <div>
        <dt>{t(`total.${side}`)}</dt>
        <dd data-testid="order-total">
          {checked && (
            <span className={styles.checked} title={t('summary.checked')}>
              <Icon name="check" size={13} />
              <span className="hidden-visually">{t('summary.checked')}</span>
            </span>
          )}
          {money(total, 4)}
        </dd>
      </div>
    </dl>
  );
}

/** Asks `web/previewOrder` once the typing settled; nothing while the form still has problems. */
function useServerPreview(body: Record<string, string> | null) {
  const loggedIn = useLoggedIn();
  const text = useDeferredValue(body === null ? '' : JSON.stringify(body));
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({
    queryKey: keys.preview({ settled }),
    queryFn: ({ signal }) => calls.previewOrder(JSON.parse(settled) as Record<string, string>, signal),
    enabled: loggedIn && settled !== '' && settled === text,
    staleTime: 2000,
    gcTime: 10_000,
    retry: false,
  });
  return settled === text && text !== '' ? data : undefined;
}
