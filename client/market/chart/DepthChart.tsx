import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { useSize } from '../../lib/use-size';
import { Empty, Skeleton } from '../../ui/states';
import { ladder, type BookRow } from '../book';
import { useBook } from '../book-store';
import { depthOf, rowAt, type Depth } from './depth';
import type { ChartLine } from './chart-types';
import styles from './DepthChart.module.css';

const AXIS = 22;
const LEVELS = 100;
const STEP = 0.01;

interface DepthChartProps {
  instrument: InstrumentView;
  lines: readonly ChartLine[];
}

/** How much rests up to each price, on both sides, with the user's own orders marked. */
export default function DepthChart({ instrument, lines }: DepthChartProps) {
  const { t } = useTranslation('chart');
  const format = useFormat();
  const book = useBook((state) => state.book);
  const [box, { width, height }] = useSize<HTMLDivElement>();
  /** The pointed price as a share of the width. */
  const [pointed, setPointed] = useState<number | null>(null);
  const depth = useMemo(
    () => book && depthOf(ladder(book.bids, 'bid', 0n, LEVELS), ladder(book.asks, 'ask', 0n, LEVELS)),
    [book],
  );
  const x = (price: number) => (depth ? ((price - depth.low) / (depth.high - depth.low || 1)) * width : 0);
  const y = (sum: number) => (depth ? (height - AXIS) * (1 - (sum / (depth.most || 1)) * 0.86) : 0);
  const price = (value: number) => format.decimal(value.toFixed(instrument.priceDecimals), instrument.priceDecimals);
  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left + 8;
    setPointed(Math.min(1, Math.max(0, (event.clientX - left) / (width || 1))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setPointed((now) => Math.min(1, Math.max(0, (now ?? 0.5) + step)));
  };
  if (depth === null) {
    return (
      <div className={styles.depth} ref={box}>
        {book === null ? <Skeleton rows={6} height={28} /> : <Empty text={t('depth.empty')} />}
      </div>
    );
  }
  const row = pointed === null ? null : rowAt(depth, depth.low + pointed * (depth.high - depth.low));
  return (
    <div
      className={styles.depth}
      ref={box}
      role="application"
      tabIndex={0}
      aria-label={t('depth.of', { symbol: instrument.symbol })}
      onPointerMove={onMove}
      onPointerLeave={() => setPointed(null)}
      onKeyDown={onKeyDown}
      onBlur={() => setPointed(null)}
    >
      <svg role="img" aria-label={t('depth.says', sidesOf(depth, instrument, format))}>
        <Area rows={depth.bids} x={x} y={y} floor={height - AXIS} edge={0} className={styles.bids} />
        <Area rows={depth.asks} x={x} y={y} floor={height - AXIS} edge={width} className={styles.asks} />
        <line className={styles.middle} x1={width / 2} x2={width / 2} y1={0} y2={height - AXIS} />
        <Own lines={lines} depth={depth} x={x} floor={height - AXIS} />
        <Axis depth={depth} width={width} height={height} price={price} y={y} />
        {row && <Cross x={x(Number(row.price))} y={y(Number(row.sum))} width={width} floor={height - AXIS} />}
      </svg>
      <Spread depth={depth} price={price} />
      {row && <Readout row={row} depth={depth} instrument={instrument} atLeft={(pointed ?? 0) > 0.5} />}
    </div>
  );
}

function sidesOf(depth: Depth, instrument: InstrumentView, format: ReturnType<typeof useFormat>) {
  const amount = (rows: readonly BookRow[]) => `${format.compact(rows.at(-1)?.sum ?? '0')} ${instrument.base}`;
  const price = (value: number) => format.decimal(value.toFixed(instrument.priceDecimals), instrument.priceDecimals);
  return { bids: amount(depth.bids), low: price(depth.low), asks: amount(depth.asks), high: price(depth.high) };
}

/** The gap between the best prices, and the middle of it. */
function Spread({ depth, price }: { depth: Depth; price: (value: number) => string }) {
  const { t } = useTranslation('chart');
  const format = useFormat();
  const middle = (depth.bestBid + depth.bestAsk) / 2;
  const spread = depth.bestAsk - depth.bestBid;
  return (
    <p className={styles.spread}>
      <b>{price(middle)}</b>
      <br />
      {t('depth.spread')} {price(spread)} ({format.decimal(((spread / middle) * 100).toFixed(3), 3)}%)
    </p>
  );
}

interface ReadoutProps {
  row: BookRow;
  depth: Depth;
  instrument: InstrumentView;
  atLeft: boolean;
}

/** Price, how far it is from the middle, and what rests up to it. */
function Readout({ row, depth, instrument, atLeft }: ReadoutProps) {
  const { t } = useTranslation('chart');
  const format = useFormat();
  const middle = (depth.bestBid + depth.bestAsk) / 2;
  const away = ((Number(row.price) / middle - 1) * 100).toFixed(2);
  return (
    <dl className={styles.readout} style={atLeft ? { insetInlineStart: 14 } : { insetInlineEnd: 14 }} role="status">
      <div>
        <dt>{t('depth.price')}</dt>
        <dd>
          {format.decimal(row.price, instrument.priceDecimals)} ({format.percent(away)})
        </dd>
      </div>
      <div>
        <dt>{t('depth.sum', { asset: instrument.base })}</dt>
        <dd>{format.amount(row.sum, instrument.quantityDecimals)}</dd>
      </div>
    </dl>
  );
}

interface AreaProps {
  rows: readonly BookRow[];
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

/** A small flag on the floor at every own order in sight. */
function Own({
  lines,
  depth,
  x,
  floor,
}: {
  lines: readonly ChartLine[];
  depth: Depth;
  x: (price: number) => number;
  floor: number;
}) {
  return lines
    .filter(({ price, side }) => side !== 'alert' && Number(price) >= depth.low && Number(price) <= depth.high)
    .map(({ price, side, title }, at) => {
      const left = x(Number(price));
      return (
        <g key={`${price}${at}`} className={side === 'buy' ? styles.bids : styles.asks}>
          <title>{title}</title>
          <path d={`M${left},${floor}V0`} stroke="currentColor" strokeDasharray="2 4" opacity="0.7" />
          <path d={`M${left},${floor}v-16l9,4.500l-9,4.500`} fill="currentColor" stroke="currentColor" />
        </g>
      );
    });
}

function Cross({ x, y, width, floor }: { x: number; y: number; width: number; floor: number }) {
  return (
    <g className={styles.cross}>
      <line x1={x} x2={x} y1={0} y2={floor} />
      <line x1={0} x2={width} y1={y} y2={y} />
      <circle cx={x} cy={y} r="3.5" fill="currentColor" />
    </g>
  );
}

interface AxisProps {
  depth: Depth;
  width: number;
  height: number;
  price: (value: number) => string;
  y: (sum: number) => number;
}

function Axis({ depth, width, height, price, y }: AxisProps) {
  const format = useFormat();
  const shares = [0.12, 0.31, 0.5, 0.69, 0.88];
  return (
    <g className={styles.axis}>
      {shares.map((share, at) => (
        <text key={share} x={width * share} y={height - 6} textAnchor="middle" opacity={width < 480 && at % 2 ? 0 : 1}>
          {price(depth.low + (depth.high - depth.low) * share)}
        </text>
      ))}
      {[0.5, 1].map((share) => (
        <text key={share} x={width - 4} y={y(depth.most * share) - 3} textAnchor="end">
          {format.compact((depth.most * share).toFixed(4))}
        </text>
      ))}
    </g>
  );
}
