import type { PositionMode, ProtectionField } from '../../../../contracts/contract.contract.js';
import { entryPrice, type OpenPosition } from '../../../../shared/margin.js';
import { toCount } from '../../../../shared/money.js';
import { triggersOnRise } from '../../../../shared/order-type.js';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.js';
import { watchedTicks } from '../../../trading/matching/book.js';
import { carryOut, specInForce, type Attempt, type OrderScope } from '../../../trading/venue/order.decider.js';
import { priceRefusal, priceTicks, sizesOf, worstTicks, type Sizes } from '../../../trading/venue/order.rules.js';
import { liquidatedAt, type OwnOrders } from '../closing-price.rules.js';
import type { SetPositionProtection } from '../contract.commands.js';
import { protectionOf } from './protection.views.js';

/** What the pair of a position is decided on. */
export interface ProtectedPosition {
  readonly scope: OrderScope;
  readonly orders: OwnOrders;
  readonly mode: PositionMode;
  /** While the market is shut no price of now says on which side of it another one lies: the first beat meets what has been passed. */
  readonly isShut: boolean;
}

interface Pricing extends ProtectedPosition {
  readonly data: Data;
  readonly sizes: Sizes;
  readonly position: OpenPosition;
  /** No order closes beyond it. */
  readonly bound: number;
}

type Data = SetPositionProtection['data'];

/** Sets the pair that closes all of a position. A price that is neither given nor kept takes its order off. */
export function tryProtect(known: ProtectedPosition, asked: Data): Attempt {
  const { scope, orders, mode } = known;
  const data = withKept(scope, asked);
  const { ownerId, side, symbol, trigger } = data;
  const spec = specInForce(scope.state, data.spec);
  const positionSide = mode === 'one-way' ? 'both' : side;
  const bound = orders.closingTicks({ side: closingSide(side), positionSide });
  const position = orders.position(side);
  if (bound === null || position === null)
    return { problems: [refuse('contract.no-position', { field: 'side', symbol, side })] };
  const pricing = { ...known, data: { ...data, spec }, bound, position, sizes: sizesOf(spec) };
  const takeProfit = priced('takeProfit', pricing);
  const stopLoss = priced('stopLoss', pricing);
  if (isRefusal(takeProfit) || isRefusal(stopLoss)) return { problems: [takeProfit, stopLoss].filter(isRefusal) };
  // While the market is shut neither was held against a price.
  if (takeProfit !== null && stopLoss !== null) {
    const problem = sideProblem('takeProfit', takeProfit.stopTicks, stopLoss.stopTicks, pricing);
    if (problem !== undefined) return { problems: [problem] };
  }
  const pair = { type: 'ProtectPosition', owner: ownerId, positionSide, trigger, takeProfit, stopLoss } as const;
  return carryOut(scope, { ...data, spec }, pair, ownerId);
}

/** What is kept is read here, where it stands: a screen may have seen it before it was moved elsewhere. */
function withKept({ state }: OrderScope, data: Data): Data {
  const { keeps, ownerId, side } = data;
  const standing = keeps === undefined ? null : protectionOf(state, ownerId, side);
  if (keeps === undefined || standing === null) return data;
  return { ...data, [keeps]: standing[keeps] ?? undefined, trigger: standing.trigger };
}

const closingSide = (side: OpenPosition['side']) => (side === 'long' ? 'sell' : 'buy');

/** An order of the pair; `null` where none is asked for. */
function priced(field: ProtectionField, pricing: Pricing) {
  const { data, sizes, scope, orders, bound, isShut, position } = pricing;
  const text = data[field];
  if (text === undefined) return null;
  const stopTicks = priceTicks(text, sizes, field);
  if (isRefusal(stopTicks)) return stopTicks;
  const referenceTicks = isShut ? toCount(entryPrice(position) / sizes.tick) : scope.market.referenceTicks;
  const market = { ...scope.market, referenceTicks };
  const last = watchedTicks(data.trigger, market);
  // What is kept was judged when it was set.
  if (field !== data.keeps) {
    const passed = isShut ? undefined : sideProblem(field, stopTicks, last, pricing);
    const refusal = priceRefusal(stopTicks, field, market, data) ?? passed;
    if (refusal !== undefined) return refusal;
    const liquidated = liquidatedAt(position, stopTicks, data.margin, sizes.tick);
    if (liquidated !== null)
      return refuse('contract.stop-beyond-liquidation', { field, price: orders.price(liquidated) });
  }
  const side = closingSide(data.side);
  const worst = worstTicks(side, stopTicks, { market, policy: data.policy });
  const priceOf = side === 'buy' ? Math.min(worst, bound) : Math.max(worst, bound);
  return { orderId: data.orderIds[field], stopTicks, priceTicks: priceOf };
}

/** A take-profit lies on the gaining side of a price, a stop-loss on the other. */
function sideProblem(
  field: ProtectionField,
  stopTicks: number,
  last: number,
  { data, orders }: Pricing,
): Refusal | undefined {
  const kind = field === 'takeProfit' ? 'take-profit' : 'stop';
  const isRise = triggersOnRise(closingSide(data.side), kind);
  if (isRise ? stopTicks > last : stopTicks < last) return undefined;
  const [price, watched] = [orders.price(stopTicks), orders.price(last)];
  return field === 'takeProfit'
    ? refuse('contract.take-profit-on-wrong-side', { field, price, last: watched })
    : refuse('contract.stop-loss-on-wrong-side', { field, price, last: watched });
}
