import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { CandleRow, InstrumentView, Period } from '../../../contracts/market.contract';
import { calls } from '../../lib/calls';
import { useFormat, type Formatter } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { hear, join } from '../../lib/socket';
import { useMedia } from '../../lib/use-media';
import { PriceChart, type ChartLine, type ChartLook, type ChartTexts } from './price-chart';

const FIRST_PAGE = 500;
const OLDER_PAGE = 500;

export interface PriceChartState {
  element: RefObject<HTMLDivElement | null>;
  hovered: CandleRow | null;
  last: CandleRow | null;
  state: 'loading' | 'ready' | 'failed';
  error: unknown;
  retry: () => void;
}

interface Wanted {
  instrument: InstrumentView;
  period: Period;
  look: ChartLook;
  lines: readonly ChartLine[];
}

/** Mounts the chart, feeds it history page by page as far back as somebody scrolls, and keeps its last bar live. */
export function usePriceChart({ instrument, period, look, lines }: Wanted): PriceChartState {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<PriceChart | null>(null);
  const loadOlder = useRef<() => void>(() => undefined);
  const [hover, setHover] = useState<{ hovered: CandleRow | null; last: CandleRow | null }>({
    hovered: null,
    last: null,
  });
  const texts = useTexts(instrument.priceDecimals, period);
  const first = useRef({ look, texts });

  useEffect(() => {
    if (element.current === null) return;
    const made = new PriceChart(element.current, first.current.look, first.current.texts, {
      onStartNear: () => loadOlder.current(),
      onHover: (hovered) => setHover({ hovered, last: made.last ?? null }),
    });
    chart.current = made;
    return () => {
      chart.current = null;
      made.destroy();
    };
  }, []);

  const { theme, rise } = usePreferences();
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  useEffect(() => chart.current?.dress(look, texts), [look, texts, theme, rise, systemDark]);
  const loading = useCandles(chart, instrument.symbol, period, loadOlder);
  const lineKey = JSON.stringify(lines);
  useEffect(() => chart.current?.mark(JSON.parse(lineKey) as ChartLine[]), [lineKey, look, loading.state, theme, rise]);
  return { element, ...hover, ...loading };
}

function useCandles(
  chart: RefObject<PriceChart | null>,
  symbol: string,
  period: Period,
  loadOlder: RefObject<() => void>,
): Pick<PriceChartState, 'state' | 'error' | 'retry'> {
  const [attempt, setAttempt] = useState(0);
  const [loading, setLoading] = useState<{ state: PriceChartState['state']; error: unknown }>({
    state: 'loading',
    error: null,
  });
  useEffect(() => {
    const ending = new AbortController();
    let leave: () => void = () => undefined;
    setLoading({ state: 'loading', error: null });
    loadOlder.current = () => undefined;
    calls
      .candles({ symbol, period, limit: FIRST_PAGE }, ending.signal)
      .then((view) => {
        if (ending.signal.aborted) return;
        chart.current?.show(view.candles);
        setLoading({ state: 'ready', error: null });
        loadOlder.current = olderLoader(chart, symbol, period, ending.signal);
        leave = followLive(chart, symbol, period, ending.signal);
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) setLoading({ state: 'failed', error });
      });
    return () => {
      ending.abort();
      leave();
    };
  }, [chart, symbol, period, attempt, loadOlder]);
  return { ...loading, retry: () => setAttempt((now) => now + 1) };
}

/** Asks for the page before the first candle, one page at a time, until there is no more. */
function olderLoader(
  chart: RefObject<PriceChart | null>,
  symbol: string,
  period: Period,
  signal: AbortSignal,
): () => void {
  let busy = false;
  let ended = false;
  return () => {
    const before = chart.current?.first?.[0];
    if (busy || ended || before === undefined) return;
    busy = true;
    calls
      .candles({ symbol, period, before, limit: OLDER_PAGE }, signal)
      .then(({ candles }) => {
        ended = candles.length === 0;
        if (!ended && !signal.aborted) chart.current?.prepend(candles);
      })
      .catch(() => undefined)
      .finally(() => (busy = false));
  };
}

/** The live last bar; after a reconnect the candles in between are asked for as well. */
function followLive(
  chart: RefObject<PriceChart | null>,
  symbol: string,
  period: Period,
  signal: AbortSignal,
): () => void {
  let again = false;
  const leave = join(`candles:${symbol}:${period}`, { kind: 'candles', symbol, period }, (snapshot) => {
    for (const candle of snapshot as CandleRow[]) chart.current?.live(candle);
    if (again) {
      calls.candles({ symbol, period, limit: FIRST_PAGE }, signal).then(
        ({ candles }) => chart.current?.fill(candles),
        () => undefined,
      );
    }
    again = true;
  });
  const stop = hear('candles', (message) => {
    if (message.symbol === symbol && message.period === period) chart.current?.live(message.candle);
  });
  return () => {
    stop();
    leave();
  };
}

function useTexts(decimals: number, period: Period): ChartTexts {
  const format = useFormat();
  return useMemo(() => chartTexts(format, decimals, period), [format, decimals, period]);
}

function chartTexts(format: Formatter, decimals: number, period: Period): ChartTexts {
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(format.tag, options);
  const ticks = {
    year: part({ year: 'numeric' }),
    month: part({ month: 'short' }),
    day: part({ day: 'numeric', month: 'short' }),
    time: part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  };
  const intraday = !['1d', '1w', '1M', '1y'].includes(period);
  return {
    price: (value) => format.decimal(value.toFixed(decimals), decimals),
    instant: (at) => (intraday ? format.dateTime(at) : format.date(at)),
    tick: (at, type) => ticks[type].format(at),
  };
}
