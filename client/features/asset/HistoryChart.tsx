import { AreaSeries, createChart, type IChartApi, type UTCTimestamp } from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
import { useFormat, type Formatter } from '../../lib/format';
import { chartColours } from '../../market/chart/colours';
import styles from './AssetPage.module.css';

interface HistoryChartProps {
  points: readonly { at: number; value: string }[];
  height: number;
  decimals: number;
  unit: string;
  /** Shows the shape and no figure. */
  hidden: boolean;
}

const SECOND_MS = 1000;
type Point = HistoryChartProps['points'][number];

/** The line of values; the point under the pointer, else the last one, is written above it. */
export default function HistoryChart({ points, height, decimals, unit, hidden }: HistoryChartProps) {
  const format = useFormat();
  const element = useRef<HTMLDivElement>(null);
  const [read, setRead] = useState<Point | null>(null);
  useEffect(() => {
    if (element.current === null) return;
    const chart = drawn(element.current, { points, height, decimals, unit, hidden }, format);
    const byTime = new Map(points.map((point) => [Math.floor(point.at / SECOND_MS), point]));
    chart.subscribeCrosshairMove(({ time }) => setRead(byTime.get(time as number) ?? null));
    return () => chart.remove();
  }, [points, height, decimals, unit, hidden, format]);
  const shown = read ?? points.at(-1);
  return (
    <>
      <p className={styles.read} aria-hidden="true">
        {shown && format.dateTime(shown.at)}{' '}
        {shown && !hidden && (
          <b>
            {format.amount(shown.value, decimals, decimals)} {unit}
          </b>
        )}
      </p>
      <div ref={element} style={{ height }} />
    </>
  );
}

function drawn(
  element: HTMLElement,
  { points, height, decimals, hidden }: HistoryChartProps,
  format: Formatter,
): IChartApi {
  const colours = chartColours();
  const short = new Intl.DateTimeFormat(format.tag, { month: 'short', day: 'numeric' });
  const clock = new Intl.DateTimeFormat(format.tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const isLong = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0) > 2 * 86_400_000;
  const chart = createChart(element, {
    height,
    autoSize: true,
    layout: {
      background: { color: colours.surface },
      textColor: colours.text,
      fontFamily: colours.font,
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
    rightPriceScale: { visible: !hidden, borderVisible: false },
    timeScale: {
      borderVisible: false,
      fixLeftEdge: true,
      fixRightEdge: true,
      tickMarkFormatter: (time: UTCTimestamp) => (isLong ? short : clock).format(time * SECOND_MS),
    },
    crosshair: { vertLine: { labelVisible: false }, horzLine: { visible: false, labelVisible: false } },
    localization: { priceFormatter: (value: number) => format.amount(value.toFixed(decimals), decimals) },
    handleScroll: false,
    handleScale: false,
  });
  const series = chart.addSeries(AreaSeries, {
    lineColor: colours.accent,
    topColor: colours.accentSoft,
    bottomColor: `${colours.accent}00`,
    lineWidth: 2,
    priceLineVisible: false,
    lastValueVisible: false,
  });
  // The picture is drawn with floats; every figure that is read comes from the decimal text.
  series.setData(
    points.map(({ at, value }) => ({ time: Math.floor(at / SECOND_MS) as UTCTimestamp, value: Number(value) })),
  );
  chart.timeScale().fitContent();
  return chart;
}
