import { Suspense, lazy, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cancelAllOrders } from '../../../contracts/order.calls';
import { api } from '../../lib/api';
import type { InstrumentView } from '../../../contracts/market.contract';
import { ORDER_TYPES, SIDES } from '../../../contracts/order.contract';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { confirm } from '../../ui/confirm';
import { mergeUpdate } from '../../app/account-feed';
import type { Filters } from '../../lib/filters';
import { OpenOrders } from '../../orders/OpenOrders';
import { fits, useOpenOrders } from '../../orders/orders';
import { SpotEffect } from './SpotEffect';
import styles from '../../orders/Orders.module.css';

const tables = () => import('../../orders/HistoryTables');
const HistoryTable = lazy(async () => ({ default: (await tables()).HistoryTable }));
const TradesTable = lazy(async () => ({ default: (await tables()).TradesTable }));
const Holdings = lazy(() => import('./Holdings'));

const VIEWS = ['open', 'history', 'trades', 'assets'] as const;
type View = (typeof VIEWS)[number];

/** Open orders, history, own trades and what is held; of this pair or of all, of one side or kind if wanted. */
export function OrdersPanel({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('order');
  const [view, setView] = useState<View>('open');
  const [onlyThis, setOnlyThis] = useState(false);
  const [filters, setFilters] = useState<Filters>({});
  const open = useOpenOrders('spot');
  const symbol = onlyThis ? instrument.symbol : undefined;
  const query = useMemo(() => ({ ...filters, symbol: symbol ?? '' }), [filters, symbol]);
  const shown = useMemo(() => open.data?.filter((order) => fits(order, query)), [open.data, query]);
  return (
    <section className={styles.panel} aria-label={t('orders.title')}>
      <header className={styles.head}>
        <Tabs
          label={t('orders.title')}
          controls="orders-view"
          value={view}
          onChange={setView}
          tabs={VIEWS.map((value) => ({
            value,
            label: value === 'open' ? `${t('orders.open')} (${open.data?.length ?? 0})` : t(`orders.${value}`),
          }))}
        />
        {view !== 'assets' && (
          <div className={styles.tools}>
            <Narrow filters={filters} onChange={setFilters} types={view !== 'trades'} />
            <label className={styles.only}>
              <input type="checkbox" checked={onlyThis} onChange={(event) => setOnlyThis(event.target.checked)} />
              {t('orders.onlyThis')}
            </label>
            {view === 'open' && (
              <CancelAll
                symbol={symbol}
                count={open.data?.filter((order) => !symbol || order.symbol === symbol).length ?? 0}
              />
            )}
            {view !== 'open' && (
              <Link className={styles.more} to={`/currencyRecord?view=${view}${symbol ? `&symbol=${symbol}` : ''}`}>
                {t('orders.all')}
              </Link>
            )}
          </div>
        )}
      </header>
      <div id="orders-view" role="tabpanel" aria-label={t(`orders.${view}`)} className={styles.body} tabIndex={0}>
        {view === 'open' && <OpenOrders query={{ ...open, data: shown }} Effect={SpotEffect} />}
        <Suspense fallback={<Skeleton rows={5} height={26} />}>
          {view === 'history' && <HistoryTable filters={query} />}
          {view === 'assets' && <Holdings />}
          {view === 'trades' && <TradesTable filters={{ symbol: query.symbol, side: filters['side'] ?? '' }} />}
        </Suspense>
      </div>
    </section>
  );
}

interface NarrowProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
  types: boolean;
}

/** Side and kind, small enough for the panel's head. */
function Narrow({ filters, onChange, types }: NarrowProps) {
  const { t } = useTranslation('order');
  const choices = [{ name: 'side', options: SIDES }, ...(types ? [{ name: 'type', options: ORDER_TYPES }] : [])];
  return choices.map(({ name, options }) => (
    <select
      key={name}
      className={styles.narrow}
      aria-label={t(`column.${name}`)}
      value={filters[name] ?? ''}
      onChange={(event) => onChange({ ...filters, [name]: event.target.value })}
    >
      <option value="">{t(`filter.${name}`)}</option>
      {options.map((value) => (
        <option key={value} value={value}>
          {t(`${name}.${value}`)}
        </option>
      ))}
    </select>
  ));
}

function CancelAll({ symbol, count }: { symbol: string | undefined; count: number }) {
  const { t } = useTranslation('order');
  const [busy, setBusy] = useState(false);
  const cancelAll = async () => {
    const body = symbol ? t('orders.cancelAllOf', { symbol }) : t('orders.cancelAllBody');
    if (!(await confirm({ title: t('orders.cancelAll'), body, confirmLabel: t('orders.cancelAll'), kind: 'danger' })))
      return;
    setBusy(true);
    await api.call(cancelAllOrders, { symbol }).then(mergeUpdate, () => undefined);
    setBusy(false);
  };
  return (
    <Button
      data-shortcut="cancelAll"
      kind="plain"
      size="s"
      busy={busy}
      disabled={count === 0}
      onClick={() => void cancelAll()}
    >
      {t('orders.cancelAll')}
    </Button>
  );
}
