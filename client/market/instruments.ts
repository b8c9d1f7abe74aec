import { useQuery } from '@tanstack/react-query';
import type { InstrumentView } from '../../contracts/market.contract';
import { calls } from '../lib/calls';
import { keys } from '../lib/query';

const MINUTE = 60_000;

/** The catalogue; its session states are as fresh as a minute. */
export function useInstruments() {
  return useQuery({
    queryKey: keys.instruments,
    queryFn: calls.instruments,
    staleTime: MINUTE,
    refetchInterval: MINUTE,
  });
}

export function useInstrument(symbol: string): InstrumentView | undefined {
  return useInstruments().data?.find((each) => each.symbol === symbol);
}
