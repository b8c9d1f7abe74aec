import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getCorporateActions } from '../../../contracts/corporate-action.calls';
import { ACTION_CLASSES, type ActionView } from '../../../contracts/corporate-action.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { api } from '../../lib/api';
import type { ActionLetter, ChartAction } from '../../market/chart/action-marks';
import { marketKeys } from '../../market/keys';

const LETTERS: Partial<Record<ActionView['kind'], ActionLetter>> = { dividend: 'D', earnings: 'E', split: 'S' };

/** What the chart of an instrument marks of its corporate actions: no withdrawn one, and no delisting, which ends it. */
export function useChartActions({ symbol, class: kind }: InstrumentView): readonly ChartAction[] {
  const { data } = useQuery({
    queryKey: marketKeys.actions(symbol),
    queryFn: () => api.call(getCorporateActions, { symbol }),
    enabled: ACTION_CLASSES.some((each) => each === kind),
  });
  return useMemo(() => (data ?? []).flatMap(chartAction), [data]);
}

function chartAction({ status, ...action }: ActionView): ChartAction[] {
  const letter = LETTERS[action.kind];
  return letter === undefined || status === 'withdrawn' ? [] : [{ ...action, letter }];
}
