import { gapLeverageMax, isRaised } from '../../../../shared/margin-brackets.js';
import { handle, type AnyCommandHandler } from '../../../core/command.js';
import { isRefusal } from '../../../core/refusal.js';
import { decisionOf, tryCancelAll } from '../../../trading/venue/order.decider.js';
import { scopeOf, withoutQuotes } from '../../../trading/venue/order.handler.js';
import { contractKind } from '../contract.product.js';
import { CancelUncoveredOrders } from './gap-orders.commands.js';

/** Orders that opened by the usual margins, once margins are raised for a close. */
export function gapOrderHandlers(): AnyCommandHandler[] {
  return [
    handle(CancelUncoveredOrders, {
      realms: ['demo', 'real'],
      scope: ({ symbol }) => ({ streams: [[contractKind, symbol]] }),
      decide: (view, { symbol, ownerId, margin: { gap } }, { at }) => {
        if (!isRaised(gap, at)) return { events: [], answer: null };
        const scope = scopeOf(contractKind, view, symbol, withoutQuotes(at, 'continuous'));
        const leverageAbove = gapLeverageMax(gap);
        const decided = decisionOf(tryCancelAll(scope, { ownerId, reason: 'gap', leverageAbove }));
        return isRefusal(decided) ? decided : { events: decided.events, answer: null };
      },
    }),
  ];
}
