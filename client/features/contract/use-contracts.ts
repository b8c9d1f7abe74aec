import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getContracts, getPositionHistory, getPositions } from '../../../contracts/contract.calls';
import type { ContractView, PositionsView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { underlyingOf } from '../../../shared/contract-symbol';
import { decimalsOf, toAmount } from '../../../shared/money';
import { api } from '../../lib/api';
import { queryOf, type Filters } from '../../lib/filters';
import { queryClient } from '../../lib/query';
import { useLoggedIn } from '../../lib/session';
import { assetKeys } from '../asset/asset.feature';
import { contractKeys } from './contract.feature';

const PAGE = 30;
const WATCHED_EVERY_MS = 1_000;
const LIST_EVERY_MS = 2_000;

/** The contracts on an instrument with their prices: the perpetual one first, then those that deliver. */
export function useContracts(underlying: string) {
  return useQuery({
    queryKey: contractKeys.contracts(underlying),
    queryFn: ({ signal }) => api.call(getContracts, { underlying }, { signal }),
    refetchInterval: LIST_EVERY_MS,
  });
}

/** The mark price of a contract; `null` until it is known. */
export function useMarkPrice(symbol: string): string | null {
  const { data } = useContracts(underlyingOf(symbol));
  return data?.contracts.find((each) => each.symbol === symbol)?.markPrice ?? null;
}

/** Open positions, and how each contract is set. While there are any, they move each second with the mark price. */
export function usePositions() {
  return useQuery({
    queryKey: contractKeys.positions(),
    queryFn: ({ signal }) => api.call(getPositions, {}, { signal }),
    enabled: useLoggedIn(),
    refetchInterval: ({ state }) => (state.data?.positions.length ? WATCHED_EVERY_MS : false),
  });
}

/** What a call about positions answered. */
export function showPositions(view: PositionsView): void {
  queryClient.setQueryData<PositionsView>(contractKeys.positions(), view);
  void queryClient.invalidateQueries({ queryKey: assetKeys.balances() });
}

export function useClosedPositions(filters: Filters) {
  return useInfiniteQuery({
    queryKey: contractKeys.closed(filters),
    queryFn: ({ pageParam }) =>
      api.call(getPositionHistory, { ...queryOf(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: useLoggedIn(),
  });
}

/** The contract's book as the panels of a terminal read it: its own symbol and sizes, and the underlying for all else. */
export function useContractInstrument(underlying: InstrumentView, contract: ContractView): InstrumentView {
  const { symbol, tickSize, lotSize, minQuantity, maxQuantity } = contract;
  return useMemo(
    () => ({
      ...underlying,
      symbol,
      tickSize,
      lotSize,
      minQuantity,
      maxQuantity,
      priceDecimals: decimalsOf(toAmount(tickSize)),
      quantityDecimals: decimalsOf(toAmount(lotSize)),
    }),
    [underlying, symbol, tickSize, lotSize, minQuantity, maxQuantity],
  );
}
