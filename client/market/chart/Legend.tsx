import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { formatTo, overOrZero, toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { Icon } from '../../ui/icons';
import type { ChartDialog } from './ChartTools';
import { readable } from './chart-options';
import { palette } from './colours';
import type { IndicatorChoice } from './layout';
import { useLayout } from './layout-store';
import { COMPARE_COLOURS } from './use-compared';
import type { PriceChartView } from './use-price-chart';
import styles from './Legend.module.css';

interface LegendProps {
  view: PriceChartView;
  instrument: InstrumentView;
  hasVolume: boolean;
  onDialog: (dialog: ChartDialog) => void;
}

/** The values of the candle under the crosshair, or of the last candle, in every pane. */
export function Legend({ view, instrument, hasVolume, onDialog }: LegendProps) {
  const [layout] = useLayout(instrument.symbol);
  const panes = view.readings((state) => state.panes);
  const paneOf = view.readings((state) => state.paneOf);
  const over = layout.indicators.filter((choice) => !paneOf.has(choice.key));
  const row = (choice: IndicatorChoice) => (
    <IndicatorRow key={choice.key} {...{ view, instrument, choice, onDialog }} />
  );
  return (
    <>
      <div className={styles.legend}>
        <Candle view={view} instrument={instrument} />
        <History instrument={instrument} />
        {layout.compared.map((symbol, at) => (
          <ComparedRow key={symbol} {...{ view, instrument, symbol, at }} />
        ))}
        {view.library && over.map(row)}
      </div>
      {layout.volume && hasVolume && panes[1] && (
        <div className={styles.legend} style={{ top: panes[1].top + 3 }}>
          <Volume view={view} />
        </div>
      )}
      {layout.indicators.map((choice) => {
        const place = panes[paneOf.get(choice.key) ?? -1];
        return (
          place && (
            <div key={choice.key} className={styles.legend} style={{ top: place.top + 3 }}>
              {row(choice)}
            </div>
          )
        );
      })}
    </>
  );
}

function Candle({ view, instrument }: Pick<LegendProps, 'view' | 'instrument'>) {
  const { t } = useTranslation('chart');
  const format = useFormat();
  const candle = view.readings((state) => state.candle);
  const before = view.readings((state) => state.before);
  if (candle === null) return <dl className={styles.candle} />;
  const [, open, high, low, close] = candle;
  const base = toAmount(before ?? open);
  const change = toAmount(close) - base;
  const direction = change > 0n ? 'up' : change < 0n ? 'down' : '';
  const percent = formatTo(overOrZero(change * 100n, base, 'down'), 2);
  const figures = [
    ['open', open],
    ['high', high],
    ['low', low],
    ['close', close],
  ] as const;
  return (
    <dl className={styles.candle}>
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
    </dl>
  );
}

/** The series is no record of the real instrument, and the chart says so. */
function History({ instrument }: Pick<LegendProps, 'instrument'>) {
  const { t } = useTranslation('chart');
  const format = useFormat();
  const { base, quote, beginsAt } = instrument;
  return (
    <p className={styles.history}>
      {t('history.simulated', { symbol: `${base}/${quote}`, date: format.day(beginsAt) })}
    </p>
  );
}

function Volume({ view }: Pick<LegendProps, 'view'>) {
  const { t } = useTranslation('chart');
  const format = useFormat();
  const volume = view.readings((state) => state.candle?.[5]);
  return (
    <div className={styles.row}>
      <span>{t('legend.volume')}</span>
      <span className={styles.strong}>{volume === undefined ? '' : format.compact(volume)}</span>
    </div>
  );
}

function ComparedRow({
  view,
  instrument,
  symbol,
  at,
}: Pick<LegendProps, 'view' | 'instrument'> & { symbol: string; at: number }) {
  const { t } = useTranslation('chart');
  const format = useFormat();
  const [layout, change] = useLayout(instrument.symbol);
  const value = view.readings((state) => state.compared.get(symbol) ?? null);
  return (
    <div className={styles.row}>
      <span className={styles.strong}>{symbol}</span>
      <span style={{ color: palette()[COMPARE_COLOURS[at] ?? 0] }}>
        {value === null ? '–' : format.percent(value.toFixed(2))}
      </span>
      <span className={styles.acts}>
        <Act
          icon="close"
          label={t('removeNamed', { name: symbol })}
          onClick={() => change({ compared: layout.compared.filter((each) => each !== symbol) })}
        />
      </span>
    </div>
  );
}

function IndicatorRow({
  view,
  instrument,
  choice,
  onDialog,
}: Omit<LegendProps, 'hasVolume'> & { choice: IndicatorChoice }) {
  const { t } = useTranslation('chart');
  const format = useFormat();
  const [layout, change] = useLayout(instrument.symbol);
  const values = view.readings((state) => state.indicators.find((each) => each.key === choice.key)?.values);
  const entry = view.library?.entryOf(choice.id);
  if (entry === undefined) return null;
  const colours = palette();
  const decimals = entry.pane === 'price' ? instrument.priceDecimals : 2;
  const name = t(`indicator.${entry.id}`);
  const figureOf = (value: number | null) => (value === null ? '–' : readable(value, decimals, format));
  const replace = (next: IndicatorChoice[]) => change({ indicators: next });
  return (
    <div className={cx(styles.row, choice.hidden && styles.hidden)} title={name}>
      <span>{view.library?.shortTitle(entry, choice)}</span>
      {entry.outputs.map((output, at) => (
        <span key={output.label} style={{ color: colours[(choice.colours[at] ?? output.colour) % colours.length] }}>
          {figureOf(values?.[at] ?? null)}
        </span>
      ))}
      <span className={styles.acts}>
        <Act
          icon={choice.hidden ? 'eyeOff' : 'eye'}
          label={t(choice.hidden ? 'showNamed' : 'hideNamed', { name })}
          onClick={() =>
            replace(
              layout.indicators.map((each) => (each.key === choice.key ? { ...each, hidden: !each.hidden } : each)),
            )
          }
        />
        <Act
          icon="sliders"
          label={t('settingsOf', { name })}
          onClick={() => onDialog({ name: 'settings', key: choice.key })}
        />
        <Act
          icon="close"
          label={t('removeNamed', { name })}
          onClick={() => replace(layout.indicators.filter((each) => each.key !== choice.key))}
        />
      </span>
    </div>
  );
}

function Act({
  icon,
  label,
  onClick,
}: {
  icon: 'eye' | 'eyeOff' | 'sliders' | 'close';
  label: string;
  onClick: () => void;
}) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={14} />
    </button>
  );
}
