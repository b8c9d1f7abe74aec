import type { ContractOrderPreview } from '../../../contracts/contract.contract.js';
import { entryPrice, type OpenPosition } from '../../../shared/margin.js';
import { amount, format, portion, times, ZERO, type Amount } from '../../../shared/money.js';
import type { View } from '../../core/decider.js';
import { isReducing, type Order } from '../../trading/matching/book.js';
import type { PlaceOrder } from '../../trading/venue/order.commands.js';
import { specInForce, type Attempt, type OrderDecided, type OrderScope } from '../../trading/venue/order.decider.js';
import { previewOf } from '../../trading/venue/order.preview.js';
import { notionalOf, sizesOf, type Sizes } from '../../trading/venue/order.rules.js';
import type { OrderAccepted } from '../../trading/venue/book.facts.js';
import { bracketsOf } from './contract.rules.js';
import { fundingKind } from './funding.state.js';
import { openPosition } from './position.rules.js';
import { lossOf, marginPartsOf, sideOf, worstTicksOf } from './position.settlement.js';
import { contractOf, positionKind } from './position.state.js';
import { limitPricesOf } from './position.views.js';

type Preview = Omit<ContractOrderPreview, 'problems'>;
type Margins = Pick<Preview, 'initialMargin' | 'openLoss' | 'openingFee' | 'closingFee' | 'held' | 'position'>;

const NONE: Margins = {
  initialMargin: null,
  openLoss: null,
  openingFee: null,
  closingFee: null,
  held: null,
  position: null,
};

/** The effect of an order now, from a decision that is not stored: what it holds, and the position once all of it is filled. */
export function contractPreviewOf(attempt: Attempt, command: PlaceOrder, scope: OrderScope, view: View): Preview {
  const { filledQuantity, averagePrice, restingQuantity, ...terms } = previewOf(attempt, command, scope);
  const { feeRateMaker, feeRateTaker, feeTier, marketBand, worstPrice, policy } = terms;
  return {
    filledQuantity,
    averagePrice,
    restingQuantity,
    feeRateMaker,
    feeRateTaker,
    feeTier,
    marketBand,
    worstPrice,
    policy,
    leverage: scope.admission?.leverage ?? 1,
    ...(attempt.decided === undefined ? NONE : marginsOf(attempt.decided, command, scope, view)),
  };
}

/** What an order buys or sells if all of it is filled: a market order by its fills now, others at their price. */
interface Filled {
  readonly lots: Amount;
  readonly notional: Amount;
  /** The notional that its margin is reckoned by. */
  readonly reckoned: Amount;
}

function marginsOf(decided: OrderDecided, command: PlaceOrder, scope: OrderScope, view: View): Margins {
  const { events, answer } = decided;
  const accepted = events.find(({ type }) => type === 'ContractOrderAccepted')?.data as OrderAccepted | undefined;
  if (accepted === undefined) return NONE;
  const { order, held: text } = accepted;
  if (isReducing(order)) return { ...NONE, held: text };
  const sizes = sizesOf(specInForce(scope.state, command.spec));
  const filled = filledOf(order, answer, sizes);
  const rate = amount(command.fees.taker);
  const held = amount(text);
  const openLoss = lossOf(order, filled.notional, Number(filled.lots), sizes);
  const openingFee = times(filled.reckoned, rate, 'down');
  const { closingFee } = marginPartsOf(order, filled.reckoned, rate);
  return {
    initialMargin: format(held - openLoss - openingFee - closingFee),
    openLoss: format(openLoss),
    openingFee: format(openingFee),
    closingFee: format(closingFee),
    held: text,
    position: positionAfter(
      order,
      { ...filled, margin: held - openingFee },
      { command, sizes, at: scope.market.at },
      view,
    ),
  };
}

function filledOf(order: Order, { trades }: OrderDecided['answer'], sizes: Sizes): Filled {
  if (order.kind !== 'market') {
    const { lots, priceTicks } = order;
    const reckoned = notionalOf(worstTicksOf(order), lots, sizes);
    return { lots: BigInt(lots), notional: notionalOf(priceTicks, lots, sizes), reckoned };
  }
  const taken = trades.filter(({ role }) => role === 'taker');
  const sum = (of: (trade: (typeof taken)[number]) => string) =>
    taken.reduce((all, trade) => all + amount(of(trade)), ZERO);
  const notional = sum((trade) => trade.notional);
  return { lots: sum((trade) => trade.quantity) / sizes.lot, notional, reckoned: notional };
}

/** With what is open already. In one-way mode the other side is closed first, so only the rest opens. */
function positionAfter(
  order: Order,
  { lots, notional, margin }: Filled & { readonly margin: Amount },
  { command, sizes, at }: { readonly command: PlaceOrder; readonly sizes: Sizes; readonly at: number },
  view: View,
): Margins['position'] {
  const { ownerId, symbol, margin: rules } = command;
  const side = sideOf(order);
  const { [side]: own, [side === 'long' ? 'short' : 'long']: other } = contractOf(
    view.state(positionKind, ownerId),
    symbol,
  );
  const closes = order.positionSide === 'both' ? BigInt(other?.lots ?? 0) : ZERO;
  const opens = lots > closes ? lots - closes : ZERO;
  if (opens === ZERO || rules === undefined) return null;
  const share = (value: Amount): Amount => portion(value, opens, lots, 'down');
  const { index } = view.state(fundingKind, symbol);
  const before = own === null ? null : openPosition(own, sizes.lot, index);
  const position: OpenPosition = {
    side,
    quantity: (before?.quantity ?? ZERO) + opens * sizes.lot,
    entryNotional: (before?.entryNotional ?? ZERO) + share(notional),
    margin: (before?.margin ?? ZERO) + share(margin),
    fundingOwed: before?.fundingOwed ?? ZERO,
  };
  const terms = { brackets: bracketsOf(rules, at), takerRate: amount(rules.takerRate) };
  return {
    quantity: format(position.quantity),
    entryPrice: format(entryPrice(position)),
    margin: format(position.margin),
    ...limitPricesOf(position, terms),
  };
}
