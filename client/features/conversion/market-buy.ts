import { useQuery } from '@tanstack/react-query';
import type { OrderPreview } from '../../../contracts/order.contract';
import { placeOrder, previewOrder } from '../../../contracts/spot.calls';
import { toAmount } from '../../../shared/money';
import { api, RefusalError } from '../../lib/api';
import { useSendOrder } from '../../orders/use-send-order';
import { conversionKeys } from './conversion.feature';

export const COMPARED_EVERY_MS = 10_000;

/** The order by which so many USDT buy a coin. */
const marketBuy = (coin: string, spend: string) =>
  ({ symbol: `${coin}USDT`, side: 'buy', type: 'market', quoteAmount: spend }) as const;

/** What such an order would bring now, or why it would be refused. */
export function useMarketBuyPreview(coin: string, spend: string) {
  const preview = useQuery({
    queryKey: conversionKeys.quickBuy('order', coin, spend),
    queryFn: async ({ signal }) => carriedOut(await api.call(previewOrder, marketBuy(coin, spend), { signal })),
    enabled: toAmount(spend || '0') > 0n,
    refetchInterval: COMPARED_EVERY_MS,
  });
  return current(preview);
}

/** Sends such an order, and says what became of it. */
export function useMarketBuy(coin: string, spend: string) {
  const send = useSendOrder();
  return async () => {
    const { orders } = await send(placeOrder, marketBuy(coin, spend));
    // Own resting orders can be touched as well.
    return orders.find(({ type }) => type === 'market');
  };
}

/** A preview that says what the order brings. One that says only why not is a refusal here. */
function carriedOut({ filledQuantity, fee, ...preview }: OrderPreview) {
  if (filledQuantity !== null && fee !== null) return { ...preview, filledQuantity, fee };
  throw new RefusalError(1, preview.problems[0]?.message ?? '', null);
}
export type MarketBuyPreview = ReturnType<typeof carriedOut>;

/** Drops an earlier quote once a later one was refused or failed. */
export const current = <Data>({ data, error }: { data: Data | undefined; error: unknown }) => ({
  data: error === null ? data : undefined,
  error,
});
