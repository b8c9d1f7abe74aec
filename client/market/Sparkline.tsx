import { memo } from 'react';
import type { TickerView } from '../../contracts/market.contract';
import { directionOf } from '../ui/numbers';
import { useSparkline } from './sparklines';

const WIDTH = 96;
const HEIGHT = 32;

/** A day in one line, up to the price now. The figures beside it show the same, so it is decoration. */
export const Sparkline = memo(
  function Sparkline({ symbol, ticker }: { symbol: string; ticker: TickerView | undefined }) {
    const closes = useSparkline(symbol);
    const direction = ticker === undefined ? '' : directionOf(ticker.changePct);
    const points = pointsOf(ticker === undefined ? closes : [...closes, ticker.last]);
    return (
      <svg
        width={WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className={direction}
        aria-hidden="true"
        preserveAspectRatio="none"
      >
        {points !== '' && (
          <>
            <polygon points={`0,${HEIGHT} ${points} ${WIDTH},${HEIGHT}`} fill="currentColor" opacity="0.1" />
            <polyline points={points} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
          </>
        )}
      </svg>
    );
  },
  (a, b) => a.symbol === b.symbol && a.ticker?.last === b.ticker?.last && a.ticker?.changePct === b.ticker?.changePct,
);

function pointsOf(closes: readonly string[]): string {
  if (closes.length < 2) return '';
  const values = closes.map(Number);
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  return values
    .map((value, at) => {
      const x = (at / (values.length - 1)) * WIDTH;
      const y = HEIGHT - 3 - ((value - low) / range) * (HEIGHT - 6);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}
