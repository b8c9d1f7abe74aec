import { Suspense, lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { Tabs } from '../../ui/Tabs';
import { CHART_PERIODS } from './candles';
import { useChartStore, useLayout } from './layout-store';
import type { ChartAction } from './action-marks';
import type { ChartLine } from './chart-types';
import type { ChartTrading } from './trading';
import styles from './ChartPanel.module.css';

const PriceView = lazy(() => import('./PriceView'));
const DepthChart = lazy(() => import('./DepthChart'));

interface ChartPanelProps {
  instrument: InstrumentView;
  /** The user's open orders and price alerts, as lines at their prices. */
  lines: readonly ChartLine[];
  /** Corporate actions that stand as letters at their candles. */
  actions: readonly ChartAction[];
  /** Of a contract on the instrument: its symbol. */
  contract?: string;
  /** Where the chart is one to trade from. */
  trading?: ChartTrading;
}

/** Price chart and depth chart behind one toolbar; both are fetched after the screen around them has painted. */
export function ChartPanel({ instrument, lines, actions, contract, trading }: ChartPanelProps) {
  const { t } = useTranslation('chart');
  const [layout, change] = useLayout(instrument.symbol);
  const { view, zone, set } = useChartStore();
  const [slot, setSlot] = useState<HTMLDivElement | null>(null);
  const [full, setFull] = useFullScreen();
  return (
    <section className={cx(styles.panel, full && styles.full)} aria-label={t('title')} data-testid="chart">
      <div className={styles.toolbar}>
        <div className={styles.periods}>
          <Tabs
            look="chips"
            label={t('periods')}
            value={view === 'depth' ? 'depth' : layout.period}
            onChange={(value) => {
              if (value === 'depth') return set({ view: 'depth' });
              set({ view: 'price' });
              change({ period: value });
            }}
            tabs={[
              ...CHART_PERIODS.map((value) => ({ value, label: t(`period.${value}`) })),
              { value: 'depth' as const, label: t('depth.tab') },
            ]}
          />
        </div>
        <div className={styles.tools} ref={setSlot} />
      </div>
      <Suspense fallback={<div className={styles.view} aria-busy="true" />}>
        {view === 'depth' ? (
          <DepthChart instrument={instrument} lines={lines} />
        ) : (
          // The axis weighs its marks once, when candles come: another clock is another chart.
          <PriceView key={zone} {...{ instrument, lines, actions, contract, trading, slot, full }} onFull={setFull} />
        )}
      </Suspense>
    </section>
  );
}

/** The panel over everything; the browser's own full screen as well, where it has one. */
function useFullScreen(): [boolean, (full: boolean) => void] {
  const [full, setFull] = useState(false);
  useEffect(() => {
    if (!full) return;
    const root = document.documentElement;
    root.requestFullscreen?.().catch(() => undefined);
    const left = () => document.fullscreenElement === null && setFull(false);
    // Escape closes what is on top first.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role="dialog"]'))
        setFull(false);
    };
    document.addEventListener('fullscreenchange', left);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      document.removeEventListener('keydown', onKey);
      if (document.fullscreenElement !== null) void document.exitFullscreen();
    };
  }, [full]);
  return [full, setFull];
}
