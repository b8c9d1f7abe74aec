import { amount } from '../../../../shared/money.js';
import { handle, type AnyCommandHandler } from '../../../core/command.js';
import type { View } from '../../../core/decider.js';
import { isRefusal } from '../../../core/refusal.js';
import { scopeOf, scopeOfLoadedOrder, scopeOfOrder, withoutQuotes } from '../../../trading/venue/order.handler.js';
import { decisionOf, specInForce, type OrderScope } from '../../../trading/venue/order.decider.js';
import { sizesOf } from '../../../trading/venue/order.rules.js';
import { OwnOrders } from '../closing-price.rules.js';
import { SetPositionProtection } from '../contract.commands.js';
import type { ContractPorts } from '../contract.handler.js';
import { contractKind } from '../contract.product.js';
import { opensAgain } from '../contract.rules.js';
import { fundingKind } from '../funding/funding.state.js';
import { tryProtect, type ProtectedPosition } from './protection.decider.js';
import { contractOf, positionKind } from './position.state.js';

type Data = SetPositionProtection['data'];

/** The take-profit and stop-loss of a whole position. They may be set while the market is shut. */
export function protectionHandler({ market, gate, principal }: ContractPorts): AnyCommandHandler {
  const parts = { kind: contractKind, market, principal };
  return handle(SetPositionProtection, {
    realms: ['demo', 'real'],
    scope: (data) => scopeOfLoadedOrder({ ...parts, gate }, data),
    decide: (view, data, { at }) => {
      const barred = gate.refusal(view, data.userId, data.ownerId, at);
      if (barred !== undefined) return barred;
      const traded = scopeOfOrder(parts, view, data, at);
      const isShut = isRefusal(traded) && opensAgain(traded);
      const scope = isShut ? scopeOf(contractKind, view, data.symbol, withoutQuotes(at, 'continuous')) : traded;
      if (isRefusal(scope)) return scope;
      const decided = decisionOf(tryProtect(protectedPosition(view, data, scope, isShut), data));
      return isRefusal(decided) ? decided : { events: decided.events, answer: null };
    },
  });
}

/** What stands against the pair says its own field, so no admission is asked. */
function protectedPosition(
  view: View,
  { ownerId, symbol, margin, spec }: Data,
  { admission: _, ...scope }: OrderScope,
  isShut: boolean,
): ProtectedPosition {
  const own = contractOf(view.state(positionKind, ownerId), symbol);
  const orders = new OwnOrders(scope.state.book, ownerId, own, {
    sizes: sizesOf(specInForce(scope.state, spec)),
    takerRate: amount(margin.takerRate),
    fundingIndex: view.state(fundingKind, symbol).index,
  });
  return { scope, orders, mode: own.mode, isShut };
}
