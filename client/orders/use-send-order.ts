import type { CallDeclaration, CallInput } from '../../contracts/call.contract';
import type { orderAnswer, OrderAnswer } from '../../contracts/order.contract';
import { api, QUIET } from '../lib/api';
import { queryClient } from '../lib/query';
import { useOnce } from '../lib/use-once';
import { mergeUpdate } from '../app/account-feed';
import { assetKeys } from '../features/asset/asset.feature';
import { onceUnlocked, shutBy } from '../features/security/unlock-trading';

/** Sends an order once unlocked, and shows what became of it everywhere. */
export function useSendOrder() {
  const once = useOnce();
  return async <Call extends CallDeclaration & { readonly output: typeof orderAnswer }>(
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

/** Sending an order asks for the trade password by itself. */
export const isAskedFor = (refusal: string): boolean => shutBy(refusal) !== null;
