import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tabs } from '../../ui/Tabs';
import { HistoryTable, TradesTable } from './HistoryTables';
import { OpenOrders } from './OpenOrders';
import { useOpenOrders } from './orders';
import page from '../asset/AssetPage.module.css';

const VIEWS = ['open', 'history', 'trades'] as const;

/** All spot orders and trades of the account. */
export default function OrderRecordsScreen() {
  const { t } = useTranslation('spot');
  const [view, setView] = useState<(typeof VIEWS)[number]>('history');
  const open = useOpenOrders();
  return (
    <div className={page.page}>
      <h1>{t('records.title')}</h1>
      <section className={page.card}>
        <div className={page.tabs}>
          <Tabs
            label={t('orders.title')}
            controls="records-view"
            value={view}
            onChange={setView}
            tabs={VIEWS.map((value) => ({ value, label: t(`orders.${value}`) }))}
          />
        </div>
        <div id="records-view" role="tabpanel" aria-label={t(`orders.${view}`)}>
          {view === 'open' && <OpenOrders query={open} />}
          {view === 'history' && <HistoryTable symbol={undefined} />}
          {view === 'trades' && <TradesTable symbol={undefined} />}
        </div>
      </section>
    </div>
  );
}
