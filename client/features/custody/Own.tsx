import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setCustodyLossLimit, setCustodyPause } from '../../../contracts/custody.calls';
import type { CustodyLimits } from '../../../contracts/custody.contract';
import { api, QUIET } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Amount } from '../../ui/numbers';
import { Loadable, Skeleton } from '../../ui/states';
import { refreshOwn, useProducts, useTotal } from './use-custody';
import styles from './Custody.module.css';

const LimitsDialog = lazy(() => import('../option/LimitsDialog'));

const TOTALS = ['held', 'accrued', 'paid', 'penalties'] as const;

/** What custody holds, brought and cost the person, and the limits that they set for themselves. */
export function Own() {
  const { t } = useTranslation('custody');
  const query = useTotal();
  const own = useProducts().data?.own;
  return (
    <section className={styles.card} aria-labelledby="custody-own">
      <h2 id="custody-own">{t('total.title')}</h2>
      <p className={styles.note}>{t('total.note')}</p>
      <Loadable query={query} skeleton={<Skeleton rows={2} height={32} />}>
        {(total) => (
          <dl className={styles.totals} data-testid="custody-totals">
            {TOTALS.map((each) => (
              <div key={each}>
                <dt>{t(`total.${each}`)}</dt>
                <dd>
                  <Amount value={total[each]} decimals={2} /> {total.asset}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Loadable>
      {own && <Limits own={own} />}
    </section>
  );
}

function Limits({ own }: { own: CustodyLimits }) {
  const { t } = useTranslation(['custody', 'option']);
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const { lossLimit, pause } = own;
  const lost = format.amount(lossLimit.lost, 2, 2);
  return (
    <div className={styles.limits}>
      <p>
        {lossLimit.limit === null
          ? t('option:own.noLimit')
          : t('own.month', { lost, limit: format.amount(lossLimit.limit, 2, 2) })}
      </p>
      {pause.until !== null && <p>{t('option:own.paused', { until: format.dateTime(pause.until) })}</p>}
      <Button kind="plain" size="s" onClick={() => setOpen(true)}>
        {t('option:own.set')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <LimitsDialog
            own={own}
            lossTitle={t('own.monthly')}
            setLimit={(body) => api.call(setCustodyLossLimit, body, QUIET).then(refreshOwn)}
            setPause={(body) => api.call(setCustodyPause, body, QUIET).then(refreshOwn)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
