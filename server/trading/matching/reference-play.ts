/** One command played on a copy of the reference book's state, move by move. */

import type { BookLimits } from './limits.js';
import { fitOrders } from './reference-positions.js';
import { moveByFill, removeRow, rowOf, sorted, type ReferenceRow, type ReferenceState } from './reference-state.js';
import type {
  BookEvent,
  CancelReason,
  Liquidity,
  MomentPrices,
  NoiseTaker,
  Order,
  OrderMatched,
  Phase,
  PriceRange,
  Side,
} from './types.js';

interface Taking {
  orderId: string | null;
  owner: string;
  side: Side;
  limitTicks: number | null;
  remainingLots: number;
  budget: number | null;
  order: Order | null;
  ocoOrderId: string | null;
}
interface Offer {
  priceTicks: number;
  lots: number;
  row: ReferenceRow | null;
}
interface Quote {
  priceTicks: number;
  lots: number;
}
type End = 'done' | 'dry' | 'self-trade' | 'fill-limit';

export class Play {
  events: BookEvent[] = [];
  tradedTicks: number[] = [];
  readonly indexes: number[] = [];
  readonly marks: number[] = [];
  readonly bids: Quote[];
  readonly asks: Quote[];
  /** Of the quotes, before the command. */
  readonly middleTicks: number;

  constructor(
    readonly state: ReferenceState,
    readonly limits: BookLimits,
    liquidity: Liquidity | undefined,
    private readonly momentPrices: MomentPrices,
    readonly phase: Phase,
  ) {
    const quotes = (side: 'bids' | 'asks'): Quote[] =>
      (liquidity?.[side] ?? []).map(([priceTicks, lots]) => ({ priceTicks, lots }));
    this.bids = quotes('bids');
    this.asks = quotes('asks');
    const [bid, ask] = [this.bids[0]?.priceTicks, this.asks[0]?.priceTicks];
    const last = momentPrices.lastTicks ?? state.lastTradeTicks ?? 0;
    this.middleTicks = Math.floor(((bid ?? ask ?? last) + (ask ?? bid ?? last)) / 2);
  }

  get prices(): MomentPrices {
    return this.tradedTicks.length === 0 ? this.momentPrices : { ...this.momentPrices, lastTicks: null };
  }

  /** What a taker of this side could have, in the order in which it gets it. */
  offers(side: Side, withHouse: boolean): Offer[] {
    const rows = sorted(this.state, side === 'buy' ? 'sell' : 'buy');
    const users = rows.map((row): Offer => ({ priceTicks: row.order.priceTicks, lots: row.remainingLots, row }));
    const quotes = withHouse ? (side === 'buy' ? this.asks : this.bids) : [];
    const agents = quotes.filter(({ lots }) => lots > 0).map((quote): Offer => ({ ...quote, row: null }));
    const better = (one: Offer, other: Offer): number =>
      side === 'buy' ? one.priceTicks - other.priceTicks : other.priceTicks - one.priceTicks;
    // Sorting is stable, so users stay before agents at one price.
    return [...users, ...agents].sort(better);
  }

  cancel(orderId: string, owner: string, lots: number, tickLots: number | null, reason: CancelReason): void {
    const row = rowOf(this.state, orderId);
    removeRow(this.state, orderId);
    this.events.push({
      type: 'OrderCancelled',
      orderId,
      owner,
      remainingLots: lots,
      remainingTickLots: tickLots,
      reason,
    });
    if (row !== undefined && reason !== 'oco' && reason !== 'oco-cancelled')
      this.cancelLeg(row.ocoOrderId, 'oco-cancelled');
  }

  cancelLeg(orderId: string | null, reason: 'oco' | 'oco-cancelled'): void {
    const leg = orderId === null ? undefined : rowOf(this.state, orderId);
    if (leg !== undefined) this.cancel(leg.order.orderId, leg.order.owner, leg.remainingLots, null, reason);
  }

  cancelRow(row: ReferenceRow, reason: CancelReason): void {
    this.cancel(row.order.orderId, row.order.owner, row.remainingLots, null, reason);
  }

  cancelTaking(taking: Taking, reason: CancelReason): void {
    this.cancel(taking.orderId!, taking.owner, taking.remainingLots, taking.budget, reason);
    this.cancelLeg(taking.ocoOrderId, 'oco-cancelled');
  }
}

export function takingOf(order: Order, remainingLots: number, ocoOrderId: string | null): Taking {
  const { orderId, owner, side, priceTicks: limitTicks, budgetTickLots: budget } = order;
  return { orderId, owner, side, limitTicks, remainingLots, budget, order, ocoOrderId };
}

export function houseTaking({ side, lots, limitTicks }: NoiseTaker): Taking {
  const nobody = { orderId: null, owner: 'house', order: null, ocoOrderId: null, budget: null };
  return { ...nobody, side, limitTicks, remainingLots: lots };
}

const within = (side: Side, limitTicks: number | null, priceTicks: number): boolean =>
  limitTicks === null || (side === 'buy' ? priceTicks <= limitTicks : priceTicks >= limitTicks);

export function crosses(play: Play, order: Order): boolean {
  const first = play.offers(order.side, true)[0];
  return first !== undefined && within(order.side, order.priceTicks, first.priceTicks);
}

/** `atTicks`: what every fill costs in an auction. */
export function take(play: Play, taking: Taking, withHouse: boolean, atTicks?: number): End {
  for (let met = 0; ; met += 1) {
    const offer = play.offers(taking.side, withHouse)[0];
    if (offer === undefined || !within(taking.side, taking.limitTicks, offer.priceTicks)) return 'dry';
    const wanted = taking.budget === null ? taking.remainingLots : Math.floor(taking.budget / offer.priceTicks);
    if (wanted === 0) return 'done';
    if (met === play.limits.fillsPerOrder) return 'fill-limit';
    const lots = Math.min(wanted, offer.lots);
    if (offer.row !== null && offer.row.order.owner === taking.owner) {
      if (meetsOwn(play, taking, offer.row, lots, wanted)) return 'self-trade';
    } else {
      fill(play, taking, { ...offer, priceTicks: atTicks ?? offer.priceTicks }, lots);
    }
    if ((taking.budget ?? taking.remainingLots) === 0) return 'done';
  }
}

function pay(taking: Taking, lots: number, priceTicks: number): void {
  if (taking.budget === null) taking.remainingLots -= lots;
  else taking.budget -= lots * priceTicks;
}

function fill(play: Play, taking: Taking, { priceTicks, row }: Offer, lots: number): void {
  pay(taking, lots, priceTicks);
  // A triggered stop stands among the open orders while it takes.
  const own = taking.orderId === null ? undefined : rowOf(play.state, taking.orderId);
  if (own !== undefined) own.remainingLots = taking.remainingLots;
  if (row === null) {
    const quotes = taking.side === 'buy' ? play.asks : play.bids;
    quotes.find((quote) => quote.lots > 0)!.lots -= lots;
    if (taking.orderId === null) return;
  } else {
    row.remainingLots -= lots;
  }
  play.tradedTicks.push(priceTicks);
  play.state.lastTradeTicks = priceTicks;
  const event: OrderMatched = {
    type: 'OrderMatched',
    makerOrderId: row?.order.orderId ?? null,
    makerOwner: row?.order.owner ?? 'house',
    makerRemainingLots: row?.remainingLots ?? 0,
    takerOrderId: taking.orderId,
    takerOwner: taking.owner,
    takerRemainingLots: taking.remainingLots,
    takerRemainingTickLots: taking.budget,
    takerSide: taking.side,
    priceTicks,
    lots,
  };
  played(play, event, row?.order ?? null, taking.order);
  play.cancelLeg(taking.ocoOrderId, 'oco');
  if (row !== null) {
    if (row.remainingLots === 0) removeRow(play.state, row.order.orderId);
    play.cancelLeg(row.ocoOrderId, 'oco');
  }
  fitBoth(play, event);
}

/** Notes a fill and moves the positions of both. */
export function played(play: Play, event: OrderMatched, maker: Order | null, taker: Order | null): void {
  const { positions } = play.state;
  if (positions === null) return void play.events.push(event);
  const sides = { makerPositionSide: maker?.positionSide ?? null, takerPositionSide: taker?.positionSide ?? null };
  play.events.push({ ...event, ...sides });
  moveByFill(positions, { ...event, ...sides });
}

export function fitBoth(play: Play, { makerOwner, takerOwner }: OrderMatched): void {
  for (const owner of [makerOwner, takerOwner]) fitOrders(play, owner);
}

/** True when the taker ends here. */
function meetsOwn(play: Play, taking: Taking, row: ReferenceRow, lots: number, wanted: number): boolean {
  const mode = taking.order!.selfTrade;
  if (mode === 'cancel-maker' || mode === 'cancel-both') play.cancelRow(row, 'self-trade');
  if (mode === 'cancel-taker' || mode === 'cancel-both') play.cancelTaking(taking, 'self-trade');
  if (mode !== 'decrement') return mode !== 'cancel-maker';
  const { orderId, owner } = taking;
  const makerEnds = lots === row.remainingLots;
  const takerEnds = lots === wanted || taking.order!.timeInForce === 'FOK';
  if (makerEnds) play.cancelRow(row, 'self-trade');
  else {
    row.remainingLots -= lots;
    row.order = { ...row.order, lots: row.order.lots - lots };
    const remainingLots = row.remainingLots;
    const event = { orderId: row.order.orderId, owner, lots, remainingLots, remainingTickLots: null };
    play.events.push({ type: 'OrderReduced', ...event });
  }
  if (takerEnds) play.cancelTaking(taking, 'self-trade');
  else {
    pay(taking, lots, row.order.priceTicks);
    const { remainingLots, budget: remainingTickLots } = taking;
    play.events.push({ type: 'OrderReduced', orderId: orderId!, owner, lots, remainingLots, remainingTickLots });
  }
  return takerEnds;
}

/** Cancels what may not stay; true when the rest of the order goes to the book. */
export function finish(play: Play, taking: Taking, end: End): boolean {
  const { kind, timeInForce } = taking.order!;
  if (end === 'done' && (taking.budget ?? 0) > 0) play.cancelTaking(taking, 'budget-spent');
  const stays = timeInForce === 'GTC' || (timeInForce === 'OPG' && play.phase === 'call');
  const goesOn =
    stays && (end === 'dry' || (end === 'fill-limit' && ['stop', 'take-profit', 'trailing-stop'].includes(kind)));
  if (goesOn) return true;
  if (end === 'fill-limit') play.cancelTaking(taking, 'fill-limit');
  if (end !== 'dry') return false;
  const marketLike = ['market', 'stop', 'take-profit', 'trailing-stop'].includes(kind);
  const beyond = play.offers(taking.side, true).length > 0;
  play.cancelTaking(taking, !marketLike ? 'ioc' : beyond ? 'band' : 'no-liquidity');
  return false;
}

export const rangeOf = (ticks: readonly number[]): PriceRange | null =>
  ticks.length === 0 ? null : { lowTicks: Math.min(...ticks), highTicks: Math.max(...ticks) };

export const full = (play: Play): boolean => play.events.length >= play.limits.eventsPerCommand;
