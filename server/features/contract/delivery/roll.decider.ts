import type { RollPreview } from '../../../../contracts/contract.roll.contract.js';
import { amount, format, fromSteps, over, ZERO, type Amount } from '../../../../shared/money.js';
import type { Decided, View } from '../../../core/decider.js';
import type { NewEvent } from '../../../core/event.js';
import { viewAfter } from '../../../core/view-after.js';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.js';
import { userAccount } from '../../../engine/ledger/chart.js';
import type { OrderAnswer, PlaceOrder } from '../../../trading/venue/order.commands.js';
import {
  decisionOf,
  specInForce,
  tryPlace,
  type OrderDecided,
  type OrderScope,
} from '../../../trading/venue/order.decider.js';
import { sizesOf } from '../../../trading/venue/order.rules.js';
import { marginMoved, positionEvent } from '../contract.decider.js';
import { capProblems, chosenLeverage, marginTermsOf } from '../contract.rules.js';
import { fundingKind } from '../funding/funding.state.js';
import { openPosition, settledAt, type Holding } from '../position/position.rules.js';
import { PositionAccount, settlementOf, settlementOfLoaded } from '../position/position.settlement.js';
import { contractOf, positionKind, spaceOf, type PositionState } from '../position/position.state.js';
import { limitPricesOf } from '../position/position.views.js';
import type { RollLeg, RollPosition } from './roll.commands.js';

type Data = RollPosition['data'];

/** What both orders are decided on. */
export interface RollMarket {
  readonly at: number;
  /** The book of a leg and its market, by what is open and available in the view; a refusal while it is shut. */
  scopeOf(view: View, leg: RollLeg): OrderScope | Refusal;
  /** What its owner has open in all products, in USDT. */
  principal(view: View): Amount;
  /** Whose fills move positions. In a preview only those of the owner: nobody else's positions are loaded. */
  readonly moves: (owner: string) => boolean;
}

/** Both orders, and the position that they leave in the next contract. */
interface Rolled {
  readonly closed: OrderDecided;
  readonly opened: OrderDecided;
  readonly events: readonly NewEvent[];
  readonly leverage: number;
  readonly after: Holding;
}

/** All or nothing: a refusal of either order is that of both. */
export function decideRoll(view: View, data: Data, market: RollMarket): Decided<OrderAnswer> | Refusal {
  const rolled = roll(view, data, market);
  if (isRefusal(rolled)) return rolled;
  const { closed, opened, events } = rolled;
  const [orders, trades] = [
    [...closed.answer.orders, ...opened.answer.orders],
    [...closed.answer.trades, ...opened.answer.trades],
  ];
  return { events, answer: { orders, trades } };
}

function roll(view: View, data: Data, market: RollMarket): Rolled | Refusal {
  const { ownerId, side, from, to } = data;
  const state = view.state(positionKind, ownerId);
  const { [side]: holding, leverage: chosen } = contractOf(state, from.symbol);
  if (holding === null) return refuse('contract.no-position', { field: 'side', symbol: from.symbol, side });
  const next = contractOf(state, to.symbol);
  if (next.mode === 'one-way' && next[side === 'long' ? 'short' : 'long'] !== null)
    return refuse('contract.roll-against', { field: 'side', symbol: to.symbol });
  const closing = place(view, data, from, market);
  if (isRefusal(closing)) return closing;
  const leverage = chosenLeverage(chosen, from.margin);
  const isSet = chosenLeverage(next.leverage, to.margin) === leverage;
  const { userId } = data;
  const chosenNow = positionEvent({
    type: 'PositionLeverageSet',
    data: { userId, ownerId, symbol: to.symbol, leverage },
  });
  const between = viewAfter(view, closing.decided.events, {
    kind: positionKind,
    id: ownerId,
    state: withLeverage(state, to.symbol, leverage),
  });
  const opening = place(between, { ...data, side }, to, market, holding);
  if (isRefusal(opening)) return opening;
  const kept = keepMargin(between, data, { opening, before: holding, next: next[side] }, market);
  if (isRefusal(kept)) return kept;
  return {
    closed: closing.decided,
    opened: opening.decided,
    events: [...closing.decided.events, ...(isSet ? [] : [chosenNow]), ...opening.decided.events, ...kept.events],
    leverage,
    after: kept.after,
  };
}

interface Placed {
  readonly decided: OrderDecided;
  readonly account: PositionAccount;
}

/** The order of a leg: one that closes where nothing is said of what it opens. */
function place(view: View, data: Data, leg: RollLeg, market: RollMarket, opens?: Holding): Placed | Refusal {
  const { ownerId, side } = data;
  const scope = market.scopeOf(view, leg);
  if (isRefusal(scope)) return scope;
  const spec = specInForce(scope.state, leg.spec);
  const sizes = sizesOf(spec);
  const own = contractOf(view.state(positionKind, ownerId), leg.symbol);
  const lots = opens?.lots ?? own[side]?.lots ?? 0;
  const lot = sizesOf(data.from.spec).lot;
  const command: PlaceOrder = {
    ...leg,
    userId: data.userId,
    ownerId,
    side: (side === 'long') === (opens !== undefined) ? 'buy' : 'sell',
    kind: 'market',
    quantity: format(fromSteps(lots, lot)),
    timeInForce: 'FOK',
    postOnly: false,
    selfTrade: 'cancel-maker',
    clientOrderId: null,
    positionSide: own.mode === 'one-way' ? 'both' : side,
    reduceOnly: opens === undefined,
  };
  const account = new PositionAccount({ spec, sizes }, view);
  const settlement = () => settlementOfLoaded(settlementOf(account, sizes), market.moves);
  const decided = decisionOf(tryPlace({ ...scope, settlement }, command));
  return isRefusal(decided) ? decided : { decided, account };
}

interface Moved {
  readonly opening: Placed;
  readonly before: Holding;
  /** What was open in the next contract. */
  readonly next: Holding | null;
}

/** Puts up what the position had more than its leverage takes. */
function keepMargin(view: View, data: Data, { opening, before, next }: Moved, market: RollMarket) {
  const { userId, ownerId, side, to } = data;
  const opened = opening.account.holding(ownerId, side);
  if (opened === null) throw new Error(`${ownerId} rolled to ${to.symbol} and has nothing open there`);
  const { index } = view.state(fundingKind, data.from.symbol);
  const { holding } = settledAt(before, sizesOf(data.from.spec).lot, index);
  const missing = holding.margin - (opened.margin - (next?.margin ?? ZERO));
  if (missing <= ZERO) return { events: [], after: opened };
  const filled = viewAfter(view, opening.decided.events);
  const available = filled.balance(userAccount(ownerId, spaceOf(to.symbol), 'available'), 'USDT');
  if (missing > available)
    return refuse('contract.roll-margin-short', { needed: format(missing), available: format(available) });
  const [capped] = capProblems(to.margin, market.principal(filled), missing, 'amount');
  if (capped !== undefined) return capped;
  const after = { ...opened, margin: opened.margin + missing };
  return { events: [marginMoved({ userId, ownerId, symbol: to.symbol, side }, missing, after)], after };
}

/** What a roll would do, in words of a preview; `null` figures where it is refused. */
export function rollFigures(view: View, data: Data, market: RollMarket): RollPreview['figures'] | Refusal {
  const rolled = roll(view, data, market);
  if (isRefusal(rolled)) return rolled;
  const { side, to } = data;
  const [closing, opening] = [rolled.closed, rolled.opened].map(({ answer }) => totalsOf(answer));
  if (closing === undefined || opening === undefined) throw new Error('a roll is two orders');
  const { lot } = sizesOf(to.spec);
  const position = openPosition(rolled.after, lot, view.state(fundingKind, to.symbol).index);
  const before = contractOf(view.state(positionKind, data.ownerId), data.from.symbol)[side];
  const entry = before?.entryNotional ?? ZERO;
  return {
    quantity: format(closing.quantity),
    closePrice: format(closing.price),
    openPrice: format(opening.price),
    basis: format(opening.price - closing.price),
    closingFee: format(closing.fee),
    openingFee: format(opening.fee),
    realisedPnl: format(side === 'long' ? closing.notional - entry : entry - closing.notional),
    margin: format(position.margin),
    ...limitPricesOf(position, marginTermsOf(to.margin, market.at)),
  };
}

/** Of the trades of the owner's order, whose makers may be orders of their own that were cancelled. */
function totalsOf({ trades }: OrderAnswer) {
  const sum = (of: (trade: OrderAnswer['trades'][number]) => string): Amount =>
    trades.reduce((all, trade) => all + amount(of(trade)), ZERO);
  const [quantity, notional] = [sum((each) => each.quantity), sum((each) => each.notional)];
  return { quantity, notional, fee: sum((each) => each.fee), price: over(notional, quantity, 'half-even') };
}

/** In the other contracts nothing is different: what closes in one is not looked at for the other. */
function withLeverage(state: PositionState, symbol: string, leverage: number): PositionState {
  const contracts = new Map(state.contracts).set(symbol, { ...contractOf(state, symbol), leverage });
  return { ...state, contracts };
}
