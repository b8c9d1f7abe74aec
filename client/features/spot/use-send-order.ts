import type { OrderAnswer } from '../../../contracts/spot.contract';
import type { Params } from '../../lib/api';
import { calls } from '../../lib/calls';
import { queryClient } from '../../lib/query';
import { useOnce } from '../../lib/use-once';
import { mergeUpdate } from '../../app/account-feed';
import { assetKeys } from '../asset/asset.feature';
import { onceUnlocked } from '../security/unlock-trading';

/** Sends an order once unlocked, and shows what became of it everywhere. */
export function useSendOrder() {
  const once = useOnce();
  return async (body: Params, call = calls.placeOrder): Promise<OrderAnswer> => {
    const answer = await onceUnlocked(() => once(JSON.stringify(body), (token) => call(body, token)));
    mergeUpdate({ orders: answer.orders, trades: answer.trades });
    void queryClient.invalidateQueries({ queryKey: assetKeys.balances() });
    return answer;
  };
}
