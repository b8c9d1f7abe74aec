import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getAssetHistory } from '../../../contracts/asset.calls';
import { api } from '../../lib/api';
import { HISTORY_SPANS, type AssetHistoryView, type HistorySpan } from '../../../contracts/asset.contract';
import { useFormat } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { assetKeys } from './asset.feature';
import { decimalsOf, useDisplayCurrency } from './display-currency';
import styles from './AssetPage.module.css';

const HistoryChart = lazy(() => import('./HistoryChart'));
const HEIGHT_PX = 200;
const REFRESH_MS = 60_000;
const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What everything was worth over time: each point is what was held then, at the prices of then. */
export function AssetHistory() {
  const { t } = useTranslation('asset');
  const [span, setSpan] = useState<HistorySpan>('month');
  const { currency } = useDisplayCurrency();
  const params = { span, currency, timeZone: timeZone() };
  const query = useQuery({
    queryKey: assetKeys.history(params),
    queryFn: () => api.call(getAssetHistory, params),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles.card} aria-labelledby="history">
      <div className={styles.cardHead}>
        <h2 id="history">{t('history')}</h2>
        <Tabs
          look="pills"
          label={t('history')}
          value={span}
          onChange={setSpan}
          tabs={HISTORY_SPANS.map((value) => ({ value, label: t(`history.${value}`) }))}
          controls="history-chart"
        />
      </div>
      <div id="history-chart" role="tabpanel" aria-label={t(`history.${span}`)} className={styles.history}>
        <Loadable
          query={query}
          skeleton={<Skeleton rows={1} height={HEIGHT_PX} />}
          isEmpty={({ points }) => points.length < 2}
          empty={<Empty text={t('history.empty')} />}
        >
          {(view) => <Drawn view={view} />}
        </Loadable>
      </div>
    </section>
  );
}

/** In the currency that the values came in, which for a moment is not yet the chosen one. */
function Drawn({ view: { points, currency } }: { view: AssetHistoryView }) {
  const { t } = useTranslation('asset');
  const format = useFormat();
  const { hideAmounts, theme } = usePreferences();
  const decimals = decimalsOf(currency);
  const shown = (value: string) => format.amount(value, decimals, decimals);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const labelValues = {
    from: format.dateTime(first.at),
    to: format.dateTime(last.at),
    first: shown(first.value),
    last: shown(last.value),
    currency,
  };
  return (
    <>
      {hideAmounts && <p className={styles.nothing}>{t('history.hidden')}</p>}
      <div role="img" aria-label={hideAmounts ? t('history.hidden') : t('history.label', labelValues)}>
        <Suspense fallback={<Skeleton rows={1} height={HEIGHT_PX} />}>
          <HistoryChart
            key={theme}
            points={points}
            height={HEIGHT_PX}
            decimals={decimals}
            unit={currency}
            hidden={hideAmounts}
          />
        </Suspense>
      </div>
    </>
  );
}
