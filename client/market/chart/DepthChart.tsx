import { useMemo, useState, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { useSize } from '../../lib/use-size';
import { Skeleton } from '../../ui/states';
import { ladder, type BookRow } from '../book';
import { useBook } from '../book-store';
import styles from './ChartPanel.module.css';

const AXIS = 22;

interface Depth {
  bids: BookRow[];
  asks: BookRow[];
  low: number;
  high: number;
  most: number;
}

/** How much rests up to each price, on both sides; floats are fine for drawing. */
export function DepthChart({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const book = useBook((state) => state.book);
  const [box, { width, height }] = useSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<BookRow | null>(null);
  const depth = useMemo(
    () => book && depthOf(ladder(book.bids, 'bid', 0n, 100), ladder(book.asks, 'ask', 0n, 100)),
    [book],
  );
  const x = (price: number) => (depth ? ((price - depth.low) / (depth.high - depth.low || 1)) * width : 0);
  const y = (sum: number) => (depth ? (height - AXIS) * (1 - (sum / (depth.most || 1)) * 0.92) : 0);
  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!depth) return;
    const price = depth.low + (event.nativeEvent.offsetX / (width || 1)) * (depth.high - depth.low);
    setPointed(rowAt(depth, price));
  };
  return (
    <div className={styles.depth} ref={box} onPointerMove={onMove} onPointerLeave={() => setPointed(null)}>
      {depth === null ? (
        <Skeleton rows={6} height={28} />
      ) : (
        <svg role="img" aria-label={t('chart.depthOf', { symbol: instrument.symbol })}>
          <Area rows={depth.bids} x={x} y={y} floor={height - AXIS} edge={0} className={styles.bids} />
          <Area rows={depth.asks} x={x} y={y} floor={height - AXIS} edge={width} className={styles.asks} />
          <Axis depth={depth} width={width} height={height} decimals={instrument.priceDecimals} />
        </svg>
      )}
      {pointed && (
        <p className={styles.readout}>
          {format.decimal(pointed.price, instrument.priceDecimals)} ·{' '}
          {format.amount(pointed.sum, instrument.quantityDecimals)} {instrument.base}
        </p>
      )}
    </div>
  );
}

interface AreaProps {
  rows: BookRow[];
  x: (price: number) => number;
  y: (sum: number) => number;
  floor: number;
  edge: number;
  className: string | undefined;
}

function Area({ rows, x, y, floor, edge, className }: AreaProps) {
  let level = floor;
  const steps = rows.map((row) => {
    const at = x(Number(row.price)).toFixed(1);
    const from = level;
    level = y(Number(row.sum));
    return `L${at},${from.toFixed(1)}L${at},${level.toFixed(1)}`;
  });
  const start = x(Number(rows[0]?.price ?? 0)).toFixed(1);
  const line = `M${start},${floor}${steps.join('')}L${edge},${level.toFixed(1)}`;
  return (
    <g className={className}>
      <path d={`${line}L${edge},${floor}Z`} fill="currentColor" opacity="0.14" />
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </g>
  );
}

function Axis({ depth, width, height, decimals }: { depth: Depth; width: number; height: number; decimals: number }) {
  const format = useFormat();
  const marks = [0.12, 0.5, 0.88].map((share) => depth.low + (depth.high - depth.low) * share);
  return (
    <g className={styles.axis}>
      {marks.map((price, at) => (
        <text key={at} x={width * [0.12, 0.5, 0.88][at]!} y={height - 6} textAnchor="middle">
          {format.decimal(price.toFixed(decimals), decimals)}
        </text>
      ))}
    </g>
  );
}

/** Both sides as far from the middle as the nearer one reaches, so that the picture is fair. */
function depthOf(bids: BookRow[], asks: BookRow[]): Depth | null {
  const [bestBid, bestAsk, lastBid, lastAsk] = [bids[0], asks[0], bids.at(-1), asks.at(-1)].map((row) =>
    Number(row?.price),
  );
  if (!bestBid || !bestAsk || !lastBid || !lastAsk) return null;
  const middle = (bestBid + bestAsk) / 2;
  const reach = Math.min(middle - lastBid, lastAsk - middle);
  const [low, high] = [middle - reach, middle + reach];
  const inSight = (row: BookRow) => Number(row.price) >= low && Number(row.price) <= high;
  const [left, right] = [bids.filter(inSight), asks.filter(inSight)];
  return {
    bids: left,
    asks: right,
    low,
    high,
    most: Math.max(Number(left.at(-1)?.sum ?? 0), Number(right.at(-1)?.sum ?? 0)),
  };
}

function rowAt(depth: Depth, price: number): BookRow | null {
  const rows = price <= Number(depth.bids[0]?.price ?? 0) ? depth.bids : depth.asks;
  const beyond = rows.filter((row) => (rows === depth.bids ? Number(row.price) >= price : Number(row.price) <= price));
  return beyond.at(-1) ?? null;
}
