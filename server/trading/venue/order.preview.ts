import type { OrderPreview } from '../../../contracts/order.contract.js';
import { amount, format, fromSteps, ZERO } from '../../../shared/money.js';
import { outcomeOf } from '../../../shared/order.js';
import type { PlaceOrder } from './order.commands.js';
import { specInForce, type Attempt, type OrderDecided, type OrderScope } from './order.decider.js';
import { sizesOf, worstTicks } from './order.rules.js';
import { averagePrice } from './order.views.js';

/** The effect of an order now, from a decision that is not stored. */
export function previewOf(
  { decided }: Attempt,
  command: PlaceOrder,
  scope: OrderScope,
): Omit<OrderPreview, 'problems'> {
  const { policy, fees, side, kind } = command;
  return {
    ...(decided === undefined ? NOTHING : figuresOf(decided, command, scope)),
    feeRateMaker: fees.maker,
    feeRateTaker: fees.taker,
    feeTier: fees.tier,
    marketBand: policy.marketBand,
    worstPrice:
      kind === 'market'
        ? priceOf(worstTicks(side, scope.market.referenceTicks, { market: scope.market, policy }), command, scope)
        : null,
    policy: { name: fees.policy, version: fees.policyVersion },
  };
}

const priceOf = (ticks: number, { spec }: PlaceOrder, { state }: OrderScope): string =>
  format(fromSteps(ticks, sizesOf(specInForce(state, spec)).tick));

type Figures = Pick<OrderPreview, 'filledQuantity' | 'averagePrice' | 'restingQuantity' | 'notional' | 'fee' | 'total'>;

const NOTHING: Figures = {
  filledQuantity: null,
  averagePrice: null,
  restingQuantity: null,
  notional: null,
  fee: null,
  total: null,
};

function figuresOf({ answer }: OrderDecided, command: PlaceOrder, scope: OrderScope): Figures {
  const { fees, side } = command;
  let filled = ZERO;
  let notional = ZERO;
  let fee = ZERO;
  for (const trade of answer.trades) {
    if (trade.role !== 'taker') continue;
    filled += amount(trade.quantity);
    notional += amount(trade.notional);
    fee += amount(trade.fee);
  }
  const order = answer.orders.find(({ orderId }) => orderId === command.orderId);
  const rests = order !== undefined && (order.status === 'unfilled' || order.status === 'trading');
  const resting = rests ? amount(order.quantity) - amount(order.filledQuantity) : ZERO;
  const price = amount(
    command.price ??
      command.stopPrice ??
      command.activationPrice ??
      priceOf(scope.market.referenceTicks, command, scope),
  );
  // What rests pays the maker fee when it fills; a stop pays the taker fee when it triggers.
  const restingRate = order?.untriggered === true ? fees.taker : fees.maker;
  const rest = { quantity: resting, price, rate: amount(restingRate) };
  const { quoteDecimals } = sizesOf(specInForce(scope.state, command.spec));
  const outcome = outcomeOf(side, { filled, notional, fee }, rest, quoteDecimals);
  return {
    filledQuantity: format(filled),
    averagePrice: averagePrice(notional, filled),
    restingQuantity: format(resting),
    notional: format(outcome.notional),
    fee: format(outcome.fee),
    total: format(outcome.total),
  };
}
