import { contractNamed } from '../../../../shared/contract-symbol.js';
import { amount, format, times, ZERO, type Amount } from '../../../../shared/money.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { HistoryAudit, PublishedTerms } from '../../../core/history-audit.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import { contractKind } from '../contract.product.js';
import type { FundingEvent } from '../funding/funding.events.js';
import { fundingKind, type FundingState } from '../funding/funding.state.js';
import type { InsuranceEvent } from '../liquidation/insurance.events.js';
import { insuranceKind } from '../liquidation/insurance.state.js';
import type { PositionEvent } from '../position/position.events.js';
import { contractOf, positionKind, type ContractPosition, type PositionState } from '../position/position.state.js';
import { HOUSE as AGENTS } from '../../../trading/matching/book.js';
import type { BookFact } from '../../../trading/venue/book.facts.js';
import { factOf, hasPositionsOpen, type BookState } from '../../../trading/venue/book.state.js';
import { ActionParts } from './action-parts.js';
import { AttachedCheck } from './attached.check.js';
import { BeatOrder } from './beat-order.js';
import { CommandCheck } from './command.check.js';
import { FundCheck } from './fund.check.js';
import { checkLiquidation } from './liquidation.check.js';
import { MarginCheck } from './margin.check.js';
import { positionProblems } from './position.check.js';
import { ContractTerms } from './contract-terms.js';
import { unlike } from './unlike.js';
import { bracketsWarningProblems, gapWarningProblems, warningProblems, type WarningBefore } from './warning.check.js';

const SIDES = ['long', 'short'] as const;
const CLEARING = HOUSE.contractClearing.account;

/** A command, and what it touched. */
interface Command {
  readonly key: string;
  readonly check: CommandCheck;
  /** Owners whose lots it moved, as `<owner> <symbol>`. */
  readonly touched: Set<string>;
  /** The instant of the event before it. */
  readonly after: number;
  position: number;
}

/**
 * Positions, funding, liquidations, insurance fund and settlements of contracts in one realm, recomputed from fills, brackets, index and
 * the mark prices that the events name. Whether those prices follow from the seeds is for `market`.
 */
class ContractCheck {
  private readonly terms: ContractTerms;
  private readonly positions = new Map<string, PositionState>();
  private readonly books = new Map<string, BookState>();
  private readonly fundings = new Map<string, FundingState>();
  private readonly actions = new Set<string>();
  private readonly order = new BeatOrder();
  private readonly parts = new ActionParts();
  private readonly fund: FundCheck;
  private readonly margin = new MarginCheck();
  private readonly attached = new Map<string, AttachedCheck>();
  private command: Command | undefined;
  /** What all shorts were sold for, less what all longs cost; and what the clearing account says of it. */
  private entries: Amount = ZERO;
  private cleared: Amount = ZERO;
  private readonly known = new Set<string>();
  private lastAt = 0;

  constructor(
    published: PublishedTerms,
    private readonly find: (position: number, what: string) => void,
  ) {
    this.terms = new ContractTerms(published);
    this.fund = new FundCheck(this.terms);
  }

  take(event: RecordedEvent): void {
    const { position } = event;
    const key = `${event.correlation} ${event.causation}`;
    if (this.command?.key !== key) this.begin(key, position);
    for (const { account, amount: sum } of event.postings ?? []) {
      if (account === CLEARING) this.cleared += sum;
      this.fund.post(account, sum);
    }
    try {
      for (const problem of this.problemsOf(event)) this.find(position, `${event.type}: ${problem}`);
    } catch (error) {
      this.find(position, `${event.type}: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.lastAt = event.at;
    this.evolve(event);
  }

  finish(): void {
    this.end();
  }

  private begin(key: string, position: number): void {
    this.end();
    this.command = { key, check: new CommandCheck(), touched: new Set(), after: this.lastAt, position };
  }

  /** Books and positions move together, so they are compared when a command is over. */
  private end(): void {
    const { command } = this;
    this.command = undefined;
    if (command === undefined) return;
    for (const problem of command.check.problems()) this.find(command.position, problem);
    for (const key of command.touched) this.compareLots(key, command.position);
    if (this.cleared !== this.entries) {
      const [has, should] = [format(this.cleared), format(this.entries)];
      this.find(command.position, `the clearing account has ${has}, and open positions make it ${should}`);
      this.entries = this.cleared;
    }
    this.order.end();
    for (const [symbol, attached] of this.attached) {
      const lots = (owner: string, side: 'long' | 'short') => this.positionOf(owner, symbol)[side]?.lots ?? 0;
      for (const problem of attached.end({ book: this.bookOf(symbol).book, lots }))
        this.find(command.position, `${symbol}: ${problem}`);
    }
    this.attached.clear();
    for (const problem of this.margin.end()) this.find(command.position, problem);
    for (const problem of this.fund.end()) this.find(command.position, problem);
  }

  private problemsOf(event: RecordedEvent): readonly string[] {
    const { stream } = event;
    if (isOf(positionKind.name, stream)) return this.ofPosition(event as PositionEvent);
    if (isOf(contractKind.name, stream)) return this.ofBook(event);
    if (isOf(fundingKind.name, stream)) return this.ofFunding(event as FundingEvent);
    if (isOf(insuranceKind.name, stream)) return this.ofInsurance(event as InsuranceEvent);
    return [];
  }

  private evolve(event: RecordedEvent): void {
    const { stream } = event;
    if (isOf(positionKind.name, stream)) this.evolvePosition(event as PositionEvent);
    if (isOf(contractKind.name, stream)) {
      const symbol = idOf(stream);
      this.books.set(symbol, contractKind.evolve(this.bookOf(symbol), event));
    }
    if (isOf(fundingKind.name, stream)) {
      const symbol = idOf(stream);
      this.fundings.set(symbol, fundingKind.evolve(this.fundingOf(symbol), event));
    }
  }

  private evolvePosition(event: PositionEvent): void {
    const { data } = event;
    const before = this.stateOf(data.ownerId);
    if ('after' in data) {
      const { ownerId, symbol, side, after } = data;
      const was = contractOf(before, symbol)[side]?.entryNotional ?? ZERO;
      const rise = amount(after.entryNotional) - was;
      this.entries += side === 'long' ? -rise : rise;
      this.touch(ownerId, symbol);
    }
    this.positions.set(data.ownerId, positionKind.evolve(before, event));
  }

  private ofPosition(event: PositionEvent): readonly string[] {
    const { type, data } = event;
    if (type === 'LeverageQuizPassed' || type === 'PositionLeverageSet' || type === 'PositionModeSet') return [];
    // It moves nothing, and its owner may hear of a halt once the contract is settled.
    if (type === 'PositionHaltNotified') return [];
    const { ownerId, symbol } = data;
    const { check } = this.running;
    const [book, { index, dueAt }, position] = [
      this.bookOf(symbol),
      this.fundingOf(symbol),
      this.positionOf(ownerId, symbol),
    ];
    const { sizes } = book;
    if (sizes === null) return [`${symbol} has no book`];
    const what = (problems: readonly string[]) => problems.map((each) => `${ownerId} in ${symbol}: ${each}`);
    if (type === 'PositionWarned' || type === 'PositionGapWarned' || type === 'PositionBracketsWarned') {
      const beat = this.order.step(symbol, data) ?? this.parts.reached(symbol, book.book);
      const problems = warnedProblems(event, { position, index, lot: sizes.lot, terms: this.terms });
      return what([...problems, ...(beat === undefined ? [] : [beat])]);
    }
    if (type === 'PositionLiquidated') {
      const positionOf = (owner: string) => this.positionOf(owner, symbol);
      const before = { terms: this.terms, book, index, positionOf, fund: this.fund };
      const { problems, due } = checkLiquidation(data, before);
      const beat = this.order.step(symbol, data) ?? this.parts.reached(symbol, book.book);
      check.liquidation(data, due);
      return what([...problems, ...(beat === undefined ? [] : [beat])]);
    }
    if (type === 'PositionDeleveraged') {
      check.deleverage(data);
      return [];
    }
    const isGrown = type === 'PositionOpened' || type === 'PositionIncreased';
    if (isGrown) check.grown(data);
    if (type === 'PositionReduced' || type === 'PositionClosed') check.shrunk(data);
    const isOver = this.fundingOf(symbol).isOver ? [`the contract was settled before`] : [];
    return what([
      ...positionProblems(event, { position, index, dueAt, lot: sizes.lot }),
      ...(isGrown ? this.margin.grown(data) : []),
      ...isOver,
      ...this.ends(event),
      ...this.again(event),
    ]);
  }

  /** A position leaves whole at a delivery, and not before it. */
  private ends({ type, data, at }: PositionEvent): string[] {
    if (type !== 'PositionReduced' && type !== 'PositionClosed') return [];
    const { cause, symbol, ownerId } = data;
    if (cause === 'split' && type === 'PositionClosed') this.parts.closed(symbol, ownerId, this.bookOf(symbol).book);
    if (!WHOLE.has(cause)) return [];
    const isWhole = type === 'PositionClosed' ? [] : [`lots stayed open after its ${cause}`];
    return [...isWhole, ...(cause === 'delivery' ? deliveryProblems(symbol, at) : [])];
  }

  /** Each side has its part of a corporate action once. */
  private again({ type, data }: PositionEvent): string[] {
    if (type !== 'PositionDividend' && type !== 'PositionSplit') return [];
    const { ownerId, symbol, side, actionId } = data;
    const key = `${ownerId} ${symbol} ${side} ${actionId}`;
    if (this.actions.has(key)) return [`${actionId} was carried out before`];
    this.actions.add(key);
    this.parts.part(symbol, ownerId, actionId, this.bookOf(symbol).book);
    return [];
  }

  private ofBook(event: RecordedEvent): readonly string[] {
    const symbol = idOf(event.stream);
    const fact = factOf(contractKind.product, event);
    const { at, actor } = event;
    const told = { at, actor, isOpen: hasPositionsOpen(this.bookOf(symbol).book), isExact: at > this.running.after };
    const order = this.order.book(symbol, fact, told);
    const balance = this.running.check.book(fact);
    const part = this.parts.book(symbol, fact, this.bookOf(symbol).book);
    for (const owner of ownersOf(fact)) this.touch(owner, symbol);
    const margin = this.margin.book(fact, this.bookOf(symbol));
    let attached = this.attached.get(symbol);
    if (attached === undefined) this.attached.set(symbol, (attached = new AttachedCheck()));
    attached.book(fact, this.bookOf(symbol));
    return [order, balance, part, ...margin].flatMap((problem) =>
      problem === undefined ? [] : [`${symbol}: ${problem}`],
    );
  }

  private ofFunding({ type, data, at }: FundingEvent): readonly string[] {
    const { symbol } = data;
    const { index, dueAt } = this.fundingOf(symbol);
    const named = (problems: readonly string[]) => problems.map((each) => `${symbol}: ${each}`);
    if (type === 'ContractFunded') {
      const charge = times(amount(data.rate), amount(data.markPrice), 'half-even');
      const late = this.order.funding(symbol, data.dueAt, at);
      const expected = { charge: format(charge), index: format(index + charge) };
      return named([...unlike(expected, data), ...(late === undefined ? [] : [late])]);
    }
    if (type === 'ContractFundingPosted') {
      return named([...unlike({ dueAt }, data), ...this.unpaid(symbol, index)]);
    }
    const open = this.bookOf(symbol).book;
    const left = hasPositionsOpen(open) ? [`it is over, and positions are open`] : [];
    const resting = open.orders.size > 0 ? [`it is over, and orders rest`] : [];
    return named([...left, ...resting, ...(data.cause === 'delivery' ? deliveryProblems(symbol, at) : [])]);
  }

  /** Who has lots open and has not paid up to the index. */
  private unpaid(symbol: string, index: Amount): string[] {
    const owners = this.bookOf(symbol).book.positions?.names() ?? [];
    return owners.flatMap((ownerId) => {
      const position = this.positionOf(ownerId, symbol);
      return SIDES.flatMap((side) => {
        const holding = position[side];
        if (holding === null || holding.fundingIndex === index) return [];
        return [`the ${side} position of ${ownerId} is settled up to ${format(holding.fundingIndex)}`];
      });
    });
  }

  private ofInsurance({ type, data }: InsuranceEvent): readonly string[] {
    if (type === 'InsuranceFundGranted') return this.fund.grant(data);
    this.running.check.fund(data);
    return this.fund.move(data);
  }

  private compareLots(key: string, at: number): void {
    const [ownerId, symbol] = key.split(' ') as [string, string];
    const { long, short } = this.positionOf(ownerId, symbol);
    const lots = this.bookOf(symbol).book.positions?.of(ownerId) ?? { long: 0, short: 0, both: 0 };
    const inBook = `${lots.long + Math.max(0, lots.both)} long and ${lots.short + Math.max(0, -lots.both)} short`;
    const held = `${long?.lots ?? 0} long and ${short?.lots ?? 0} short`;
    // What goes apart once stays apart: it is one finding.
    if (inBook === held || this.known.has(key)) return;
    this.known.add(key);
    this.find(at, `${ownerId} has lots of ${symbol} in the book, ${inBook}, and positions of ${held}`);
  }

  private touch(ownerId: string, symbol: string): void {
    this.running.touched.add(`${ownerId} ${symbol}`);
  }

  private get running(): Command {
    if (this.command === undefined) throw new Error('no command runs');
    return this.command;
  }

  private stateOf(ownerId: string): PositionState {
    return this.positions.get(ownerId) ?? positionKind.initial(ownerId);
  }

  private positionOf(ownerId: string, symbol: string): ContractPosition {
    return contractOf(this.stateOf(ownerId), symbol);
  }

  private bookOf(symbol: string): BookState {
    return this.books.get(symbol) ?? contractKind.initial(symbol);
  }

  private fundingOf(symbol: string): FundingState {
    return this.fundings.get(symbol) ?? fundingKind.initial(symbol);
  }
}

export const contractAudit: HistoryAudit = {
  check: 'contracts',
  begin: (published, find) => new ContractCheck(published, find),
};

const isOf = (kind: string, stream: string): boolean => stream.startsWith(`${kind}-`);
const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** Users whose lots a fact of the book moves. */
function ownersOf({ type, data }: BookFact): readonly string[] {
  if (type === 'OrderMatched') return [data.makerOwner, data.takerOwner].filter((owner) => owner !== AGENTS);
  if (type === 'PositionsAdjusted') return data.changes.map(({ owner }) => owner).filter((owner) => owner !== AGENTS);
  return [];
}

function deliveryProblems(symbol: string, at: number): string[] {
  const deliversAt = contractNamed(symbol)?.deliversAt ?? null;
  if (deliversAt === null) return [`a perpetual contract has no delivery`];
  return at < deliversAt ? [`it delivered before ${new Date(deliversAt).toISOString()}`] : [];
}

type Warning = Extract<PositionEvent, { type: 'PositionWarned' | 'PositionGapWarned' | 'PositionBracketsWarned' }>;

function warnedProblems({ type, data, at }: Warning, before: WarningBefore): string[] {
  if (type === 'PositionWarned') return warningProblems(data, before);
  return type === 'PositionGapWarned' ? gapWarningProblems(data, before) : bracketsWarningProblems(data, before, at);
}

/** Causes that leave nothing of a position. */
const WHOLE: ReadonlySet<string> = new Set(['delivery', 'delisting', 'settlement', 'account-end']);
