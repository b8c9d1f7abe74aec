import { Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { exportCustody } from '../../../contracts/custody.calls';
import { CUSTODY_STATUSES, type CustodyGroup, type CustodyOrder } from '../../../contracts/custody.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { Amount } from '../../ui/numbers';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { FilterBar } from '../asset/FilterBar';
import { useRecordFilters } from '../asset/record-filters';
import { RealOnly } from '../payee/PayeePage';
import { Own } from './Own';
import { StatusChip } from './StatusChip';
import { useOrders } from './use-custody';
import { useWords } from './words';
import styles from './Custody.module.css';

const OrderDetail = lazy(() => import('./OrderDetail'));

const FIELDS = ['status', 'from', 'to'] as const;

/** `/profit_wdtg`: own custody orders, with totals and own limits; each opens into its days. `?order=` opens one. */
export default function MyCustodyScreen() {
  return <MyOrders group="custody" />;
}

/** Own orders of a group of products. */
export function MyOrders({ group }: { group: CustodyGroup }) {
  const { t } = useTranslation(['common', 'custody']);
  const [mine, all] = group === 'vip' ? (['myVip', 'vip'] as const) : (['myCustody', 'custody'] as const);
  const demo = useSession((state) => state.session?.realm === 'demo');
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t(`screen.${mine}`)}</h1>
        <ButtonLink kind="plain" size="s" to={pathOf(all)}>
          {t(`screen.${all}`)}
        </ButtonLink>
      </div>
      {demo ? (
        <RealOnly why={t('custody:buy.demo')} />
      ) : (
        <>
          <Own />
          <section className={styles.records} aria-label={t(`screen.${mine}`)}>
            <Orders group={group} />
          </section>
        </>
      )}
    </div>
  );
}

function Orders({ group }: { group: CustodyGroup }) {
  const { t } = useTranslation('custody');
  const [filters, setFilters] = useRecordFilters(FIELDS);
  const [opened, open] = useOpened();
  const narrowed = Object.values(filters).some((value) => value !== '');
  return (
    <>
      <FilterBar
        filters={filters}
        onChange={setFilters}
        exportCall={exportCustody}
        choices={[
          {
            name: 'status',
            label: t('column.status'),
            all: t('filter.status'),
            options: CUSTODY_STATUSES.map((each) => [each, t(`status.${each}`)] as const),
          },
        ]}
      />
      <PagedTable
        query={useOrders({ ...filters, group })}
        columns={useColumns(open)}
        rowKey={({ orderId }) => orderId}
        skeleton={<Skeleton rows={5} height={30} />}
        empty={<Empty text={t(narrowed ? 'orders.noMatch' : 'orders.none')} />}
      />
      {opened !== null && (
        <Suspense fallback={null}>
          <OrderDetail orderId={opened} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The order in the address, so that a link or the back button opens and closes it. */
function useOpened(): [orderId: string | null, open: (orderId: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const open = (orderId: string | null) => {
    const next = new URLSearchParams(search);
    if (orderId === null) next.delete('order');
    else next.set('order', orderId);
    setSearch(next, { replace: true });
  };
  return [search.get('order'), open];
}

function useColumns(open: (orderId: string) => void): PagedColumn<CustodyOrder>[] {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const { nameOf } = useWords();
  return [
    {
      key: 'number',
      label: t('column.number'),
      cell: (order) => (
        <button type="button" className={styles.open} onClick={() => open(order.orderId)}>
          {nameOf(order)}
          <small>{order.orderId}</small>
        </button>
      ),
    },
    { key: 'status', label: t('column.status'), cell: (order) => <StatusChip status={order.status} /> },
    {
      key: 'amount',
      label: t('column.amount'),
      number: true,
      cell: ({ amount }) => <Amount value={amount} decimals={2} />,
    },
    {
      key: 'cycle',
      label: t('column.cycle'),
      cell: ({ cycleDays }) => <span className={styles.whole}>{t('days', { count: cycleDays })}</span>,
    },
    {
      key: 'rates',
      label: t('column.rates'),
      cell: ({ rates }) => (
        <span className={styles.rates}>
          {rates.length === 0
            ? '–'
            : rates.map((rate, day) => <span key={`${day} ${rate}`}>{format.share(rate, 2)}</span>)}
        </span>
      ),
    },
    {
      key: 'interest',
      label: t('column.interest'),
      number: true,
      cell: ({ accrued }) => <Amount value={accrued} decimals={4} />,
    },
    { key: 'left', label: t('column.left'), number: true, cell: ({ remainingDays }) => format.count(remainingDays) },
    { key: 'bought', label: t('column.bought'), cell: ({ boughtAt }) => format.dateTime(boughtAt) },
  ];
}
