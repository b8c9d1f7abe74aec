import { insuranceCover } from '../../../../shared/contract-rules.js';
import {
  bracketOf,
  isLiquidated,
  maintenanceMargin,
  marginBalance,
  marginBrackets,
  notionalOf,
  requiredMargin,
  type MarginTerms,
  type OpenPosition,
  type PositionSide,
} from '../../../../shared/margin.js';
import { isRaised } from '../../../../shared/margin-brackets.js';
import { amount, format, fromSteps, toCount, ZERO, type Amount } from '../../../../shared/money.js';
import { feeOf } from '../../../../shared/order.js';
import type { Decided, View } from '../../../core/decider.js';
import { eventsOf, type NewEvent } from '../../../core/event.js';
import { isRefusal, type Refusal } from '../../../core/refusal.js';
import {
  HOUSE as AGENTS,
  LIMITS,
  newOrder,
  ordersOf,
  type Book,
  type PositionChange,
} from '../../../trading/matching/book.js';
import {
  carryOut,
  decisionOf,
  tryAdjust,
  tryCancelAll,
  type OrderDecided,
  type OrderScope,
} from '../../../trading/venue/order.decider.js';
import type { Sizes } from '../../../trading/venue/order.rules.js';
import { userOf } from '../../../engine/ledger/chart.js';
import { bracketsOf } from '../contract.rules.js';
import { InsuranceFund } from './insurance.decider.js';
import { fundingKind } from '../funding/funding.state.js';
import type { LiquidatePosition, LiquidationAnswer } from './liquidation.commands.js';
import { deleveraged, fundGain, nextStep, type LiquidationStep, type Opposite } from './liquidation.rules.js';
import type { LiquidationDone, PositionFacts } from '../position/position.events.js';
import { settledAt, type Holding } from '../position/position.rules.js';
import { PositionAccount, settlementOf } from '../position/position.settlement.js';
import { contractOf, positionKind, type ContractPosition } from '../position/position.state.js';

type Decision = Decided<LiquidationAnswer>;
type Reduce = Extract<LiquidationStep, { type: 'reduce' }>;
type TakeOver = Extract<LiquidationStep, { type: 'take-over' }>;

const newEvent = eventsOf<PositionFacts>(({ ownerId }) => `${positionKind.name}-${ownerId}`);
const oppositeOf = (side: PositionSide): PositionSide => (side === 'long' ? 'short' : 'long');

/** A position before a liquidation, at the mark price of a beat. Its funding is settled. */
interface Reached {
  readonly holding: Holding;
  readonly position: OpenPosition;
  readonly mark: Amount;
}

/** One step of a liquidation, decided on the book as it is and the market of a beat. */
export class Liquidation {
  private readonly account: PositionAccount;
  private readonly contract: ContractPosition;
  private readonly terms: MarginTerms;
  /** What it has to cover while margins are raised for a close. */
  private readonly raised: MarginTerms | null;
  private readonly fund: InsuranceFund;

  constructor(
    private readonly view: View,
    private readonly data: LiquidatePosition['data'],
    /** Of the beat. What it settles by is not looked at. */
    private readonly scope: OrderScope,
    private readonly sizes: Sizes,
    /** The instant of the beat. */
    at: number,
  ) {
    const { ownerId, symbol, margin, fees, orderId, insurance } = data;
    const takerRate = amount(fees.taker);
    this.contract = contractOf(view.state(positionKind, ownerId), symbol);
    this.terms = { brackets: marginBrackets(margin.brackets), takerRate };
    this.raised = isRaised(margin.gap, at) ? { brackets: bracketsOf(margin, at), takerRate } : null;
    const cause = this.isForGap ? 'gap' : 'liquidation';
    this.account = new PositionAccount({ spec: this.spec, sizes }, view, { orderId, cause });
    this.fund = new InsuranceFund(view, insurance);
  }

  decide(): Decision {
    const { reached } = this;
    if (reached === null) return nothing;
    const step = this.stepFor(reached);
    switch (step.type) {
      case 'none':
        return nothing;
      case 'cancel-orders':
        return this.cancelOrders(reached);
      case 'reduce':
        return this.reduce(step, reached);
      case 'take-over':
        return this.takeOver(step, reached);
    }
  }

  /** The others whose positions the step may move: makers that its order meets, and the opposite side where it is deleveraged. */
  others(): ReadonlySet<string> {
    const { reached } = this;
    const step = reached === null ? null : this.stepFor(reached);
    const others = new Set<string>();
    if (step?.type === 'reduce')
      this.tryReduce(step, {
        fill: ({ owner }) => {
          if (owner !== AGENTS) others.add(owner);
          return { postings: [], events: [] };
        },
      });
    const isDeleveraging = step?.type === 'take-over' && this.shares(step).left > 0;
    return isDeleveraging ? new Set(this.positions.holders(oppositeOf(this.data.side))) : others;
  }

  private get reached(): Reached | null {
    const { side, symbol } = this.data;
    const before = this.contract[side];
    if (before === null) return null;
    const { index } = this.view.state(fundingKind, symbol);
    const mark = fromSteps(this.scope.market.markTicks, this.sizes.tick);
    return { ...settledAt(before, this.sizes.lot, index), mark };
  }

  private stepFor({ holding, position, mark }: Reached): LiquidationStep {
    const { side, beat, rules, insurance } = this.data;
    return nextStep(
      {
        position,
        lots: holding.lots,
        mark,
        tick: this.sizes.tick,
        band: amount(rules.liquidationBand),
        hasOrders: this.hasOrders,
        isReduced: this.contract.spentAt[side] === beat,
        cover: insuranceCover(this.fund.balance, insurance),
      },
      this.terms,
      this.raised,
    );
  }

  /** It is no nearer to bankruptcy than others, and does not cover the gap. */
  private get isForGap(): boolean {
    const { reached } = this;
    return this.raised !== null && reached !== null && !isLiquidated(reached.position, reached.mark, this.terms);
  }

  private get hasOrders(): boolean {
    const { ownerId } = this.data;
    return ordersOf(this.book, ownerId).some(({ order }) => order.positionSide === this.positionSide);
  }

  private cancelOrders(reached: Reached): Decision {
    const { ownerId } = this.data;
    const cancelled = { ownerId, reason: 'liquidation', positionSide: this.positionSide } as const;
    const { events } = carriedOut(decisionOf(tryCancelAll(this.scope, cancelled)));
    return this.done([this.liquidated(reached, { step: 'cancel-orders' }), ...events], 'cancel-orders');
  }

  private reduce(step: Reduce, reached: Reached): Decision {
    const { ownerId, side, orderId } = this.data;
    const { events: funded } = this.account.fund(ownerId, side);
    const { lots, events, answer } = this.tryReduce(step, this.account);
    const order = answer.orders.find((each) => each.orderId === orderId);
    const filledLots = toCount(amount(order?.filledQuantity ?? '0') / this.sizes.lot);
    const done = {
      step: 'reduce',
      orderId,
      orderLots: lots,
      limitPrice: this.price(step.limitTicks),
      filledLots,
      // A command meets only so many makers; the next one goes on.
      isSpent: filledLots < lots && order?.cancelReason !== 'fill-limit',
    } as const;
    return this.done([...funded, this.liquidated(reached, done), ...events], 'reduce');
  }

  private tryReduce({ lots: wanted, limitTicks }: Reduce, account: Pick<PositionAccount, 'fill'>) {
    const { ownerId, side, orderId, fees } = this.data;
    const most = Math.min(LIMITS.lotsPerOrder, Math.floor(LIMITS.notionalTickLots / limitTicks));
    const lots = Math.min(wanted, most);
    const order = newOrder({
      orderId,
      owner: ownerId,
      side: side === 'long' ? 'sell' : 'buy',
      kind: 'market',
      timeInForce: 'IOC',
      priceTicks: limitTicks,
      lots,
      positionSide: this.positionSide,
      reduceOnly: true,
      selfTrade: 'cancel-maker',
    });
    const scope = { ...this.scope, settlement: () => settlementOf(account, this.sizes) };
    const decided = decisionOf(carryOut(scope, { spec: this.spec, fees }, { type: 'PlaceOrder', order }, ownerId));
    return { lots, ...carriedOut(decided) };
  }

  private takeOver(step: TakeOver, reached: Reached): Decision {
    const { ownerId, side, symbol, beat } = this.data;
    const { lots, insured } = step;
    const { agents, left } = this.shares(step);
    const price = fromSteps(step.priceTicks, this.sizes.tick);
    const users = left === 0 ? [] : this.deleveragedFrom(left, price, reached.mark);
    const given = users.reduce((sum, user) => sum + user.lots, 0);
    const rest = agents + left - given;
    const gain = fundGain(side, this.quantity(insured), price, reached.mark);
    const { events: funded } = this.account.fund(ownerId, side);
    const notional = this.worth(price, lots);
    const fee = this.closingFee(reached.holding, notional);
    const leaving = this.account.giveUp({ ownerId, side, lots, price, notional, fee, cause: 'liquidation' });
    const done = {
      step: 'take-over',
      price: format(price),
      insuredLots: insured,
      agentLots: rest,
      deleveragedLots: given,
      fundGain: format(gain),
    } as const;
    const postings = [
      ...leaving.postings,
      ...this.account.agentsTake(side, this.worth(reached.mark, insured)),
      ...this.account.agentsTake(side, this.worth(price, rest)),
    ];
    const market = { symbol, side, beat, price: format(price), markPrice: format(reached.mark) };
    this.fund.take(gain, { ...market, lots: insured });
    const agentLots = side === 'long' ? insured + rest : -(insured + rest);
    const changes = [
      this.change(ownerId, side, lots),
      ...(agentLots === 0 ? [] : [{ owner: AGENTS, positionSide: 'both', lots: agentLots } as const]),
      ...users.map((user) => this.change(user.owner, oppositeOf(side), user.lots)),
    ];
    const reason = given === 0 ? 'insurance-fund' : 'deleveraging';
    const book = carriedOut(decisionOf(tryAdjust(this.scope, changes, reason)));
    const events = [
      ...funded,
      { ...this.liquidated(reached, done), postings },
      ...book.events,
      ...leaving.events,
      ...this.fund.events,
      ...users.flatMap((user) => this.deleverage(user, price, reached.mark)),
    ];
    return this.done(events, 'take-over');
  }

  /** Never more than is left of the margin: nobody owes a fee. */
  private closingFee({ side, entryNotional, margin }: Holding, notional: Amount): Amount {
    const fee = feeOf(notional, this.terms.takerRate, this.sizes.quoteDecimals);
    const left = margin + (side === 'long' ? notional - entryNotional : entryNotional - notional);
    return left < fee ? (left > ZERO ? left : ZERO) : fee;
  }

  /** What the fund does not cover goes to agents who are on the other side first. */
  private shares({ lots, insured }: TakeOver): { readonly agents: number; readonly left: number } {
    const { long, short } = this.positions.open;
    const against = this.data.side === 'long' ? long - short : short - long;
    const agents = Math.min(lots - insured, Math.max(0, against - insured));
    return { agents, left: lots - insured - agents };
  }

  /** By rank; without those whose own margin the price would eat up. Agents take what nobody is left for. */
  private deleveragedFrom(lots: number, price: Amount, mark: Amount) {
    const able = this.opposite().filter(({ position }) => marginBalance(position, price) >= ZERO);
    return deleveraged(lots, able, mark).map(({ score, ...given }) => {
      return { ...given, score: format(score), queueLength: able.length };
    });
  }

  private deleverage(user: Deleveraged, price: Amount, mark: Amount): NewEvent[] {
    const { symbol, beat } = this.data;
    const { owner: ownerId, lots, ...rank } = user;
    const side = oppositeOf(this.data.side);
    const { events: funded } = this.account.fund(ownerId, side);
    const notional = this.worth(price, lots);
    // They did not ask for it, so it costs them nothing.
    const given = this.account.giveUp({ ownerId, side, lots, price, notional, fee: ZERO, cause: 'deleveraging' });
    const market = { beat, markPrice: format(mark), price: format(price) };
    const quantity = format(this.quantity(lots));
    const data = { userId: userOf(ownerId), ownerId, symbol, side, lots, quantity, ...market, ...rank };
    return [...funded, { ...newEvent('PositionDeleveraged', data), postings: given.postings }, ...given.events];
  }

  /** Whoever is open on the other side, as far as their positions are loaded. */
  private opposite(): Opposite[] {
    const { symbol, side } = this.data;
    const other = oppositeOf(side);
    const { index } = this.view.state(fundingKind, symbol);
    return this.positions.holders(other).map((owner) => {
      const holding = contractOf(this.view.state(positionKind, owner), symbol)[other];
      if (holding === null) throw new Error(`${owner} has ${other} lots in the book of ${symbol} and no position`);
      return { owner, lots: holding.lots, position: settledAt(holding, this.sizes.lot, index).position };
    });
  }

  private change(owner: string, side: PositionSide, lots: number): PositionChange {
    const { mode } = contractOf(this.view.state(positionKind, owner), this.data.symbol);
    if (mode === 'hedge') return { owner, positionSide: side, lots: -lots };
    return { owner, positionSide: 'both', lots: side === 'long' ? -lots : lots };
  }

  private liquidated({ holding, position, mark }: Reached, done: LiquidationDone) {
    const { userId, ownerId, symbol, side, beat, margin, rules, insurance } = this.data;
    const notional = notionalOf(mark, position.quantity);
    const { bracket, rate, to } = bracketOf(this.terms.brackets, notional);
    const terms = (this.isForGap && this.raised) || this.terms;
    const maintenance = maintenanceMargin(notional, terms.brackets);
    return newEvent('PositionLiquidated', {
      userId,
      ownerId,
      symbol,
      side,
      beat,
      markPrice: format(mark),
      fundingIndex: format(holding.fundingIndex),
      lots: holding.lots,
      quantity: format(position.quantity),
      notional: format(notional),
      marginBalance: format(marginBalance(position, mark)),
      maintenanceMargin: format(maintenance),
      closingFee: format(requiredMargin(position, mark, terms) - maintenance),
      bracket,
      maintenanceRate: format(bracketOf(terms.brackets, notional).rate),
      takerRate: format(this.terms.takerRate),
      gap: this.isForGap ? margin.gap : null,
      policies: [
        { ...margin.policy, inputs: { [`to${bracket}`]: format(to), [`rate${bracket}`]: format(rate) } },
        { ...rules.policy, inputs: { liquidationBand: rules.liquidationBand } },
        { ...insurance.policy, inputs: { eventMaxUsdt: insurance.eventMaxUsdt } },
      ],
      ...done,
    });
  }

  private done(events: readonly NewEvent[], step: LiquidationAnswer['step']): Decision {
    return { events, answer: { step } };
  }

  private get positionSide() {
    return this.contract.mode === 'hedge' ? this.data.side : 'both';
  }

  private get book(): Book {
    return this.scope.state.book;
  }

  private get positions() {
    const { positions } = this.book;
    if (positions === null) throw new Error('a book of contracts knows positions');
    return positions;
  }

  private get spec() {
    const { spec } = this.scope.state;
    if (spec === null) throw new Error(`${this.data.symbol} has positions and no sizes`);
    return spec;
  }

  private price(ticks: number): string {
    return format(fromSteps(ticks, this.sizes.tick));
  }

  private quantity(lots: number): Amount {
    return BigInt(lots) * this.sizes.lot;
  }

  private worth(price: Amount, lots: number): Amount {
    return notionalOf(price, this.quantity(lots));
  }
}

interface Deleveraged {
  readonly owner: string;
  readonly lots: number;
  readonly score: string;
  readonly place: number;
  readonly queueLength: number;
}

/** Nothing is to be done. */
export const nothing: Decision = { events: [], answer: { step: 'none' } };

function carriedOut(decided: OrderDecided | Refusal): OrderDecided {
  if (isRefusal(decided)) throw new Error(`a liquidation cannot be refused: ${decided.refusal}`);
  return decided;
}
