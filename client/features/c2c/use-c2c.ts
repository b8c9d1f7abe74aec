import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getC2c, getC2cMessages, getC2cOrder, getC2cOrders } from '../../../contracts/c2c.calls';
import { getSentWires } from '../../../contracts/bank.calls';
import { api } from '../../lib/api';
import type { C2cOrderView } from '../../../contracts/c2c.contract';
import { queryOf, type Filters } from '../../lib/filters';
import { usePreferences } from '../../lib/preferences';
import { queryClient } from '../../lib/query';
import { useNow } from '../../lib/use-now';
import { useSession } from '../../lib/session';
import { c2cKeys } from './c2c.feature';
import { amount, format, ZERO } from '../../../shared/money';

const PAGE = 30;
/** The price moves, so it is polled while shown. */
const QUOTES_MS = 10_000;
/** The live channel pushes at once; polling covers its outages. */
const LOOK_AGAIN_MS = 15_000;
const TICK_MS = 1000;

export const useIsDemo = (): boolean => useSession((state) => state.session?.realm === 'demo');

/** The current offer and the person's progress. Not fetched for demo accounts. */
export function useOffer() {
  const demo = useIsDemo();
  return useQuery({
    queryKey: c2cKeys.offer(),
    queryFn: () => api.call(getC2c),
    enabled: !demo,
    refetchInterval: QUOTES_MS,
  });
}

export function useOrder(orderId: string) {
  const language = usePreferences((state) => state.language);
  return useQuery({
    queryKey: c2cKeys.order(language, orderId),
    queryFn: () => api.call(getC2cOrder, { orderId }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function useOrders(filters: Filters, enabled = true) {
  const demo = useIsDemo();
  return useInfiniteQuery({
    queryKey: c2cKeys.orders(filters),
    queryFn: ({ pageParam }) =>
      api.call(getC2cOrders, { ...queryOf(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: enabled && !demo,
  });
}

export function useMessages(orderId: string) {
  return useQuery({
    queryKey: c2cKeys.messages(orderId),
    queryFn: () => api.call(getC2cMessages, { orderId }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** What the simulated bank of the person has sent with a reference, all together; `null` before. */
export function useSentWire({ reference }: Pick<C2cOrderView, 'reference'>) {
  return useQuery({
    queryKey: c2cKeys.wires(),
    queryFn: () => api.call(getSentWires),
    select: (wires) => {
      const sent = wires.filter((wire) => wire.reference === reference);
      if (sent.length === 0) return null;
      const sum = sent.reduce((all, wire) => all + amount(wire.amount), ZERO);
      return { amount: format(sum), arrivedAt: Math.max(...sent.map(({ arrivedAt }) => arrivedAt)) };
    },
  });
}

/** After a change of one's own. */
export const refreshC2c = () => queryClient.invalidateQueries({ queryKey: c2cKeys.all() });

/** The order of the address (`?id=`); without one it is looked up: the newest that waits for its person's wire, '' for none. */
export function useAddressedOrder() {
  const [search, setSearch] = useSearchParams();
  const named = search.get('id');
  const { data, isPending, error, refetch, fetchStatus } = useOrders({ label: 'matched' }, named === null);
  const found = data && (data.pages[0]?.items.find(({ status }) => status === 'matched')?.orderId ?? '');
  useEffect(() => {
    // The screen stays with this order: after its deadline it shows the expiry, not an empty page.
    if (named === null && found) setSearch({ id: found }, { replace: true });
  }, [named, found, setSearch]);
  return { data: named ?? found, isPending, error, refetch, fetchStatus };
}

/** Milliseconds until an instant by the server's clock, 0 when it has come; then refetches the order. */
export function useLeftUntil(at: number | null): number {
  const now = useNow(TICK_MS, at !== null);
  const left = at === null ? 0 : Math.max(0, at - now);
  const isOver = at !== null && left === 0;
  useEffect(() => {
    if (isOver) void refreshC2c();
  }, [isOver]);
  return left;
}
