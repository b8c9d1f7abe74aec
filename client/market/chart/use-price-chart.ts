import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { getMyTrades } from '../../../contracts/order.calls';
import { api } from '../../lib/api';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { useLoggedIn } from '../../lib/session';
import { useMedia } from '../../lib/use-media';
import { orderKeys } from '../keys';
import { chartTexts } from './chart-options';
import { countdownText } from './countdown';
import { DrawingController } from './drawings/controller';
import { fillMarks } from './fills';
import type { ChartLayout } from './layout';
import { useChartStore } from './layout-store';
import { NO_READING, type ChartLine, type PanePlace, type Reading } from './chart-types';
import { PriceChart } from './price-chart';
import type { ActionMark, ChartAction } from './action-marks';
import { useActionMarks } from './use-action-marks';
import type { ChartedContract } from './candle-feed';
import { useCandles, type CandleLoading } from './use-candles';
import { useCompared } from './use-compared';

type Library = typeof import('./indicator-library');
type Chart = RefObject<PriceChart | null>;

interface ReadingStore extends Reading {
  panes: PanePlace[];
  /** The pane of each oscillator, by the key of its choice. */
  paneOf: ReadonlyMap<string, number>;
}

export interface PriceChartView extends CandleLoading {
  element: RefObject<HTMLDivElement | null>;
  chart: Chart;
  controller: RefObject<DrawingController | null>;
  readings: UseBoundStore<StoreApi<ReadingStore>>;
  library: Library | null;
  /** Corporate actions on the chart. */
  actions: readonly ActionMark[];
}

const NOTHING: ReadingStore = { ...NO_READING, panes: [], paneOf: new Map() };
const FILLS = 200;
const COUNTDOWN_MS = 1000;

/** Mounts the chart and keeps it in step with layout, history, orders and preferences. */
export function usePriceChart(
  instrument: InstrumentView,
  layout: ChartLayout,
  lines: readonly ChartLine[],
  marked: readonly ChartAction[],
  contract: ChartedContract | null,
): PriceChartView {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<PriceChart | null>(null);
  const controller = useRef<DrawingController | null>(null);
  const loadOlder = useRef<() => void>(() => undefined);
  const [readings] = useState(() => create<ReadingStore>(() => NOTHING));
  const { period, compared } = layout;
  const look = period === '1s' && layout.look !== 'area' ? 'line' : layout.look;
  const scale = compared.length > 0 ? 'percent' : layout.scale;
  const format = useFormat();
  const zone = useChartStore((state) => state.zone);
  const texts = useMemo(
    () => chartTexts(format, instrument.priceDecimals, period, zone),
    [format, instrument.priceDecimals, period, zone],
  );
  const firstTexts = useRef(texts);
  useEffect(() => {
    if (element.current === null) return;
    const made = new PriceChart(element.current, firstTexts.current, () => useChartStore.getState().zone, {
      onStartNear: () => loadOlder.current(),
      onReading: (reading) => readings.setState(reading),
      onPanes: (panes) => readings.setState({ panes }),
    });
    chart.current = made;
    const sized = new ResizeObserver(() => made.reportPanes());
    sized.observe(element.current);
    return () => {
      chart.current = null;
      sized.disconnect();
      made.destroy();
    };
  }, [readings]);

  const { theme, rise } = usePreferences();
  const dark = useMedia('(prefers-color-scheme: dark)');
  useEffect(() => chart.current?.dress(look, scale, texts), [look, scale, texts, theme, rise, dark]);
  const symbol = contract?.symbol ?? instrument.symbol;
  const loading = useCandles(chart, symbol, period, contract?.price ?? null, loadOlder);
  const library = useIndicators(chart, layout.volume && contract === null, layout, readings, `${theme}${rise}${dark}`);
  useCompared(chart, compared, period, loading.firstAt);
  useOrders(chart, lines, look, `${theme}${rise}${dark}`);
  useFills(chart, symbol, loading);
  const actions = useActionMarks(chart, marked, loading, look);
  useCountdown(chart, loading.state);
  useDrawings(chart, element, controller, instrument);
  return { element, chart, controller, readings, library, actions, ...loading };
}

/** The library comes when the layout first has an indicator. */
function useIndicators(
  chart: Chart,
  volume: boolean,
  layout: ChartLayout,
  readings: PriceChartView['readings'],
  dress: string,
): Library | null {
  const [library, setLibrary] = useState<Library | null>(null);
  const wanted = layout.indicators.length > 0;
  useEffect(() => {
    let gone = false;
    if (wanted) void import('./indicator-library').then((module) => gone || setLibrary(module));
    return () => void (gone = true);
  }, [wanted]);
  const plots = useRef<{ of: PriceChart; plots: InstanceType<Library['IndicatorPlots']> } | null>(null);
  useEffect(() => {
    const made = chart.current;
    if (made === null) return;
    if (library !== null && plots.current?.of !== made) {
      plots.current = { of: made, plots: new library.IndicatorPlots(made.chart, made.colours, made.texts) };
    }
    const paneOf = made.arrange(volume, layout.indicators, plots.current?.plots ?? null);
    readings.setState({ paneOf });
  }, [chart, library, volume, layout.indicators, readings, dress]);
  return library;
}

function useOrders(chart: Chart, lines: readonly ChartLine[], look: string, dress: string): void {
  const key = JSON.stringify(lines);
  useEffect(() => chart.current?.showLines(JSON.parse(key) as ChartLine[]), [chart, key, look, dress]);
}

/** The user's own trades of this instrument; the account feed refetches them after a new one. */
function useFills(chart: Chart, symbol: string, { state, firstAt }: CandleLoading): void {
  const { data } = useQuery({
    queryKey: orderKeys.trades({ symbol, marks: FILLS }),
    queryFn: () => api.call(getMyTrades, { symbol, limit: FILLS }),
    enabled: useLoggedIn(),
  });
  useEffect(() => {
    const made = chart.current;
    if (made === null || state !== 'ready') return;
    made.own.showFills(
      fillMarks(
        data?.items ?? [],
        made.bars.map((bar) => bar.at),
      ),
    );
  }, [chart, data, state, firstAt]);
}

function useCountdown(chart: Chart, state: string): void {
  useEffect(() => {
    if (state !== 'ready') return;
    const show = () => {
      const made = chart.current;
      const last = made?.bars.at(-1);
      if (!made || !last) return;
      const left = last.at + made.stepMs - Date.now();
      // A closed market has no running candle to count.
      made.showCountdown(left > 0 && made.stepMs > COUNTDOWN_MS ? countdownText(left) : '');
    };
    show();
    const timer = setInterval(show, COUNTDOWN_MS);
    return () => clearInterval(timer);
  }, [chart, state]);
}

function useDrawings(
  chart: Chart,
  element: RefObject<HTMLDivElement | null>,
  controller: RefObject<DrawingController | null>,
  { symbol, priceDecimals }: InstrumentView,
): void {
  const { t } = useTranslation('chart');
  const format = useFormat();
  useEffect(() => {
    if (chart.current === null || element.current === null) return;
    const made = new DrawingController(element.current, chart.current, symbol);
    controller.current = made;
    return () => made.destroy();
  }, [chart, element, controller, symbol]);
  useEffect(() => {
    const price = (value: number) => format.decimal(value.toFixed(priceDecimals), priceDecimals);
    chart.current?.drawings.speak({
      price,
      measured: (from, to, bars) => {
        const change = to.price - from.price;
        const percent = format.percent(((change / from.price) * 100).toFixed(2));
        return `${price(change)} (${percent})\n${t('measured', { count: bars, time: countdownText(Math.abs(to.at - from.at)) })}`;
      },
    });
  }, [chart, format, priceDecimals, t]);
}
