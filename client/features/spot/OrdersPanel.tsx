import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { calls } from '../../lib/calls';
import { Button } from '../../ui/Button';
import { Tabs } from '../../ui/Tabs';
import { confirm } from '../../ui/confirm';
import { mergeUpdate } from '../../market/account-feed';
import { HistoryTable, TradesTable } from './HistoryTables';
import { OpenOrders } from './OpenOrders';
import { useOpenOrders } from './orders';
import styles from './Orders.module.css';

const VIEWS = ['open', 'history', 'trades'] as const;
type View = (typeof VIEWS)[number];

/** Open orders, history and own trades; of this pair or of all. */
export function OrdersPanel({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  const [view, setView] = useState<View>('open');
  const [onlyThis, setOnlyThis] = useState(false);
  const open = useOpenOrders();
  const symbol = onlyThis ? instrument.symbol : undefined;
  const shown = useMemo(
    () => open.data?.filter((order) => symbol === undefined || order.symbol === symbol),
    [open.data, symbol],
  );
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
        <div className={styles.tools}>
          <label className={styles.only}>
            <input type="checkbox" checked={onlyThis} onChange={(event) => setOnlyThis(event.target.checked)} />
            {t('orders.onlyThis')}
          </label>
          {view === 'open' && <CancelAll symbol={symbol} count={shown?.length ?? 0} />}
        </div>
      </header>
      <div id="orders-view" role="tabpanel" aria-label={t(`orders.${view}`)} className={styles.body} tabIndex={0}>
        {view === 'open' && <OpenOrders query={{ ...open, data: shown }} />}
        {view === 'history' && <HistoryTable symbol={symbol} />}
        {view === 'trades' && <TradesTable symbol={symbol} />}
      </div>
    </section>
  );
}

function CancelAll({ symbol, count }: { symbol: string | undefined; count: number }) {
  const { t } = useTranslation('spot');
  const [busy, setBusy] = useState(false);
  const cancelAll = async () => {
    const body = symbol ? t('orders.cancelAllOf', { symbol }) : t('orders.cancelAllBody');
    if (!(await confirm({ title: t('orders.cancelAll'), body, confirmLabel: t('orders.cancelAll'), kind: 'danger' })))
      return;
    setBusy(true);
    await calls.cancelAllOrders(symbol).then(mergeUpdate, () => undefined);
    setBusy(false);
  };
  return (
    <Button kind="plain" size="s" busy={busy} disabled={count === 0} onClick={() => void cancelAll()}>
      {t('orders.cancelAll')}
    </Button>
  );
}
