import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  getChainAddress,
  getChainBlock,
  getChainOverview,
  getChainTransaction,
  getNetworks,
} from '../../../contracts/chain.calls';
import { api } from '../../lib/api';
import { chainKeys } from './chain.feature';

/** Blocks come every few seconds, so the list is polled. */
const LIVE_MS = 3_000;

/** The simulated networks, with what a transfer costs now. */
export const useNetworks = () =>
  useQuery({ queryKey: chainKeys.networks(), queryFn: () => api.call(getNetworks), refetchInterval: 10 * LIVE_MS });

export const useChainOverview = (network: string, before: number | undefined) =>
  useQuery({
    queryKey: chainKeys.overview(network, before),
    queryFn: () => api.call(getChainOverview, { network, before, limit: 12 }),
    refetchInterval: LIVE_MS,
    placeholderData: keepPreviousData,
  });

export const useChainBlock = (network: string, block: string) =>
  useQuery({
    queryKey: chainKeys.block(network, block),
    queryFn: () => api.call(getChainBlock, { network, block }),
    refetchInterval: LIVE_MS,
  });

/** A transfer as it stands; once it is final or dropped, nothing about it changes any more. */
export const useChainTransaction = (network: string, hash: string) =>
  useQuery({
    queryKey: chainKeys.transaction(network, hash),
    queryFn: () => api.call(getChainTransaction, { network, hash }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.status === 'dropped' || data.confirmations === data.confirmationsNeeded)
        ? false
        : LIVE_MS,
  });

export const useChainAddress = (network: string, address: string) =>
  useQuery({
    queryKey: chainKeys.address(network, address),
    queryFn: () => api.call(getChainAddress, { network, address }),
    refetchInterval: LIVE_MS,
  });

/** Where the explorer shows it. */
export function explorerPath(network: string, at: { hash: string } | { address: string } | { block: string } | object) {
  return `/explorer?${new URLSearchParams({ network, ...at }).toString()}`;
}
