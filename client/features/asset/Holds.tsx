import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getHolds } from '../../../contracts/asset.calls';
import { api } from '../../lib/api';
import type { AccountSpace, HoldRow } from '../../../contracts/asset.contract';
import { useFormat } from '../../lib/format';
import { Loadable, Skeleton } from '../../ui/states';
import { OrderLink } from '../../orders/OrderLink';
import { assetKeys } from './asset.feature';
import { useAmounts } from './use-amounts';
import styles from './AssetPage.module.css';

/** What a frozen amount is frozen by, its orders one by one. */
export function Holds({ currency, space }: { currency: string; space: AccountSpace | undefined }) {
  const { t } = useTranslation('asset');
  const params = { currency, space };
  const query = useQuery({ queryKey: assetKeys.holds(params), queryFn: () => api.call(getHolds, params) });
  return (
    <section aria-labelledby="holds" className={styles.frozenBy}>
      <h3 id="holds">{t('holds')}</h3>
      <Loadable
        query={query}
        skeleton={<Skeleton rows={2} height={28} />}
        isEmpty={(holds) => holds.length === 0}
        empty={<p className={styles.nothing}>{t('holds.none')}</p>}
      >
        {(holds) => (
          <ul className={styles.holds}>
            {holds.map((hold) => (
              <Hold key={`${hold.space}/${hold.cause}/${hold.reference}`} hold={hold} />
            ))}
          </ul>
        )}
      </Loadable>
    </section>
  );
}

const NAMED = ['orders', 'withdrawal'] as const;

function Hold({ hold }: { hold: HoldRow }) {
  const { t } = useTranslation('asset');
  const format = useFormat();
  const amounts = useAmounts();
  const named = NAMED.find((cause) => cause === hold.cause) ?? 'other';
  return (
    <li>
      <span>
        {t(`hold.${named}`, { reference: hold.reference })}
        <small>{t('hold.since', { time: format.dateTime(hold.since) })}</small>
      </span>
      <b>
        {amounts(format.amount(hold.amount, 8, 2))} {hold.currency}
      </b>
      {hold.orders.length > 0 && (
        <span className={styles.holdOrders}>
          {hold.orders.map((order) => (
            <OrderLink key={order.orderId} order={order}>
              <code className={styles.code}>{order.orderId}</code>
            </OrderLink>
          ))}
        </span>
      )}
    </li>
  );
}
