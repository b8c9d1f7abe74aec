import { Suspense, lazy, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pathOf } from '../../app/routes';
import { OpenOrders } from '../../orders/OpenOrders';
import { useOpenOrders } from '../../orders/orders';
import { Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { CancelAll, CloseAll } from './AtOnce';
import { ContractEffect } from './ContractEffect';
import { Positions } from './Positions';
import type { TerminalProps } from './terminal';
import { useClosingRate } from './use-contract-form';
import { useMarkPrice, usePositions } from './use-contracts';
import orders from '../../orders/Orders.module.css';

const tables = () => import('../../orders/HistoryTables');
const HistoryTable = lazy(async () => ({ default: (await tables()).HistoryTable }));
const TradesTable = lazy(async () => ({ default: (await tables()).TradesTable }));
const ClosedPositions = lazy(() => import('./ClosedPositions'));

const VIEWS = ['positions', 'open', 'history', 'trades', 'closed'] as const;
type View = (typeof VIEWS)[number];

/** Positions, open orders, and what is over; of this contract or of all. */
export function ContractTables({ contract, view: contracts }: TerminalProps) {
  const { t } = useTranslation(['contract', 'order']);
  const [view, setView] = useState<View>('positions');
  const [onlyThis, setOnlyThis] = useState(false);
  const symbol = onlyThis ? contract.symbol : undefined;
  const takerRate = useClosingRate(contract, contracts);
  const open = useOpenOrders('contract');
  const mine = open.data?.filter((each) => symbol === undefined || each.symbol === symbol);
  const counts = { positions: usePositions().data?.positions.length ?? 0, open: open.data?.length ?? 0 };
  const filters = useMemo(() => ({ product: 'contract', symbol: symbol ?? '' }), [symbol]);
  const labelOf = (each: View) => {
    if (each === 'positions') return `${t('tables.positions')} (${counts.positions})`;
    if (each === 'closed') return t('tables.closed');
    return each === 'open' ? `${t('order:orders.open')} (${counts.open})` : t(`order:orders.${each}`);
  };
  return (
    <section className={orders.panel} aria-label={t('tables.title')}>
      <header className={orders.head}>
        <Tabs
          label={t('tables.title')}
          controls="contract-view"
          value={view}
          onChange={setView}
          tabs={VIEWS.map((value) => ({ value, label: labelOf(value) }))}
        />
        <div className={orders.tools}>
          <label className={orders.only}>
            <input type="checkbox" checked={onlyThis} onChange={(event) => setOnlyThis(event.target.checked)} />
            {t('tables.onlyThis')}
          </label>
          {view === 'positions' && <CloseAll symbol={symbol} takerRate={takerRate} />}
          {view === 'open' && <CancelAll symbol={symbol} count={mine?.length ?? 0} />}
          {view !== 'positions' && view !== 'open' && (
            <Link className={orders.more} to={`${pathOf('contractRecords')}?view=${view}`}>
              {t('order:orders.all')}
            </Link>
          )}
        </div>
      </header>
      <div id="contract-view" role="tabpanel" aria-label={labelOf(view)} className={orders.body} tabIndex={0}>
        {view === 'positions' && <Positions symbol={symbol} />}
        {view === 'open' && (
          <OpenOrders query={{ ...open, data: mine }} usePrice={useMarkPrice} Effect={ContractEffect} />
        )}
        <Suspense fallback={<Skeleton rows={5} height={26} />}>
          {view === 'history' && <HistoryTable filters={filters} />}
          {view === 'trades' && <TradesTable filters={filters} />}
          {view === 'closed' && <ClosedPositions filters={{ symbol: symbol ?? '' }} />}
        </Suspense>
      </div>
    </section>
  );
}
