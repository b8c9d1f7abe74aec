import type { CallInput } from '../../../contracts/call.contract';
import type { placeOco, placeOrder } from '../../../contracts/spot.calls';
import type { OrderAnswer } from '../../../contracts/order.contract';
import { api, QUIET } from '../../lib/api';
import { queryClient } from '../../lib/query';
import { useOnce } from '../../lib/use-once';
import { mergeUpdate } from '../../app/account-feed';
import { assetKeys } from '../asset/asset.feature';
import { onceUnlocked } from '../security/unlock-trading';

/** Sends an order once unlocked, and shows what became of it everywhere. */
export function useSendOrder() {
  const once = useOnce();
  return async <Call extends typeof placeOrder | typeof placeOco>(
    call: Call,
    body: CallInput<Call>,
  ): Promise<OrderAnswer> => {
    const answer = await onceUnlocked(() =>
      once(JSON.stringify(body), (requestToken) => api.call(call, body, { ...QUIET, requestToken })),
    );
    mergeUpdate({ orders: answer.orders, trades: answer.trades });
    void queryClient.invalidateQueries({ queryKey: assetKeys.balances() });
    return answer;
  };
}
