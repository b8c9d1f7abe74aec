import type { ContractOrderPreview } from '../../../contracts/contract.contract.js';
import { entryPrice, riskRate, type OpenPosition } from '../../../shared/margin.js';
import { amount, format, fromSteps, portion, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import type { View } from '../../core/decider.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { isReducing, type Order } from '../../trading/matching/book.js';
import type { PlaceOrder } from '../../trading/venue/order.commands.js';
import {
  specInForce,
  tryPlace,
  type Attempt,
  type OrderDecided,
  type OrderScope,
} from '../../trading/venue/order.decider.js';
import { scopeOfOrder } from '../../trading/venue/order.handler.js';
import { previewOf } from '../../trading/venue/order.preview.js';
import { notionalOf, sizesOf, type Sizes } from '../../trading/venue/order.rules.js';
import type { OrderAccepted } from '../../trading/venue/book.facts.js';
import { amending } from './amended.preview.js';
import { bracketsOf } from './contract.rules.js';
import { fundingKind } from './funding/funding.state.js';
import { openPosition } from './position/position.rules.js';
import {
  lossOf,
  marginPartsOf,
  markOf,
  settlementOfLoaded,
  sideOf,
  worstTicksOf,
} from './position/position.settlement.js';
import { closingPreviewOf } from './closing.preview.js';
import { contractOf, positionKind } from './position/position.state.js';
import { limitPricesOf } from './position/position.views.js';

const RISK_DECIMALS = 8;

type Preview = Omit<ContractOrderPreview, 'problems'>;
type Margins = Pick<
  Preview,
  'initialMargin' | 'openLoss' | 'openingFee' | 'closingFee' | 'held' | 'position' | 'closing' | 'closesFirst'
>;

const NONE: Margins = {
  initialMargin: null,
  openLoss: null,
  openingFee: null,
  closingFee: null,
  held: null,
  position: null,
  closing: null,
  closesFirst: null,
};

/** What is previewed: an order, and which of its owner's it would replace. */
interface Previewed {
  readonly data: PlaceOrder;
  readonly amends: string | undefined;
  readonly at: number;
}

/** What stands against an order now, and its effect, from a decision that is not stored. A refusal while the market is closed. */
export function contractPreview(
  parts: Parameters<typeof scopeOfOrder>[0],
  view: View,
  { data, amends, at }: Previewed,
): (Preview & { readonly problems: readonly Refusal[] }) | Refusal {
  const scope = scopeOfOrder(parts, view, data, at);
  if (isRefusal(scope)) return scope;
  const isOwn = (owner: string): boolean => owner === data.ownerId;
  const settlement: typeof scope.settlement = (terms) => settlementOfLoaded(scope.settlement(terms), isOwn);
  const own = { ...scope, settlement };
  if (amends !== undefined) return amended(amends, data, own, view);
  const attempt = tryPlace(own, data);
  const placed = placedBy(attempt);
  const margins = placed === undefined ? NONE : marginsOf(placed, data, scope, view);
  return { ...termsOf(attempt, data, scope), ...margins, before: null, problems: attempt.problems };
}

/** The order as the amendment would leave it, and what of that it has as it stands: both at one instant. */
function amended(orderId: string, data: PlaceOrder, scope: OrderScope, view: View) {
  const found = amending(orderId, data, scope);
  if (isRefusal(found)) return { ...termsOf({ problems: [] }, data, scope), ...NONE, before: null, problems: [found] };
  const { attempt, before, held, after, heldAfter } = found;
  const { problems, decided } = attempt;
  const command = { ...data, orderId };
  const answer = decided?.answer ?? NOTHING_TAKEN;
  const terms = termsOf(attempt, command, scope);
  const { lot } = sizesOf(specInForce(scope.state, data.spec));
  const waiting = { filledQuantity: '0', restingQuantity: format(fromSteps(before.lots, lot)) };
  const isRefused = decided === undefined && problems.length > 0;
  const stands = marginsOf({ order: before, held, answer: NOTHING_TAKEN }, command, scope, view);
  const becomes = marginsOf({ order: after, held: heldAfter, answer }, command, scope, view);
  return {
    ...terms,
    ...(decided === undefined && !isRefused && waiting),
    ...(isRefused ? NONE : becomes),
    leverage: before.margin?.leverage ?? terms.leverage,
    before: { held, position: stands.position },
    problems,
  };
}

const NOTHING_TAKEN: OrderDecided['answer'] = { orders: [], trades: [] };

/** What it takes at once, and what is paid for it. */
function termsOf(attempt: Attempt, command: PlaceOrder, scope: OrderScope) {
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
  };
}

/** An order, what it holds, and what it took at once. */
interface Held {
  readonly order: Order;
  readonly held: string;
  readonly answer: OrderDecided['answer'];
}

function placedBy({ decided }: Attempt): Held | undefined {
  const accepted = decided?.events.find(({ type }) => type === 'ContractOrderAccepted')?.data as
    | OrderAccepted
    | undefined;
  return decided && accepted && { order: accepted.order, held: accepted.held, answer: decided.answer };
}

/** What a part of an order buys or sells. */
interface Part {
  readonly lots: Amount;
  readonly notional: Amount;
  /** The notional that its margin is reckoned by. */
  readonly reckoned: Amount;
}

/** What it holds, and the position once all of it is filled. */
function marginsOf({ order, held: text, answer }: Held, command: PlaceOrder, scope: OrderScope, view: View): Margins {
  const sizes = sizesOf(specInForce(scope.state, command.spec));
  if (isReducing(order)) return { ...NONE, held: text, closing: closingOf(order, answer, command, { sizes, view }) };
  const rate = amount(command.fees.taker);
  const parts = partsOf(order, answer, sizes).map((part) => costOf(order, part, rate, sizes));
  const sum = (of: (part: (typeof parts)[number]) => Amount): Amount =>
    parts.reduce((all, part) => all + of(part), ZERO);
  const [initialMargin, openLoss] = [sum(({ margin }) => margin), sum(({ loss }) => loss)];
  const [openingFee, closingFee] = [sum((part) => part.openingFee), sum((part) => part.closingFee)];
  const margin = initialMargin + openLoss + closingFee;
  const filled = { lots: sum(({ lots }) => lots), notional: sum(({ notional }) => notional), margin };
  const taken = answer.trades.reduce(
    (all, { role, quantity }) => (role === 'taker' ? all + amount(quantity) : all),
    ZERO,
  );
  const closes = closedFirst(order, filled.lots, command, view) * sizes.lot - taken;
  return {
    initialMargin: format(initialMargin),
    openLoss: format(openLoss),
    openingFee: format(openingFee),
    closingFee: format(closingFee),
    held: format(margin + openingFee),
    position: positionAfter(order, filled, { command, sizes, at: scope.market.at }, view),
    closing: null,
    closesFirst: closes > ZERO ? format(closes) : null,
  };
}

/** What an order that closes would bring to its position. */
function closingOf(
  order: Order,
  { trades, orders }: OrderDecided['answer'],
  { ownerId, symbol, fees, orderId }: PlaceOrder,
  { sizes, view }: { readonly sizes: Sizes; readonly view: View },
): Margins['closing'] {
  const side = order.side === 'sell' ? 'long' : 'short';
  const holding = contractOf(view.state(positionKind, ownerId), symbol)[side];
  if (holding === null) return null;
  const filled = trades.filter(({ role }) => role === 'taker');
  const sum = (of: (trade: (typeof trades)[number]) => string): Amount =>
    filled.reduce((all, trade) => all + amount(of(trade)), ZERO);
  const taken = {
    lots: sum(({ quantity }) => quantity) / sizes.lot,
    notional: sum(({ notional }) => notional),
    fee: sum(({ fee }) => fee),
  };
  const { index } = view.state(fundingKind, symbol);
  // As in spot: what rests pays the maker fee, and a stop the taker fee when it triggers.
  const waits = orders.some((each) => each.orderId === orderId && each.untriggered);
  const restingRate = amount(waits ? fees.taker : fees.maker);
  return closingPreviewOf(order, taken, openPosition(holding, sizes.lot, index), { sizes, restingRate });
}

/** What it takes now at the prices of its fills, and what then rests at its own. */
function partsOf(order: Order, { trades }: OrderDecided['answer'], sizes: Sizes): Part[] {
  const taken = trades
    .filter(({ role }) => role === 'taker')
    .map(({ notional, quantity }) => {
      const worth = amount(notional);
      return { lots: amount(quantity) / sizes.lot, notional: worth, reckoned: worth };
    });
  const left = BigInt(order.lots) - taken.reduce((sum, { lots }) => sum + lots, ZERO);
  if (order.kind === 'market' || left <= ZERO) return taken;
  const { priceTicks } = order;
  const at = (ticks: number) => notionalOf(ticks, Number(left), sizes);
  return [...taken, { lots: left, notional: at(priceTicks), reckoned: at(worstTicksOf(order)) }];
}

function costOf(order: Order, { lots, notional, reckoned }: Part, rate: Amount, sizes: Sizes) {
  const { margin, closingFee } = marginPartsOf(order, reckoned, rate);
  const loss = lossOf(order, notional, Number(lots), sizes);
  return { lots, notional, margin, closingFee, loss, openingFee: times(reckoned, rate, 'down') };
}

/** In one-way mode what is open on the other side is closed before the rest opens. */
function closedFirst(order: Order, lots: Amount, { ownerId, symbol }: PlaceOrder, view: View): Amount {
  if (order.positionSide !== 'both') return ZERO;
  const other = contractOf(view.state(positionKind, ownerId), symbol)[sideOf(order) === 'long' ? 'short' : 'long'];
  const open = BigInt(other?.lots ?? 0);
  return open < lots ? open : lots;
}

/** With what is open already. In one-way mode the other side is closed first, so only the rest opens. */
function positionAfter(
  order: Order,
  { lots, notional, margin }: Pick<Part, 'lots' | 'notional'> & { readonly margin: Amount },
  { command, sizes, at }: { readonly command: PlaceOrder; readonly sizes: Sizes; readonly at: number },
  view: View,
): Margins['position'] {
  const { ownerId, symbol, margin: rules } = command;
  const side = sideOf(order);
  const own = contractOf(view.state(positionKind, ownerId), symbol)[side];
  const opens = lots - closedFirst(order, lots, command, view);
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
  const risk = riskRate(position, fromSteps(markOf(order), sizes.tick), terms);
  return {
    riskRate: risk === null ? null : format(roundTo(risk, RISK_DECIMALS, 'up')),
    quantity: format(position.quantity),
    entryPrice: format(entryPrice(position)),
    margin: format(position.margin),
    ...limitPricesOf(position, terms),
  };
}
