import { useTranslation } from 'react-i18next';
import type { CandleRow, InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { fixed, formatFixed, overDown } from '../../lib/fixed';
import { useFormat } from '../../lib/format';
import { Icon } from '../../ui/icons';
import { Failed } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { CHART_PERIODS } from './candles';
import { useChartChoices } from './chart-store';
import { DepthChart } from './DepthChart';
import type { ChartLine } from './price-chart';
import { usePriceChart } from './use-price-chart';
import styles from './ChartPanel.module.css';

interface ChartPanelProps {
  instrument: InstrumentView;
  lines: readonly ChartLine[];
}

/** Price chart and depth chart behind one toolbar. */
export function ChartPanel({ instrument, lines }: ChartPanelProps) {
  const { t } = useTranslation('spot');
  const { period, look, view, set } = useChartChoices();
  return (
    <section className={styles.panel} aria-label={t('chart.title')}>
      <div className={styles.toolbar}>
        <Tabs
          look="chips"
          label={t('chart.periods')}
          value={view === 'depth' ? 'depth' : period}
          onChange={(value) => (value === 'depth' ? set({ view: 'depth' }) : set({ view: 'price', period: value }))}
          tabs={[
            ...CHART_PERIODS.map((value) => ({ value, label: t(`period.${value}`) })),
            { value: 'depth' as const, label: t('chart.depth') },
          ]}
        />
        {view === 'price' && period !== '1s' && (
          <button
            type="button"
            className={styles.tool}
            aria-label={t(look === 'candles' ? 'chart.asLine' : 'chart.asCandles')}
            title={t(look === 'candles' ? 'chart.asLine' : 'chart.asCandles')}
            onClick={() => set({ look: look === 'candles' ? 'line' : 'candles' })}
          >
            <Icon name={look === 'candles' ? 'line' : 'candles'} size={17} />
          </button>
        )}
      </div>
      {view === 'price' ? <PriceView instrument={instrument} lines={lines} /> : <DepthChart instrument={instrument} />}
    </section>
  );
}

function PriceView({ instrument, lines }: ChartPanelProps) {
  const { t } = useTranslation('spot');
  const { period, look } = useChartChoices();
  const chart = usePriceChart({ instrument, period, look: period === '1s' ? 'line' : look, lines });
  return (
    <div className={styles.view}>
      <Legend candle={chart.hovered ?? chart.last} instrument={instrument} />
      <div
        ref={chart.element}
        className={cx(styles.canvas, chart.state !== 'ready' && styles.waiting)}
        role="img"
        aria-label={t('chart.of', { symbol: instrument.symbol, period: t(`period.${period}`) })}
        aria-busy={chart.state === 'loading'}
      />
      {chart.state === 'loading' && <div className={styles.shimmer} />}
      {chart.state === 'failed' && (
        <div className={styles.over}>
          <Failed error={chart.error} onRetry={chart.retry} />
        </div>
      )}
    </div>
  );
}

/** The figures of the candle under the crosshair, or of the last one. */
function Legend({ candle, instrument }: { candle: CandleRow | null; instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  if (candle === null) return <dl className={styles.legend} />;
  const [, open, high, low, close, volume] = candle;
  const change = fixed(close) - fixed(open);
  const direction = change > 0n ? 'up' : change < 0n ? 'down' : '';
  const percent = formatFixed(overDown(change * 100n, fixed(open)), 2);
  const figures = [
    ['open', open],
    ['high', high],
    ['low', low],
    ['close', close],
  ] as const;
  return (
    <dl className={styles.legend}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`legend.${name}`)}</dt>
          <dd className={direction}>{format.decimal(value, instrument.priceDecimals)}</dd>
        </div>
      ))}
      <div>
        <dt className="hidden-visually">{t('legend.change')}</dt>
        <dd className={direction}>{format.percent(percent)}</dd>
      </div>
      <div>
        <dt>{t('legend.volume')}</dt>
        <dd>{format.compact(volume)}</dd>
      </div>
    </dl>
  );
}
