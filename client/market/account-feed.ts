import { useEffect } from 'react';
import type { AssetsView } from '../../contracts/asset.contract';
import type { OrderView } from '../../contracts/spot.contract';
import type { AccountUpdate } from '../../contracts/stream.contract';
import { refreshChanged } from '../lib/keys';
import { hear, join, resync } from '../lib/socket';
import { keys, queryClient } from '../lib/query';
import { useSession } from '../lib/session';
import { forgetOrders, hearOrders, isOpen, mergeOrders } from './open-orders';
import { isOvertaken, tell } from './order-news';

/** Own orders, trades and balances as they happen; a gap in the numbers asks for everything again. */
export function useAccountFeed(): void {
  const token = useSession((state) => state.session?.token);
  useEffect(() => {
    if (token === undefined) return;
    forgetOrders();
    let sequence: number | null = null;
    const leave = join('account', { kind: 'account' }, (snapshot) => {
      const first = sequence === null;
      sequence = (snapshot as AccountUpdate).sequence;
      if (!first) void queryClient.invalidateQueries({ queryKey: ['account'] });
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
  tell(orders);
  hearOrders(orders, performance.now());
  queryClient.setQueryData<OrderView[]>(keys.openOrders, (open) => open && mergeOrders(open, orders));
  if (update.assets) {
    queryClient.setQueryData<AssetsView>(keys.assets, (view) => view && mergeAssets(view, update));
    ['holds', 'balance-postings', 'statement', 'first-steps'].forEach(invalidate);
  }
  if (orders.length > 0) invalidate('order-events');
  if (orders.some((order) => !isOpen(order))) invalidate('order-history');
  if (update.trades.length > 0) invalidate('my-trades');
  invalidate('records');
  refreshChanged(queryClient, update.changed);
}

const invalidate = (name: string): void => void queryClient.invalidateQueries({ queryKey: ['account', name] });

function mergeAssets(view: AssetsView, update: Partial<AccountUpdate>): AssetsView {
  const id = (row: { space: string; currency: string }) => `${row.space}/${row.currency}`;
  const rows = new Map(view.rows.map((row) => [id(row), row]));
  for (const row of update.assets ?? []) rows.set(id(row), row);
  return { ...view, rows: [...rows.values()], position: update.position ?? view.position };
}
