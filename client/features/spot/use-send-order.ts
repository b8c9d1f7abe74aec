import { useRef } from 'react';
import type { OrderAnswer } from '../../../contracts/spot.contract';
import { NetworkError, requestToken, type Params } from '../../lib/api';
import { calls } from '../../lib/calls';
import { keys, queryClient } from '../../lib/query';
import { mergeUpdate } from '../../market/account-feed';
import { onceUnlocked } from '../security/unlock-trading';

/** Sends an order once unlocked, and shows what became of it everywhere. */
export function useSendOrder() {
  // After a broken connection nobody knows whether the order was taken: the same order goes out under the same token.
  const unanswered = useRef<{ order: string; token: string } | null>(null);
  return async (body: Params, call = calls.placeOrder): Promise<OrderAnswer> => {
    const order = JSON.stringify(body);
    // What was refused is answered for good; going on after it is a new request with a token of its own.
    const answer = await onceUnlocked(async () => {
      const token = unanswered.current?.order === order ? unanswered.current.token : requestToken();
      unanswered.current = { order, token };
      const sent = await call(body, token).catch((error) => {
        if (!(error instanceof NetworkError)) unanswered.current = null;
        throw error;
      });
      unanswered.current = null;
      return sent;
    });
    mergeUpdate({ orders: answer.orders, trades: answer.trades });
    void queryClient.invalidateQueries({ queryKey: keys.assets });
    return answer;
  };
}
