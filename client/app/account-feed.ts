import { useEffect } from 'react';
import type { AssetsView } from '../../contracts/asset.contract';
import type { OrderView } from '../../contracts/order.contract';
import type { AccountUpdate } from '../../contracts/stream.contract';
import { FEATURES } from '../features';
import type { Pushed } from '../lib/feature';
import { EVERYTHING_OWN } from '../lib/keys';
import { queryClient } from '../lib/query';
import { refreshChanged } from '../lib/refresh-changed';
import { useSession } from '../lib/session';
import { hear, join, resync } from '../lib/socket';
import { orderKeys } from '../market/keys';
import { forgetOrders, hearOrders, isOpen, mergeOrders } from '../market/open-orders';
import { isOvertaken, announce } from '../market/order-news';
import { productOf, TRADED_PRODUCTS } from '../market/traded-product';
import { assetKeys } from '../features/asset/asset.feature';

/** Own orders, trades and balances as they happen; a gap in the sequence refetches everything. */
export function useAccountFeed(): void {
  const token = useSession((state) => state.session?.token);
  useEffect(() => {
    if (token === undefined) return;
    forgetOrders();
    let sequence: number | null = null;
    const leave = join('account', { kind: 'account' }, (snapshot) => {
      const first = sequence === null;
      sequence = (snapshot as AccountUpdate).sequence;
      if (!first) void queryClient.invalidateQueries(EVERYTHING_OWN);
    });
    const stop = hear('account', (update) => {
      if (sequence !== null && update.sequence <= sequence) return;
      if (sequence !== null && update.sequence !== sequence + 1) resync('account');
      sequence = update.sequence;
      mergeUpdate(update);
    });
    return () => {
      stop();
      leave();
    };
  }, [token]);
}

/** Puts an update, or the answer to an own order, into what the views already show. */
export function mergeUpdate(update: Pick<AccountUpdate, 'orders' | 'trades'> & Partial<AccountUpdate>): void {
  const orders = update.orders.filter((order) => !isOvertaken(order));
  announce(orders);
  hearOrders(orders, performance.now());
  for (const product of TRADED_PRODUCTS) {
    const own = orders.filter(({ symbol }) => productOf(symbol) === product);
    queryClient.setQueryData<OrderView[]>(orderKeys.open(product), (open) => open && mergeOrders(open, own));
  }
  if (update.assets) {
    queryClient.setQueryData<AssetsView>(assetKeys.balances(), (view) => view && mergeAssets(view, update));
    refetchTopic('assets');
  }
  if (orders.length > 0) refetchTopic('orders');
  if (orders.some((order) => !isOpen(order))) refetchTopic('ended-orders');
  if (update.trades.length > 0) refetchTopic('trades');
  refetchTopic('anything');
  refreshChanged(queryClient, update.changed);
}

/** Invalidates the queries that features name for such an update. */
function refetchTopic(pushed: Pushed): void {
  for (const { staleAfter } of FEATURES)
    for (const key of staleAfter?.[pushed] ?? []) void queryClient.invalidateQueries({ queryKey: key() });
}

function mergeAssets(view: AssetsView, update: Partial<AccountUpdate>): AssetsView {
  const id = (row: { space: string; currency: string }) => `${row.space}/${row.currency}`;
  const rows = new Map(view.rows.map((row) => [id(row), row]));
  for (const row of update.assets ?? []) rows.set(id(row), row);
  return { ...view, rows: [...rows.values()], position: update.position ?? view.position };
}
