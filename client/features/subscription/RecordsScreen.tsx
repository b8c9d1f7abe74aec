import { Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { SUBSCRIPTION_STATUSES, type Subscription } from '../../../contracts/subscription.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { ButtonLink } from '../../ui/Button';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { FilterBar } from '../asset/FilterBar';
import { useRecordFilters } from '../asset/record-filters';
import { useSubscriptions } from './use-subscription';
import styles from './Subscription.module.css';

const Detail = lazy(() => import('./Detail'));

const FIELDS = ['status', 'from', 'to'] as const;

/** `/subscriptionRecord`: own subscriptions; each opens into its allocation. `?subscription=` opens one. */
export default function RecordsScreen() {
  const { t } = useTranslation('common');
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('screen.newCoinRecords')}</h1>
        <ButtonLink kind="plain" size="s" to={pathOf('newCoins')}>
          {t('screen.newCoins')}
        </ButtonLink>
      </div>
      <section className={styles.card} aria-label={t('screen.newCoinRecords')}>
        <Records />
      </section>
    </div>
  );
}

function Records() {
  const { t } = useTranslation('subscription');
  const [filters, setFilters] = useRecordFilters(FIELDS);
  const [opened, open] = useOpened();
  const narrowed = Object.values(filters).some((value) => value !== '');
  const options = SUBSCRIPTION_STATUSES.map((each) => [each, t(`label.${each}`)] as const);
  return (
    <>
      <FilterBar
        filters={filters}
        onChange={setFilters}
        choices={[{ name: 'status', label: t('column.status'), all: t('filter.status'), options }]}
      />
      <PagedTable
        query={useSubscriptions(filters)}
        columns={useColumns(open)}
        rowKey={({ subscriptionId }) => subscriptionId}
        skeleton={<Skeleton rows={5} height={30} />}
        empty={<Empty text={t(narrowed ? 'records.noMatch' : 'records.none')} />}
      />
      {opened !== null && (
        <Suspense fallback={null}>
          <Detail subscriptionId={opened} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The subscription in the address, so that a link or the back button opens and closes it. */
function useOpened(): [id: string | null, open: (id: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const open = (id: string | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('subscription');
    else next.set('subscription', id);
    setSearch(next, { replace: true });
  };
  return [search.get('subscription'), open];
}

function useColumns(open: (id: string) => void): PagedColumn<Subscription>[] {
  const { t } = useTranslation('subscription');
  const format = useFormat();
  return [
    {
      key: 'coin',
      label: t('column.coin'),
      cell: ({ subscriptionId, name, coin }) => (
        <button type="button" className={styles.open} onClick={() => open(subscriptionId)}>
          {name}
          <small>{coin}</small>
        </button>
      ),
    },
    {
      key: 'status',
      label: t('column.status'),
      cell: ({ status }) => (
        <span className={styles.status} data-status={status}>
          {t(`label.${status}`)}
        </span>
      ),
    },
    { key: 'coins', label: t('column.coins'), number: true, cell: ({ coins }) => format.count(coins) },
    {
      key: 'passed',
      label: t('column.passed'),
      number: true,
      cell: ({ passed }) => (passed === null ? '–' : format.count(passed)),
    },
    {
      key: 'hold',
      label: t('column.hold'),
      number: true,
      cell: ({ onHold, coinsOnHold, coin }) =>
        coinsOnHold > 0 ? `${format.count(coinsOnHold)} ${coin}` : `${format.amount(onHold, 8, 2)} USDT`,
    },
    {
      key: 'refunded',
      label: t('column.refunded'),
      number: true,
      cell: ({ refunded }) => (refunded === null ? '–' : format.amount(refunded, 8, 2)),
    },
    { key: 'date', label: t('column.date'), cell: ({ subscribedAt }) => format.dateTime(subscribedAt) },
  ];
}
