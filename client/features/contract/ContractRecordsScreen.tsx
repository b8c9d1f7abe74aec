import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { exportPositions } from '../../../contracts/contract.calls';
import { exportOrders, exportTrades } from '../../../contracts/order.calls';
import { ORDER_STATUSES, ORDER_TYPES, SIDES, TRADE_ROLES } from '../../../contracts/order.contract';
import type { FileCall } from '../../lib/download';
import type { Filters } from '../../lib/filters';
import { HistoryTable, TradesTable } from '../../orders/HistoryTables';
import { Tabs } from '../../ui/Tabs';
import page from '../asset/AssetPage.module.css';
import { FilterBar } from '../asset/FilterBar';
import ClosedPositions from './ClosedPositions';

const VIEWS = ['closed', 'history', 'trades'] as const;
type View = (typeof VIEWS)[number];
const FIELDS: Record<View, readonly string[]> = {
  closed: ['from', 'to'],
  history: ['side', 'type', 'status', 'from', 'to'],
  trades: ['side', 'role', 'from', 'to'],
};
const OPTIONS = { side: SIDES, type: ORDER_TYPES, status: ORDER_STATUSES, role: TRADE_ROLES };
const EXPORTS: Record<View, FileCall> = { closed: exportPositions, history: exportOrders, trades: exportTrades };
const OF_CONTRACTS = { product: 'contract' };

/** `/contractRecord`: positions that are over, orders and trades of contracts. What is looked at stands in the address. */
export default function ContractRecordsScreen() {
  const { t } = useTranslation(['contract', 'order', 'common']);
  const [search, setSearch] = useSearchParams();
  const view = VIEWS.find((each) => each === search.get('view')) ?? 'closed';
  const filters = useMemo(
    () => Object.fromEntries(FIELDS[view].map((name) => [name, search.get(name) ?? ''])),
    [search, view],
  );
  const fixed = useMemo(() => ({ ...filters, ...OF_CONTRACTS }), [filters]);
  const show = (next: View, wanted: Filters) => {
    const kept = Object.entries(wanted).filter(([name, value]) => value !== '' && FIELDS[next].includes(name));
    setSearch({ view: next, ...Object.fromEntries(kept) }, { replace: true });
  };
  const labelOf = (each: View) => t(each === 'closed' ? 'tables.closed' : `order:orders.${each}`);
  return (
    <div className={page.page}>
      <h1>{t('common:screen.contractRecords')}</h1>
      <section className={page.card}>
        <div className={page.tabs}>
          <Tabs
            label={t('tables.title')}
            controls="records-view"
            value={view}
            onChange={(next) => show(next, filters)}
            tabs={VIEWS.map((value) => ({ value, label: labelOf(value) }))}
          />
        </div>
        <div id="records-view" role="tabpanel" aria-label={labelOf(view)}>
          <Narrowed view={view} filters={filters} onChange={(wanted) => show(view, wanted)} />
          {view === 'closed' && <ClosedPositions filters={filters} />}
          {view === 'history' && <HistoryTable filters={fixed} />}
          {view === 'trades' && <TradesTable filters={fixed} />}
        </div>
      </section>
    </div>
  );
}

interface NarrowedProps {
  view: View;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

function Narrowed({ view, filters, onChange }: NarrowedProps) {
  const { t } = useTranslation('order');
  const shown = (Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]).filter((name) => FIELDS[view].includes(name));
  return (
    <FilterBar
      filters={filters}
      onChange={onChange}
      {...(view !== 'closed' && { fixed: OF_CONTRACTS })}
      exportCall={EXPORTS[view]}
      choices={shown.map((name) => ({
        name,
        label: t(`column.${name}`),
        all: t(`filter.${name}`),
        options: OPTIONS[name].map((value) => [value, t(`${name}.${value}`)] as const),
      }))}
    />
  );
}
