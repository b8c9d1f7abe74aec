import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getContractTickers, type ContractTickerView } from '../../contracts/own-ticker.calls';
import { perpetualOf } from '../../shared/contract-symbol';
import { api } from '../lib/api';
import { useRealm } from '../lib/session';
import { marketKeys } from './keys';

const WATCHED_EVERY_MS = 2_000;
const LIST_EVERY_MS = 10_000;

type BySymbol = ReadonlyMap<string, ContractTickerView>;
const NONE: readonly ContractTickerView[] = [];

/** One contract's own prices, with high and low of its day. */
export function useContractTicker(symbol: string): ContractTickerView | undefined {
  const { data } = useQuery({
    queryKey: marketKeys.contractTickers(useRealm(), symbol),
    queryFn: ({ signal }) => api.call(getContractTickers, { symbols: symbol }, { signal }),
    refetchInterval: WATCHED_EVERY_MS,
  });
  return data?.[0];
}

/** The perpetual contracts on these instruments, by the symbol of the instrument; those that are none are left out. */
export function usePerpetualTickers(underlyings: readonly string[]): BySymbol {
  const symbols = underlyings.map(perpetualOf).join(',');
  const { data } = useQuery({
    queryKey: marketKeys.contractTickers(useRealm(), symbols),
    queryFn: ({ signal }) => api.call(getContractTickers, { symbols }, { signal }),
    enabled: symbols !== '',
    refetchInterval: WATCHED_EVERY_MS,
    placeholderData: keepPreviousData,
  });
  return useByUnderlying(data ?? NONE);
}

/** All that the server has made so far, for sorting. */
export function useAllPerpetualTickers(enabled: boolean): BySymbol {
  const { data } = useQuery({
    queryKey: marketKeys.contractTickers(useRealm(), 'all'),
    queryFn: ({ signal }) => api.call(getContractTickers, {}, { signal }),
    enabled,
    refetchInterval: LIST_EVERY_MS,
    structuralSharing: false,
  });
  return useByUnderlying(data ?? NONE);
}

const useByUnderlying = (tickers: readonly ContractTickerView[]): BySymbol =>
  useMemo(() => new Map(tickers.map((ticker) => [ticker.underlying, ticker])), [tickers]);
