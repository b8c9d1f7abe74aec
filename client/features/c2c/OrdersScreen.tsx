import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { exportC2cOrders } from '../../../contracts/c2c.calls';
import { C2C_LABELS, type C2cOrderRow } from '../../../contracts/c2c.contract';
import { pathOf } from '../../app/routes';
import type { Filters } from '../../lib/filters';
import { useFormat } from '../../lib/format';
import { ButtonLink } from '../../ui/Button';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { FilterBar } from '../asset/FilterBar';
import { C2cPage } from './C2cPage';
import OrderDetail from './OrderDetail';
import { minorOf } from './c2c-form';
import { Label, TimeLeft } from './Standing';
import { useIsDemo, useOrders } from './use-c2c';
import styles from './C2c.module.css';

const FIELDS = ['label', 'search', 'from', 'to'] as const;

/** `/c2c_order`: every order; what is looked at stands in the address, and `?id=` opens one. */
export default function OrdersScreen() {
  const { t } = useTranslation(['c2c', 'common']);
  const demo = useIsDemo();
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => Object.fromEntries(FIELDS.map((name) => [name, search.get(name) ?? ''])), [search]);
  const change = (wanted: Filters) =>
    setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')), { replace: true });
  const open = (orderId: string | null) => {
    const next = new URLSearchParams(search);
    if (orderId === null) next.delete('id');
    else next.set('id', orderId);
    setSearch(next, { replace: true });
  };
  const opened = search.get('id');
  return (
    <C2cPage title={t('common:screen.c2cOrders')}>
      <section className={styles.card}>
        <FilterBar
          filters={filters}
          onChange={change}
          exportCall={exportC2cOrders}
          search={t('fact.reference')}
          choices={[
            {
              name: 'label',
              label: t('column.status'),
              all: t('filter.label'),
              options: C2C_LABELS.map((label) => [label, t(`label.${label}`)] as const),
            },
          ]}
        />
        <Table filters={filters} onOpen={open} />
      </section>
      {!demo && opened !== null && <OrderDetail key={opened} orderId={opened} onClose={() => open(null)} />}
    </C2cPage>
  );
}

function Table({ filters, onOpen }: { filters: Filters; onOpen: (orderId: string) => void }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const columns: PagedColumn<C2cOrderRow>[] = [
    { key: 'at', label: t('column.at'), cell: ({ createdAt }) => format.dateTime(createdAt) },
    {
      key: 'reference',
      label: t('fact.reference'),
      cell: ({ orderId, reference, unread }) => (
        <button type="button" className={styles.open} onClick={() => onOpen(orderId)}>
          {reference}
          <span className="hidden-visually">{t('detail.title')}</span>
          {unread > 0 && <span className={styles.unread}>{t('chat.unread', { n: format.count(unread) })}</span>}
        </button>
      ),
    },
    {
      key: 'amount',
      label: t('column.amount'),
      number: true,
      cell: ({ amount, asset }) => `${format.amount(amount, 2)} ${asset}`,
    },
    {
      key: 'pay',
      label: t('fact.pay'),
      number: true,
      cell: ({ payAmount, currency }) => `${format.decimal(payAmount, minorOf(currency))} ${currency}`,
    },
    {
      key: 'status',
      label: t('column.status'),
      cell: (order) => (
        <>
          <Label order={order} />
          <TimeLeft until={order.expiresAt} />
        </>
      ),
    },
  ];
  const narrowed = Object.values(filters).some((value) => value !== '');
  return (
    <PagedTable
      query={useOrders(filters)}
      columns={columns}
      rowKey={({ orderId }) => orderId}
      skeleton={<Skeleton rows={6} height={28} />}
      empty={
        <Empty text={t(narrowed ? 'records.noMatch' : 'records.empty')}>
          {!narrowed && <ButtonLink to={pathOf('c2cCreate')}>{t('index.start')}</ButtonLink>}
        </Empty>
      }
    />
  );
}
