import { insuranceCover, insuranceDue } from '../../../../shared/contract-rules.js';
import { bracketsAt, isRaised, rowsOf } from '../../../../shared/margin-brackets.js';
import {
  bracketOf,
  deleveragingScore,
  isLiquidated,
  maintenanceMargin,
  marginBalance,
  notionalOf,
  requiredMargin,
  type MarginTerms,
  type OpenPosition,
  type PositionSide,
} from '../../../../shared/margin.js';
import { amount, format, fromSteps, ZERO, type Amount } from '../../../../shared/money.js';
import {
  deleveraged,
  fundGain,
  nextStep,
  ranked,
  type LiquidationStep,
  type Opposite,
} from '../liquidation/liquidation.rules.js';
import type { PositionLiquidated } from '../position/position.events.js';
import { settledAt, type Holding } from '../position/position.rules.js';
import type { ContractPosition } from '../position/position.state.js';
import { instantOf } from '../../../market/book-market.js';
import { LIMITS, ordersOf, type Book } from '../../../trading/matching/book.js';
import type { BookState } from '../../../trading/venue/book.state.js';
import type { Sizes } from '../../../trading/venue/order.rules.js';
import type { ContractTerms } from './contract-terms.js';
import { unlike } from './unlike.js';

/** What a step of a liquidation is decided on. */
export interface LiquidationBefore {
  readonly terms: ContractTerms;
  readonly book: BookState;
  readonly index: Amount;
  /** Of an owner in this contract. */
  positionOf(ownerId: string): ContractPosition;
  /** What the insurance fund has, and what it was given in all. */
  readonly fund: { readonly balance: Amount; readonly granted: Amount };
}

/** Who gives up how many lots, and where they stood in the queue. */
export interface Deleveraging {
  readonly ownerId: string;
  readonly lots: number;
  readonly score: string;
  readonly place: number;
  readonly queueLength: number;
}

/** What a take-over has to leave in the events after it. */
export interface TakeOverDue {
  readonly price: string;
  readonly lots: number;
  readonly fundGain: string;
  readonly deleveraged: readonly Deleveraging[];
}

export interface LiquidationChecked {
  readonly problems: readonly string[];
  /** Of a take-over alone. */
  readonly due?: TakeOverDue;
}

type Step<Type extends LiquidationStep['type']> = Extract<LiquidationStep, { type: Type }>;

const oppositeOf = (side: PositionSide): PositionSide => (side === 'long' ? 'short' : 'long');

/** Figures, brackets in force, whether it was due, step and price of a liquidation, from the position, the book and the fund before it. */
export function checkLiquidation(data: PositionLiquidated, before: LiquidationBefore): LiquidationChecked {
  const holding = before.positionOf(data.ownerId)[data.side];
  if (holding === null) return { problems: [`there is no ${data.side} position`] };
  return new LiquidationStepCheck(data, before, holding).check();
}

class LiquidationStepCheck {
  private readonly problems: string[] = [];
  private readonly mark: Amount;
  private readonly position: OpenPosition;
  private readonly holding: Holding;
  private readonly sizes: Sizes;
  private readonly opposite: PositionSide;

  constructor(
    private readonly data: PositionLiquidated,
    private readonly before: LiquidationBefore,
    holding: Holding,
  ) {
    const { sizes } = before.book;
    if (sizes === null) throw new Error(`${data.symbol} has positions and no sizes`);
    this.sizes = sizes;
    this.mark = amount(data.markPrice);
    this.opposite = oppositeOf(data.side);
    ({ holding: this.holding, position: this.position } = settledAt(holding, sizes.lot, before.index));
  }

  check(): LiquidationChecked {
    this.versions();
    const margin = this.marginTerms();
    if (margin === undefined) return { problems: this.problems };
    const raised = this.raisedTerms(margin);
    this.problems.push(...unlike(this.figures(raised ?? margin), this.data));
    const { position, mark } = this;
    if (!isLiquidated(position, mark, raised ?? margin))
      return { problems: [...this.problems, `it was not due: its margin balance is above what it must be`] };
    if (raised !== null && isLiquidated(position, mark, margin))
      return { problems: [...this.problems, `it was reduced for a close, and its margin was spent`] };
    const step = this.stepBy(margin, raised);
    if (step === undefined) return { problems: this.problems };
    if (step.type !== this.data.step)
      return { problems: [...this.problems, `step is ${this.data.step} and should be ${step.type}`] };
    return this.stepChecked(step);
  }

  /** The versions that positions followed at the beat. */
  private versions(): void {
    const { terms } = this.before;
    const at = instantOf(this.data.beat);
    const [brackets, rules, insurance] = this.data.policies;
    const names = [terms.bracketsOf(this.data.symbol), 'contract.rules', 'contract.insurance'];
    for (const [n, { name, version }] of [brackets, rules, insurance].entries())
      if (name !== names[n] || !terms.isInForce({ name, version }, at))
        this.problems.push(`${name} v${version} was not in force`);
    if (!terms.takerRates(at).includes(amount(this.data.takerRate)))
      this.problems.push(`takerRate is ${this.data.takerRate}, and no fee that was in force`);
  }

  private marginTerms(): MarginTerms | undefined {
    const brackets = this.before.terms.brackets(this.data.policies[0]);
    if (brackets === undefined) this.problems.push(`its brackets were never published`);
    return brackets && { brackets, takerRate: amount(this.data.takerRate) };
  }

  /** What a position that was reduced before a close had to cover. Whether the gap follows from the seeds is for `market`. */
  private raisedTerms({ brackets, takerRate }: MarginTerms): MarginTerms | null {
    const { gap, beat } = this.data;
    if (gap === null) return null;
    if (!isRaised(gap, instantOf(beat))) this.problems.push(`margins were not raised at its beat`);
    return { brackets: bracketsAt(rowsOf(brackets), gap, gap.raisesAt), takerRate };
  }

  private figures(terms: MarginTerms) {
    const { position, mark, holding } = this;
    const notional = notionalOf(mark, position.quantity);
    const { bracket, rate } = bracketOf(terms.brackets, notional);
    const maintenance = maintenanceMargin(notional, terms.brackets);
    return {
      lots: holding.lots,
      quantity: format(position.quantity),
      fundingIndex: format(holding.fundingIndex),
      notional: format(notional),
      marginBalance: format(marginBalance(position, mark)),
      maintenanceMargin: format(maintenance),
      closingFee: format(requiredMargin(position, mark, terms) - maintenance),
      bracket,
      maintenanceRate: format(rate),
    };
  }

  private stepBy(terms: MarginTerms, raised: MarginTerms | null): LiquidationStep | undefined {
    const { data, before, position, mark, sizes, holding } = this;
    const { fund } = before;
    const [, rules, insurance] = data.policies;
    const [band, cover] = [before.terms.rules(rules), before.terms.insurance(insurance)];
    if (band === undefined || cover === undefined) return undefined;
    const balance = fund.balance + insuranceDue(fund.granted, cover);
    return nextStep(
      {
        position,
        lots: holding.lots,
        mark,
        tick: sizes.tick,
        band: amount(band.liquidationBand),
        hasOrders: this.hasOrders(),
        isReduced: before.positionOf(data.ownerId).spentAt[data.side] === data.beat,
        cover: insuranceCover(balance, cover),
      },
      terms,
      raised,
    );
  }

  private hasOrders(): boolean {
    const { ownerId, side } = this.data;
    const positionSide = this.before.positionOf(ownerId).mode === 'hedge' ? side : 'both';
    return ordersOf(this.before.book.book, ownerId).some(({ order }) => order.positionSide === positionSide);
  }

  private stepChecked(step: LiquidationStep): LiquidationChecked {
    const { data, problems } = this;
    if (step.type === 'reduce' && data.step === 'reduce')
      return { problems: [...problems, ...this.reduced(step, data)] };
    if (step.type !== 'take-over' || data.step !== 'take-over') return { problems };
    const due = this.takeOverDue(step);
    const deleveragedLots = due.deleveraged.reduce((sum, { lots }) => sum + lots, 0);
    const expected = {
      price: due.price,
      insuredLots: step.insured,
      agentLots: step.lots - step.insured - deleveragedLots,
      deleveragedLots,
      fundGain: due.fundGain,
    };
    return { problems: [...problems, ...unlike(expected, data)], due };
  }

  private reduced(
    { lots, limitTicks }: Step<'reduce'>,
    data: Extract<PositionLiquidated, { step: 'reduce' }>,
  ): string[] {
    const most = Math.min(LIMITS.lotsPerOrder, Math.floor(LIMITS.notionalTickLots / limitTicks));
    const limitPrice = format(fromSteps(limitTicks, this.sizes.tick));
    return unlike({ orderLots: Math.min(lots, most), limitPrice }, data);
  }

  private takeOverDue(step: Step<'take-over'>): TakeOverDue {
    const { data, mark, sizes, positions } = this;
    const price = fromSteps(step.priceTicks, sizes.tick);
    const { long, short } = positions.open;
    const against = data.side === 'long' ? long - short : short - long;
    const uninsured = step.lots - step.insured;
    const byAgents = Math.min(uninsured, Math.max(0, against - step.insured));
    return {
      price: format(price),
      lots: step.lots,
      fundGain: format(fundGain(data.side, BigInt(step.insured) * sizes.lot, price, mark)),
      deleveraged: uninsured === byAgents ? [] : this.deleveragedBy(uninsured - byAgents, price),
    };
  }

  /** Without those whose own margin the price would eat up. */
  private deleveragedBy(lots: number, price: Amount): Deleveraging[] {
    const able = this.holders().filter(({ position }) => marginBalance(position, price) >= ZERO);
    const queue = ranked(able, this.mark);
    return deleveraged(lots, able, this.mark).map(({ owner, lots: taken }) => {
      const at = queue.findIndex((each) => each.owner === owner);
      const score = format(deleveragingScore((queue[at] as Opposite).position, this.mark));
      return { ownerId: owner, lots: taken, score, place: at + 1, queueLength: queue.length };
    });
  }

  private holders(): Opposite[] {
    const { before, sizes, opposite } = this;
    return this.positions.holders(opposite).flatMap((owner) => {
      const holding = before.positionOf(owner)[opposite];
      if (holding === null) return [];
      return [{ owner, lots: holding.lots, position: settledAt(holding, sizes.lot, before.index).position }];
    });
  }

  private get positions(): NonNullable<Book['positions']> {
    const { positions } = this.before.book.book;
    if (positions === null) throw new Error('a book of contracts knows positions');
    return positions;
  }
}
