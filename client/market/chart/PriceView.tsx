import { Suspense, lazy, useId, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useBrand } from '../../app/brand';
import { toastError } from '../../lib/api';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Empty, Failed } from '../../ui/states';
import { useAlertOpener } from '../alerts';
import type { ChartAction } from './action-marks';
import { ActionLegend } from './ActionLegend';
import { ChartTools, type ChartDialog } from './ChartTools';
import { DrawingBar } from './DrawingBar';
import { useDrawing } from './drawings/drawing-store';
import type { ChartLayout, IndicatorChoice } from './layout';
import { chartedPrice, useChartStore, useLayout } from './layout-store';
import { Legend } from './Legend';
import type { ChartLine } from './chart-types';
import { LineTags } from './LineTags';
import { OfferMenu } from './OfferMenu';
import { PriceHere } from './PriceHere';
import { steppedPrice } from './price-steps';
import { SelectedBar } from './SelectedBar';
import { ToolButton } from './ToolButton';
import type { ChartTrading } from './trading';
import { useOffers } from './use-offers';
import { usePriceChart, type PriceChartView } from './use-price-chart';
import styles from './ChartPanel.module.css';

const Dialogs = lazy(() => import('./ChartDialogs'));

interface PriceViewProps {
  instrument: InstrumentView;
  lines: readonly ChartLine[];
  actions: readonly ChartAction[];
  contract: string | undefined;
  trading: ChartTrading | undefined;
  /** Where the toolbar leaves room for the chart's tools. */
  slot: HTMLElement | null;
  full: boolean;
  onFull: (full: boolean) => void;
}

/** The price chart with its legend, tools and dialogs. */
export default function PriceView(props: PriceViewProps) {
  const { instrument, lines, actions, contract, trading, slot, full, onFull } = props;
  const { t } = useTranslation('chart');
  const [layout] = useLayout(instrument.symbol);
  const price = useChartStore((state) => state.contractPrice);
  const charted = contract === undefined ? null : { symbol: contract, price: chartedPrice(price, layout.period) };
  const view = usePriceChart(instrument, layout, lines, actions, charted);
  const [dialog, setDialog] = useState<ChartDialog | null>(null);
  const [drawing, setDrawing] = useState(false);
  const openAlert = useAlertOpener(instrument.symbol);
  const setAlert = (price: number) => openAlert(steppedPrice(price, instrument));
  const { open: offered, offer, offerAt, close } = useOffers(view, trading);
  const photograph = usePhotograph(view, instrument, layout);
  const help = useId();
  return (
    <div className={cx(styles.price, drawing && styles.drawing)}>
      {slot &&
        createPortal(
          <ChartTools
            symbol={instrument.symbol}
            isContract={contract !== undefined}
            full={full}
            onFull={onFull}
            onDialog={setDialog}
            onPhotograph={() => void photograph().catch(toastError)}
            drawing={drawing}
            onDrawing={setDrawing}
          />,
          slot,
        )}
      <DrawingBar symbol={instrument.symbol} />
      <div className={styles.view}>
        <Legend view={view} instrument={instrument} hasVolume={contract === undefined} onDialog={setDialog} />
        <div
          ref={view.element}
          className={cx(styles.canvas, view.state !== 'ready' && styles.waiting)}
          role="application"
          tabIndex={0}
          aria-label={t('of', { symbol: contract ?? instrument.symbol, period: t(`period.${layout.period}`) })}
          aria-describedby={help}
          aria-busy={view.state === 'loading'}
          onKeyDown={(event) => offer(event) || onChartKey(event, view, setAlert)}
          onContextMenu={offer}
          onPointerUp={() => view.chart.current?.reportPanes()}
        />
        <p id={help} className="hidden-visually">
          {t('keys')}
        </p>
        <SelectedBar symbol={instrument.symbol} />
        <ActionLegend marks={view.actions} readings={view.readings} quote={instrument.quote} />
        <LineTags view={view} instrument={instrument} lines={lines} trading={trading} />
        <PriceHere view={view} instrument={instrument} trading={trading} onOffers={offerAt} />
        {offered && <OfferMenu open={offered} onClose={close} />}
        <ChartState view={view} />
      </div>
      {dialog && <OpenDialog {...{ dialog, instrument, contract, view }} onClose={() => setDialog(null)} />}
    </div>
  );
}

function OpenDialog(props: ComponentProps<typeof Dialogs>) {
  return (
    <Suspense fallback={null}>
      <Dialogs {...props} />
    </Suspense>
  );
}

/** What stands over the canvas while there is nothing to draw, or history could not be had. */
function ChartState({ view }: { view: PriceChartView }) {
  const { t } = useTranslation('chart');
  const tool = useDrawing((state) => state.tool);
  if (view.state === 'loading') return <div className={styles.shimmer} role="status" aria-label={t('loading')} />;
  if (view.state === 'failed') {
    return (
      <div className={styles.over}>
        <Failed error={view.error} onRetry={view.retry} />
      </div>
    );
  }
  if (view.state === 'empty') {
    return (
      <div className={styles.over}>
        <Empty text={t('empty')} />
      </div>
    );
  }
  return (
    <>
      {view.older === 'failed' && (
        <div className={styles.older} role="alert">
          <span>{t('olderFailed')}</span>
          <Button kind="plain" size="s" onClick={view.retryOlder}>
            {t('retry')}
          </Button>
        </div>
      )}
      {tool && (
        <p className={styles.hint} role="status">
          {t('hint', { tool: t(`tool.${tool}`) })}
        </p>
      )}
      <ToolButton
        icon="latest"
        label={t('latest')}
        className={styles.latest}
        onClick={() => view.chart.current?.scrollToLive()}
      />
    </>
  );
}

/** Arrows walk the candles, Enter draws, A sets an alert, plus and minus zoom; the rest belongs to the drawings. */
function onChartKey(
  event: KeyboardEvent,
  { chart, controller }: PriceChartView,
  setAlert: (price: number) => void,
): void {
  const made = chart.current;
  if (made === null || event.target !== event.currentTarget) return;
  const last = made.bars.length - 1;
  const now = made.pointed ?? last;
  const step = event.shiftKey ? 10 : 1;
  const target = { ArrowLeft: now - step, ArrowRight: now + step, Home: 0, End: last }[event.key];
  const bar = made.bars[now];
  if (target !== undefined) {
    made.point(Math.min(Math.max(target, 0), last));
    controller.current?.followCrosshair();
  } else if (event.key === 'Enter' && bar !== undefined) controller.current?.placeAtCrosshair(bar.close);
  else if (event.key.toLowerCase() === 'a' && !event.ctrlKey && !event.metaKey && !event.altKey && bar !== undefined)
    setAlert(bar.close);
  else if (event.key === '+' || event.key === '-') made.zoom(event.key === '+' ? 1.25 : 0.8);
  else if (!controller.current?.key(event)) return;
  event.preventDefault();
}

function usePhotograph(
  { chart, library }: PriceChartView,
  instrument: InstrumentView,
  layout: ChartLayout,
): () => Promise<void> {
  const { t } = useTranslation('chart');
  const { name } = useBrand();
  const format = useFormat();
  return async () => {
    const { saveImage } = await import('./export-image');
    const made = chart.current;
    if (made === null) return;
    const picture = made.own.withTitles(() => made.chart.takeScreenshot(true, false));
    const { period, indicators, compared } = layout;
    const drawn = indicators.filter(({ hidden }) => !hidden);
    const titleOf = (choice: IndicatorChoice) => {
      const entry = library?.entryOf(choice.id);
      return entry === undefined ? '' : (library?.shortTitle(entry, choice) ?? '');
    };
    saveImage(picture, made.colours, {
      title: `${instrument.base}/${instrument.quote} · ${t(`period.${period}`)}`,
      drawn: [...compared, ...drawn.map(titleOf)].join(' · '),
      note: `${name} · ${t('simulation')} · ${format.dateTime(Date.now())}`,
      file: `${instrument.symbol}-${period}.png`,
    });
  };
}
