import { useEffect, useState, type RefObject } from 'react';
import { actionMarks, type ActionMark, type ChartAction } from './action-marks';
import type { PriceChart } from './price-chart';
import type { CandleLoading } from './use-candles';

const NONE: readonly ActionMark[] = [];

/** Puts dividends, earnings and splits on the chart, and answers those that are on it. */
export function useActionMarks(
  chart: RefObject<PriceChart | null>,
  actions: readonly ChartAction[],
  { state, firstAt }: CandleLoading,
  look: string,
): readonly ActionMark[] {
  const [shown, setShown] = useState(NONE);
  const key = JSON.stringify(actions);
  useEffect(() => {
    const made = chart.current;
    if (made === null || state !== 'ready') return;
    const openings = made.bars.map((bar) => bar.at);
    const marks = actionMarks(JSON.parse(key) as ChartAction[], openings, made.stepMs);
    made.own.showActions(marks);
    setShown(marks);
  }, [chart, key, state, firstAt, look]);
  return shown;
}
