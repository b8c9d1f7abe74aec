import type {
  HoldingView,
  PositionEventOf,
  PositionEventView,
} from '../../../../contracts/contract.position.contract.js';
import { notionalOf } from '../../../../shared/margin.js';
import { amount, format, type Amount } from '../../../../shared/money.js';
import { FUNDINGS_LISTED } from '../../../../shared/position-check.js';
import type { SettlementWindow } from '../../../core/ports/contract-facts.js';
import type { HoldingFacts, PositionFacts, PositionLiquidated } from './position.events.js';
import { requiredBy, requiredOfWarning, type JudgedBy } from './position-terms.rules.js';

/** An event of a position, and where the history has it. */
export type PositionFact = {
  [Type in keyof PositionFacts]: {
    readonly type: Type;
    readonly data: PositionFacts[Type];
    readonly position: number;
    readonly version: number;
    readonly at: number;
    readonly hash: string;
  };
}[keyof PositionFacts];

/** A funding of the contract, and where the history has it. */
export interface ContractCharge {
  readonly position: number;
  readonly dueAt: number;
  readonly premium: string;
  readonly rate: string;
  readonly markPrice: string;
  readonly charge: string;
  readonly index: string;
}

/** What the events leave out. */
export interface LogSources {
  readonly lotSize: Amount;
  /** Oldest first: those that the position may not have settled before its first event here. */
  readonly charges: readonly ContractCharge[];
  epochAt(at: number): number;
  /** When a beat is. */
  beatAt(beat: number): number;
  windowOf(symbol: string): SettlementWindow | null;
  /** Brackets of a policy that positions may have followed at an instant, and the fee of closing. */
  judgedAt(policy: string, at: number): readonly JudgedBy[];
}

type Grown = PositionFacts['PositionOpened'];
type Shrunk = PositionFacts['PositionClosed'];

/** What happened to one position, from its events; both oldest first. `earlier` is how it stood before the first of them. */
export function positionLog(
  facts: readonly PositionFact[],
  earlier: HoldingFacts | null,
  sources: LogSources,
): PositionEventView[] {
  let holding = earlier;
  return facts.flatMap((fact) => {
    const view = new LogEntry(fact, holding, sources).view();
    if ('after' in fact.data) holding = fact.data.after.lots === 0 ? null : fact.data.after;
    return view === null ? [] : [view];
  });
}

/** One event, with the figures that give its amounts. */
class LogEntry {
  constructor(
    private readonly fact: PositionFact,
    private readonly holding: HoldingFacts | null,
    private readonly sources: LogSources,
  ) {}

  view(): PositionEventView | null {
    const { fact } = this;
    switch (fact.type) {
      case 'PositionOpened':
        return { kind: 'opened', ...this.place(fact.data.after), ...grown(fact.data) };
      case 'PositionIncreased':
        return { kind: 'increased', ...this.place(fact.data.after), ...grown(fact.data) };
      case 'PositionReduced':
        return { kind: 'reduced', ...this.shrunk(fact.data) };
      case 'PositionClosed':
        return { kind: 'closed', ...this.shrunk(fact.data) };
      case 'PositionFunded':
        return this.funded(fact.data);
      case 'PositionDividend': {
        const { actionId, perShare, quantity, paid, shortfall, after } = fact.data;
        return { kind: 'dividend', ...this.place(after), actionId, perShare, quantity, paid, shortfall };
      }
      case 'PositionSplit': {
        const { actionId, newShares, oldShares, lotsBefore, quantityBefore, quantity, after } = fact.data;
        const shares = { actionId, newShares, oldShares, lotsBefore, quantityBefore, quantity };
        return { kind: 'split', ...this.place(after), ...shares };
      }
      case 'PositionMarginAdjusted':
        return { kind: 'margin', ...this.place(fact.data.after), amount: fact.data.amount };
      case 'PositionLeverageSet':
        return { kind: 'leverage', ...this.place(), leverage: fact.data.leverage };
      case 'PositionHaltNotified':
        return { kind: fact.data.change, ...this.place(), reason: fact.data.reason };
      default:
        return this.judgement(fact);
    }
  }

  /** What a beat decided. */
  private judgement(fact: PositionFact): PositionEventView | null {
    switch (fact.type) {
      case 'PositionWarned':
        return this.warned(fact.data);
      case 'PositionGapWarned': {
        const { marginNeeded, missing, gap, marginBalance: balance } = fact.data;
        const judged = this.judged(fact.data, balance, this.indexNow);
        return { kind: 'gap-warned', ...judged, marginNeeded, missing, gap };
      }
      case 'PositionBracketsWarned':
        return this.bracketsWarned(fact.data);
      case 'PositionLiquidated':
        return this.liquidated(fact.data);
      case 'PositionDeleveraged': {
        const { lots, quantity, price, score, place: rank, queueLength } = fact.data;
        const figures = { lots, quantity, price, score, rank, queueLength, fundingIndex: this.indexNow };
        return { kind: 'deleveraged', ...this.place(), ...this.priced(fact.data), ...figures };
      }
      default:
        // How the contract keeps an owner's lots says nothing of one position.
        return null;
    }
  }

  private place(after: HoldingFacts | null = null) {
    const { position, version, hash, at } = this.fact;
    const { holding } = this;
    return { position, version, hash, at, before: holding && holdingView(holding), after: after && holdingView(after) };
  }

  private shrunk(data: Shrunk) {
    const { orderId, cause, lots, quantity, price, notional, fee, realised, released, shortfall } = data;
    const { fundingPaid = '0' } = data;
    const window = cause === 'delivery' ? this.sources.windowOf(data.symbol) : null;
    const settlement = window && { ...window, epochs: this.epochsOf(window) };
    const amounts = { notional, fee, realised, released, fundingPaid, shortfall };
    return { ...this.place(data.after), orderId, cause, lots, quantity, price, ...amounts, settlement };
  }

  private epochsOf({ averagesFrom, settlesAt }: SettlementWindow): number[] {
    const [first, last] = [averagesFrom, settlesAt - 1].map((at) => this.sources.epochAt(at)) as [number, number];
    return first === last ? [first] : [first, last];
  }

  private funded({ index, paid, shortfall, after }: PositionFacts['PositionFunded']): PositionEventOf<'funded'> {
    const fundings = this.unsettled
      .slice(-FUNDINGS_LISTED)
      .map(({ position: _, ...charge }) => ({ ...charge, epoch: this.sources.epochAt(charge.dueAt) }));
    const quantity = format(this.quantity);
    return { kind: 'funded', ...this.place(after), quantity, index, fundings, paid, shortfall };
  }

  private warned(data: PositionFacts['PositionWarned']): PositionEventOf<'warned'> {
    const { riskRate, liquidationPrice, policy } = data;
    const judged = this.judged(data, data.marginBalance, this.indexNow);
    const at = this.sources.beatAt(data.beat);
    const tables = ['contract.crypto', 'contract.others'].flatMap((name) => this.sources.judgedAt(name, at));
    const required = requiredOfWarning(data, amount(judged.notional), tables);
    return {
      kind: 'warned',
      ...judged,
      ...required,
      riskRate,
      liquidationPrice,
      warningAt: String(policy.inputs['warningAt']),
      policy: { name: policy.name, version: policy.version },
    };
  }

  private bracketsWarned(data: PositionFacts['PositionBracketsWarned']): PositionEventOf<'brackets-warned'> {
    const { marginNeeded, missing, from, policies } = data;
    return {
      kind: 'brackets-warned',
      ...this.judged(data, data.marginBalance, this.indexNow),
      marginNeeded,
      missing,
      warningAt: String(policies[1].inputs['warningAt']),
      from,
      policies: policies.map(({ name, version }) => ({ name, version })),
    };
  }

  private liquidated(data: PositionLiquidated): PositionEventOf<'liquidation'> {
    const { lots, step, gap, policies, takerRate, maintenanceMargin, closingFee } = data;
    const [brackets, rules, insurance] = policies;
    const { epoch, beatAt, markPrice } = this.priced(data);
    const tables = this.sources.judgedAt(brackets.name, beatAt).filter(({ version }) => version === brackets.version);
    const reduction = data.step === 'reduce' ? data : null;
    const taken = data.step === 'take-over' ? data : null;
    return {
      kind: 'liquidation',
      ...this.place(),
      beatAt,
      epoch,
      markPrice,
      lots,
      step,
      gap,
      quantity: data.quantity,
      notional: data.notional,
      fundingIndex: data.fundingIndex,
      marginBalance: data.marginBalance,
      bracket: requiredBy(amount(data.notional), tables, gap),
      takerRate,
      maintenanceMargin,
      closingFee,
      policies: policies.map(({ name, version }) => ({ name, version })),
      order: reduction && {
        orderId: reduction.orderId,
        lots: reduction.orderLots,
        filledLots: reduction.filledLots,
        limitPrice: reduction.limitPrice,
        band: String(rules.inputs['liquidationBand']),
      },
      takeOver: taken && {
        price: taken.price,
        insuredLots: taken.insuredLots,
        agentLots: taken.agentLots,
        deleveragedLots: taken.deleveragedLots,
        fundGain: taken.fundGain,
        fundMax: String(insurance.inputs['eventMaxUsdt']),
      },
    };
  }

  private judged(data: Priced, balance: string, fundingIndex: string) {
    const { quantity } = this;
    const notional = format(notionalOf(amount(data.markPrice), quantity));
    const figures = { quantity: format(quantity), notional, fundingIndex, marginBalance: balance };
    return { ...this.place(), ...this.priced(data), ...figures };
  }

  private priced({ beat, markPrice }: Priced) {
    const beatAt = this.sources.beatAt(beat);
    return { beatAt, epoch: this.sources.epochAt(beatAt), markPrice };
  }

  private get quantity(): Amount {
    return BigInt(this.holding?.lots ?? 0) * this.sources.lotSize;
  }

  private get charged(): readonly ContractCharge[] {
    return this.sources.charges.filter(({ position }) => position < this.fact.position);
  }

  /** What was charged after the last funding whose index the position had settled to. */
  private get unsettled(): readonly ContractCharge[] {
    const { charged, holding } = this;
    const settledTo = amount(holding?.fundingIndex ?? '0');
    return charged.slice(charged.findLastIndex(({ index }) => amount(index) === settledTo) + 1);
  }

  /** The index of the contract just before this event. */
  private get indexNow(): string {
    return this.charged.at(-1)?.index ?? this.holding?.fundingIndex ?? '0';
  }
}

interface Priced {
  readonly beat: number;
  readonly markPrice: string;
}

function grown({ lots, quantity, orderId, price, notional, fee, margin }: Grown) {
  return { lots, quantity, orderId, price, notional, fee, margin };
}

function holdingView({ number: _, unpaid = '0', ...facts }: HoldingFacts): HoldingView {
  return { ...facts, unpaid };
}
