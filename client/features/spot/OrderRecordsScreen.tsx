import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { exportOrders, exportTrades } from '../../../contracts/order.calls';
import type { FileCall } from '../../lib/download';
import { ORDER_STATUSES, ORDER_TYPES, SIDES, TRADE_ROLES } from '../../../contracts/order.contract';
import type { Filters } from '../../lib/filters';
import { useInstruments } from '../../market/instruments';
import { Tabs } from '../../ui/Tabs';
import { FilterBar } from '../asset/FilterBar';
import { HistoryTable, TradesTable } from '../../orders/HistoryTables';
import { OpenOrders } from '../../orders/OpenOrders';
import { fits, useOpenOrders } from '../../orders/orders';
import { SpotEffect } from './SpotEffect';
import page from '../asset/AssetPage.module.css';

const VIEWS = ['open', 'history', 'trades'] as const;
type View = (typeof VIEWS)[number];
const FIELDS: Record<View, readonly string[]> = {
  open: ['symbol', 'side', 'type'],
  history: ['symbol', 'side', 'type', 'status', 'from', 'to'],
  trades: ['symbol', 'side', 'role', 'from', 'to'],
};

/** All spot orders and trades of the account. What is looked at stands in the address, so that it can be kept and sent. */
export default function OrderRecordsScreen() {
  const { t } = useTranslation(['order', 'spot']);
  const [search, setSearch] = useSearchParams();
  const view = VIEWS.find((each) => each === search.get('view')) ?? 'history';
  const filters = useMemo(
    () => Object.fromEntries(FIELDS[view].map((name) => [name, search.get(name) ?? ''])),
    [search, view],
  );
  const show = (next: View, wanted: Filters) => {
    const kept = Object.entries(wanted).filter(([name, value]) => value !== '' && FIELDS[next].includes(name));
    setSearch({ view: next, ...Object.fromEntries(kept) }, { replace: true });
  };
  return (
    <div className={page.page}>
      <h1>{t('spot:records.title')}</h1>
      <section className={page.card}>
        <div className={page.tabs}>
          <Tabs
            label={t('orders.title')}
            controls="records-view"
            value={view}
            onChange={(next) => show(next, filters)}
            tabs={VIEWS.map((value) => ({ value, label: t(`orders.${value}`) }))}
          />
        </div>
        <div id="records-view" role="tabpanel" aria-label={t(`orders.${view}`)}>
          <Narrowed view={view} filters={filters} onChange={(wanted) => show(view, wanted)} />
          {view === 'open' && <Open filters={filters} />}
          {view === 'history' && <HistoryTable filters={filters} />}
          {view === 'trades' && <TradesTable filters={filters} />}
        </div>
      </section>
    </div>
  );
}

function Open({ filters }: { filters: Filters }) {
  const open = useOpenOrders('spot');
  return (
    <OpenOrders query={{ ...open, data: open.data?.filter((order) => fits(order, filters)) }} Effect={SpotEffect} />
  );
}

interface NarrowedProps {
  view: View;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

const EXPORTS: Partial<Record<View, FileCall>> = { history: exportOrders, trades: exportTrades };
const OPTIONS = { side: SIDES, type: ORDER_TYPES, status: ORDER_STATUSES, role: TRADE_ROLES };

function Narrowed({ view, filters, onChange }: NarrowedProps) {
  const { t } = useTranslation('order');
  const symbols = useInstruments().data?.map(({ symbol }) => [symbol, symbol] as const) ?? [];
  const choice = (name: keyof typeof OPTIONS) => ({
    name,
    label: t(`column.${name}`),
    all: t(`filter.${name}`),
    options: OPTIONS[name].map((value) => [value, t(`${name}.${value}`)] as const),
  });
  const shown = (Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]).filter((name) => FIELDS[view].includes(name));
  const exportCall = EXPORTS[view];
  return (
    <FilterBar
      filters={filters}
      onChange={onChange}
      days={view !== 'open'}
      {...(exportCall && { exportCall })}
      choices={[
        { name: 'symbol', label: t('column.pair'), all: t('filter.symbol'), options: symbols },
        ...shown.map(choice),
      ]}
    />
  );
}
