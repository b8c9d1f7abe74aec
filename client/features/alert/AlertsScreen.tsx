import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ALERT_VIEWS, type AlertsFilter, type AlertView } from '../../../contracts/alert.contract';
import { useTickerFeed } from '../../market/tickers';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { WhyButton } from '../policy/WhyButton';
import { openAlertDialog } from './alert-dialog';
import { AlertRow } from './AlertRow';
import { useRowKeys } from './row-keys';
import { useAlertLimits, useAlerts } from './use-alerts';
import styles from './Alert.module.css';

/** `/alerts`: own price alerts. `?show=` and `?symbol=` filter, `?set=` opens the dialog for an instrument, `&level=` at a price. */
export default function AlertsScreen() {
  const { t } = useTranslation('alert');
  const [search, setSearch] = useSearchParams();
  const show = ALERT_VIEWS.find((each) => each === search.get('show')) ?? 'active';
  const symbol = search.get('symbol') ?? undefined;
  useOpenFromAddress();
  const change = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true });
  };
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('title')}</h1>
        <Button onClick={() => openAlertDialog({ symbol: symbol ?? '' })}>{t('form.set')}</Button>
      </div>
      <p className={styles.lead}>{t('lead')}</p>
      <Limits />
      <div className={styles.filters}>
        <Tabs
          look="chips"
          label={t('show')}
          controls="alerts"
          value={show}
          onChange={(value) => change({ show: value === 'active' ? null : value })}
          tabs={ALERT_VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        />
        {symbol !== undefined && (
          <button type="button" className={styles.chip} onClick={() => change({ symbol: null })}>
            {t('onlySymbol', { symbol })} <Icon name="close" size={14} />
          </button>
        )}
      </div>
      <Alerts show={show} symbol={symbol} />
    </div>
  );
}

/** The palette and other screens lead here to set an alert. */
function useOpenFromAddress(): void {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('set');
  useEffect(() => {
    if (wanted === null) return;
    const level = search.get('level');
    openAlertDialog({ symbol: wanted, ...(level !== null && /^\d+(\.\d+)?$/.test(level) && { level }) });
    const next = new URLSearchParams(search);
    for (const name of ['set', 'level']) next.delete(name);
    setSearch(next, { replace: true });
  }, [wanted, search, setSearch]);
}

function Limits() {
  const { t } = useTranslation('alert');
  const { data } = useAlertLimits();
  if (data === undefined) return <p className={styles.rule}> </p>;
  const { open, policy, version, ...inputs } = data;
  const { activeMax, endDaysMax } = inputs;
  return (
    <p className={styles.rule}>
      {t('rules', { open, limit: activeMax, days: endDaysMax })} <WhyButton {...{ policy, version, inputs }} />
    </p>
  );
}

function Alerts({ show, symbol }: { show: AlertsFilter; symbol: string | undefined }) {
  const { t } = useTranslation(['alert', 'common']);
  const query = useAlerts(show, symbol);
  const alerts = query.data?.pages.flatMap(({ items }) => items) ?? [];
  useTickerFeed([...new Set(alerts.map((alert) => alert.symbol))]);
  return (
    <div id="alerts" role="tabpanel" aria-label={t(`view.${show}`)} className={styles.panel}>
      <Loadable
        query={query}
        skeleton={<Skeleton rows={5} height={72} />}
        isEmpty={() => alerts.length === 0}
        empty={
          <Empty text={t(`empty.${show}`)}>
            {show === 'active' && (
              <Button kind="plain" onClick={() => openAlertDialog({ symbol: symbol ?? '' })}>
                {t('form.set')}
              </Button>
            )}
          </Empty>
        }
      >
        {() => <List alerts={alerts} />}
      </Loadable>
      {query.hasNextPage && (
        <Button kind="plain" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('common:action.more')}
        </Button>
      )}
    </div>
  );
}

function List({ alerts }: { alerts: readonly AlertView[] }) {
  const { t } = useTranslation('alert');
  const keys = useRowKeys(alerts);
  return (
    <>
      <p className="hidden-visually" id="alert-keys">
        {t('keys')}
      </p>
      <ul className={styles.list} aria-describedby="alert-keys" {...keys.list}>
        {alerts.map((alert, index) => (
          <AlertRow key={alert.alertId} alert={alert} tabStop={index === keys.at} />
        ))}
      </ul>
    </>
  );
}
