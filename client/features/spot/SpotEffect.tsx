import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { previewOrder } from '../../../contracts/spot.calls';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { useLoggedIn } from '../../lib/session';
import { orderKeys } from '../../market/keys';
import type { OrderEffectProps } from '../../orders/MoveQuestion';
import { bodyOfOrder } from '../../orders/order-lines';
import { FactList } from '../../ui/FactList';
import styles from '../../orders/OrderForm.module.css';

/** Fee and total of what is left of an order, as the server reckons them. */
export function SpotEffect({ order, instrument }: OrderEffectProps) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const body = bodyOfOrder(order);
  const { data } = useQuery({
    queryKey: orderKeys.preview(body),
    queryFn: ({ signal }) => api.call(previewOrder, body, { signal }),
    enabled: useLoggedIn(),
    gcTime: 0,
    retry: false,
  });
  const money = (text: string | null | undefined) =>
    text ? `≈ ${format.amount(text, 4, 2)} ${instrument.quote}` : '–';
  return (
    <FactList
      className={styles.summary}
      rows={[
        [t('summary.fee'), money(data?.fee)],
        [t(`total.${order.side}`), money(data?.total)],
      ]}
    />
  );
}
