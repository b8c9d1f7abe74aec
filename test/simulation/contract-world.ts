import { z } from 'zod';
import { amount, format, fromSteps, ZERO, type Amount } from '../../shared/money.js';
import { handle, HouseCommand, type DataOf } from '../../server/core/command.js';
import type { CommandResult, StreamKind } from '../../server/core/decider.js';
import type { RecordedEvent } from '../../server/core/event.js';
import { OpenPrincipal } from '../../server/core/ports/open-principal.js';
import { Rng } from '../../server/core/rng.js';
import { Violation } from '../../server/core/violation.js';
import { SimulatedRealm } from '../../server/audit/simulation/realm.js';
import { declareEventTypes } from '../../server/engine/history/event-types.js';
import { HOUSE, userAccount } from '../../server/engine/ledger/chart.js';
import { CommandHandlers } from '../../server/engine/writer/command-handlers.js';
import { openGate } from '../../server/engine/writer/decider.testkit.js';
import type { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { contractActionHandlers } from '../../server/features/contract/contract-action.handler.js';
import { contractEndHandlers } from '../../server/features/contract/contract-end.handler.js';
import { contractHandlers } from '../../server/features/contract/contract.handler.js';
import { KnownContracts } from '../../server/features/contract/contract-period.testkit.js';
import { contractKind } from '../../server/features/contract/contract.product.js';
import {
  amend,
  leverage,
  liquidation,
  margin,
  mode,
  order,
  ownerOf,
  PerpetualMarket,
  quiz,
  SYMBOL,
  TERMS,
  warning,
} from '../../server/features/contract/contract.testkit.js';
import { fundingHandlers } from '../../server/features/contract/funding.handler.js';
import { fundingKind } from '../../server/features/contract/funding.state.js';
import type { InsuranceFundMoved } from '../../server/features/contract/insurance.events.js';
import type { LiquidationAnswer } from '../../server/features/contract/liquidation.commands.js';
import { liquidationHandlers } from '../../server/features/contract/liquidation.handler.js';
import type { CloseCause, PositionFacts } from '../../server/features/contract/position.events.js';
import { contractOf, positionKind } from '../../server/features/contract/position.state.js';
import type { RealmLaws } from '../../server/features/simulation.js';
import { BEAT_MS } from '../../server/market/book-market.js';

declareEventTypes({ type: 'ContractFundsGranted', schema: 1 });
const grantedKind: StreamKind<unknown> = { name: 'granted', initial: () => null, evolve: () => null };

const grant = z.object({ ownerId: z.string() });
class GrantContractFunds extends HouseCommand<DataOf<typeof grant>, null> {
  static readonly type = 'GrantContractFunds';
  static readonly schema = grant;
}
const grantHandler = handle(GrantContractFunds, {
  realms: ['demo'],
  scope: ({ ownerId }) => ({ streams: [[grantedKind, ownerId]] }),
  decide: (_, { ownerId }) => {
    const postings = [
      { account: HOUSE.marketMaker.account, asset: 'USDT', amount: -amount('2000') },
      { account: userAccount(ownerId, 'contract', 'available'), asset: 'USDT', amount: amount('2000') },
    ];
    const event = { stream: `granted-${ownerId}`, type: 'ContractFundsGranted', schema: 1, data: {}, postings };
    return { events: [event], answer: null };
  },
});

const PEOPLE = ['ann', 'bob', 'cid', 'dan', 'eve'];
const SIDES = ['long', 'short'] as const;
const KINDS = ['limit', 'limit', 'limit', 'market', 'stop', 'take-profit'] as const;
const FUNDS = [
  { openingUsdt: '0', eventMaxUsdt: '500' },
  { openingUsdt: '20', eventMaxUsdt: '500' },
  { openingUsdt: '1000', eventMaxUsdt: '5' },
] as const;
const CENT = amount('0.01');
const [START_AT, MINUTE_BEATS] = [1_000_000_000_000, 60_000 / BEAT_MS];

/** A split gives the contract a new version of its sizes. */
class SplitMarket extends PerpetualMarket {
  version = 1;
  override terms() {
    return { ...TERMS, spec: { ...TERMS.spec, version: this.version } };
  }
}

export interface ContractOutcome {
  readonly trades: number;
  readonly refused: number;
  /** How often which event happened, and positions ended for which cause. */
  readonly happened: ReadonlyMap<string, number>;
  readonly ends: ReadonlyMap<CloseCause, number>;
  readonly hash: string;
}

/** One contract and its people from one seed: crashes, gaps, halts, fundings, splits, dividends, and an end. */
export class ContractWorld {
  private readonly rng: Rng;
  private readonly market = new SplitMarket();
  private readonly facts = new KnownContracts();
  private readonly laws: ContractLaws;
  private readonly realm: SimulatedRealm;
  private readonly fund: (typeof FUNDS)[number];
  private readonly modes = new Map<string, 'hedge' | 'one-way'>();
  private at = START_AT;
  private beat = START_AT / BEAT_MS;
  private made = 0;
  private crashing = 0;
  private shut = 0;

  constructor(private readonly seed: number) {
    this.rng = new Rng(seed);
    this.fund = this.rng.pick(FUNDS);
    const { market, facts } = this;
    const handlers = new CommandHandlers().register(
      grantHandler,
      ...contractHandlers({ market, gate: openGate, principal: new OpenPrincipal([]) }),
      ...fundingHandlers(facts),
      ...contractEndHandlers(facts),
      ...contractActionHandlers(),
      ...liquidationHandlers(market),
    );
    let laws: ContractLaws | undefined;
    const own = { laws: (realm: MemoryRealm) => (laws = new ContractLaws(realm, this.fund.eventMaxUsdt)) };
    this.realm = new SimulatedRealm('demo', handlers, [], [own]);
    if (laws === undefined) throw new Error('a realm has its laws');
    this.laws = laws;
  }

  run(beats: number): ContractOutcome {
    try {
      for (const person of PEOPLE) this.joins(person);
      for (let n = 0; n < beats; n += 1) this.step();
      this.end();
    } catch (error) {
      throw new Error(`seed ${this.seed}: ${(error as Error).message}`, { cause: error });
    }
    const { refused, memory } = this.realm;
    const { trades, happened, ends } = this.laws;
    return { trades, refused, happened, ends, hash: memory.headHash };
  }

  private joins(person: string): void {
    this.send({ type: 'GrantContractFunds', data: { ownerId: ownerOf(person) } });
    this.send(quiz(person));
    const chosen = this.rng.chance(0.3) ? 'one-way' : 'hedge';
    this.modes.set(person, chosen);
    if (chosen === 'one-way') this.send(mode(person, chosen));
  }

  private step(): void {
    const { rng } = this;
    if (rng.chance(0.02)) this.realm.memory.reload();
    if (this.shut === 0 && rng.chance(0.02)) this.shut = rng.between(1, 6);
    else if (this.shut > 0) {
      this.shut -= 1;
      // What happened meanwhile comes at once.
      if (this.shut === 0) this.move(rng.between(-12, 12) * 100);
      if (this.shut > 0 && rng.chance(0.2)) this.action();
    }
    if (this.crashing === 0 && rng.chance(0.01)) this.crashing = MINUTE_BEATS / 4;
    this.market.isOpen = this.shut === 0;
    this.beat += this.crashing > 0 ? 4 : 1;
    this.at = this.beat * BEAT_MS;
    if (this.market.isOpen) this.decideBeat();
    for (let n = rng.below(4); n > 0; n -= 1) this.trades(rng.pick(PEOPLE));
  }

  /** In hundredths of a per cent. */
  private move(by: number): void {
    const { market } = this;
    const before = market.mark;
    market.mark = Math.min(200_000, Math.max(500, Math.round((market.mark * (10_000 + by)) / 10_000)));
    market.range = { lowTicks: Math.min(before, market.mark), highTicks: Math.max(before, market.mark) };
  }

  /** Funding, liquidations and warnings, then triggers and the agents' quotes. */
  private decideBeat(): void {
    const { rng, market } = this;
    // A crash takes 30% in a minute.
    this.move(this.crashing > 0 ? -rng.between(200, 270) : rng.between(-60, 60));
    if (this.crashing > 0) this.crashing -= 1;
    Object.assign(market, { away: rng.between(1, 60), depth: rng.pick([0, 100, 3_000, 50_000]) });
    if (rng.chance(0.05)) this.funding();
    this.liquidations();
    for (const person of PEOPLE)
      for (const side of SIDES) this.send(this.now(warning(person, side, { beat: this.beat })));
    this.send({ type: 'AdvanceContractMarket', data: { symbol: SYMBOL, beat: this.beat, missed: null } });
  }

  private funding(): void {
    const { rng, market, facts, at } = this;
    const rate = amount(`${rng.pick(['', '-'])}0.00${rng.between(0, 75).toString().padStart(2, '0')}`);
    facts.fundings.push({ at, rate, premium: ZERO, mark: BigInt(market.mark) * CENT });
    this.send({ type: 'ChargeFunding', data: { symbol: SYMBOL, toMs: at } });
    this.chunks('PostFunding', {});
  }

  private liquidations(): void {
    for (let before = -1; before < this.realm.memory.events.length;) {
      before = this.realm.memory.events.length;
      for (const person of PEOPLE) for (const side of SIDES) this.liquidate(person, side);
    }
  }

  private liquidate(person: string, side: 'long' | 'short'): void {
    for (let step: LiquidationAnswer['step'] = 'reduce'; step === 'reduce' || step === 'cancel-orders';) {
      const asked = liquidation(person, side, { beat: this.beat, fund: this.fund });
      const result = this.send(this.now({ ...asked, data: { ...asked.data, orderId: this.nextId() } }));
      if (!result.ok) throw new Violation(`a liquidation of ${person} was refused: ${result.refusal.refusal}`);
      step = (result.answer as LiquidationAnswer).step;
    }
  }

  /** While nothing trades: everybody gets theirs, in parts. */
  private action(): void {
    const { rng, market } = this;
    const actionId = this.nextId();
    if (rng.chance(0.5)) {
      this.chunks('PassDividend', { actionId, perShare: rng.pick(['0.01', '0.4', '1.5']) });
      return;
    }
    const [newShares, oldShares] = rng.pick([
      [2, 1],
      [3, 2],
      [1, 2],
      [1, 10],
    ] as const);
    const ratio = { actionId, newShares, oldShares };
    market.version += 1;
    this.done('SplitContractOrders', { symbol: SYMBOL, ...ratio, version: market.version });
    market.mark = Math.max(500, Math.round((market.mark * oldShares) / newShares));
    this.chunks('SplitPositions', { ...ratio, price: format(BigInt(market.mark) * CENT) });
  }

  private end(): void {
    const { rng, market, facts } = this;
    for (const person of PEOPLE) {
      const reason = rng.pick(['delivery', 'delisted'] as const);
      const named = { symbol: SYMBOL, userId: `demo-${person}`, ownerId: ownerOf(person) };
      this.done('CancelAllContractOrders', { ...named, reason });
    }
    facts.settlement = BigInt(market.mark) * CENT;
    if (rng.chance(0.5)) this.chunks('DeliverContract', {});
    else this.chunks('SettleDelistedContract', { price: format(facts.settlement) });
    this.laws.isOver();
    this.realm.ledger.nothingHeld();
    this.realm.compare(rng, [grantedKind]);
  }

  private chunks(type: string, data: object): void {
    const names = this.realm.memory.state(contractKind, SYMBOL).book.positions?.names() ?? [];
    const half = this.rng.below(names.length + 1);
    for (const ownerIds of [names.slice(0, half), names.slice(half)])
      if (ownerIds.length > 0) this.done(type, { ...data, symbol: SYMBOL, ownerIds, isLast: false });
    this.done(type, { ...data, symbol: SYMBOL, ownerIds: [], isLast: true });
  }

  private trades(person: string): void {
    const { rng, market } = this;
    if (rng.chance(0.15)) this.send(leverage(person, rng.pick([3, 10, 25, 50, 100])));
    if (rng.chance(0.1))
      this.send(margin(person, rng.pick(SIDES), `${rng.pick(['', '-'])}${rng.between(1, 60)}.${rng.between(0, 9)}`));
    const near = (): string => format(BigInt(Math.max(1, market.mark + rng.between(-300, 300))) * CENT);
    const own = [...this.realm.memory.state(contractKind, SYMBOL).book.ordersOf(ownerOf(person))];
    if (own.length > 0 && rng.chance(0.2)) {
      const { orderId } = rng.pick(own).order;
      this.send(this.newest(amend(person, orderId, { price: near(), quantity: `${rng.between(1, 30)}` })));
      return;
    }
    const kind = rng.pick(KINDS);
    const isHedging = this.modes.get(person) === 'hedge';
    const waits = kind === 'stop' || kind === 'take-profit';
    const wanted = order(person, rng.pick(['buy', 'sell']), this.size(), near(), {
      orderId: this.nextId(),
      positionSide: isHedging ? rng.pick(SIDES) : 'both',
      reduceOnly: !isHedging && rng.chance(0.3),
      ...(kind !== 'limit' && (kind === 'market' || rng.chance(0.5)) && { market: true as const }),
      ...(kind === 'take-profit' && { takesProfit: true as const }),
      ...(waits && { stopPrice: near(), trigger: rng.pick(['mark', 'last', 'index'] as const) }),
    });
    this.send(this.newest(wanted));
  }

  private size(): string {
    const { rng } = this;
    return rng.chance(0.2) ? `0.00${rng.between(1, 9)}` : `${rng.between(0, 25)}.${rng.between(1, 9)}`;
  }

  /** With the sizes of now. */
  private newest<Data extends object>(command: { readonly type: string; readonly data: Data }) {
    return { ...command, data: { ...command.data, ...this.market.terms() } };
  }

  private now<Data extends object>(command: { readonly type: string; readonly data: Data }) {
    return { ...command, data: { ...command.data, beat: this.beat } };
  }

  private nextId(): string {
    return `s-${(this.made += 1)}`;
  }

  private send({ type, data }: { readonly type: string; readonly data: unknown }): CommandResult {
    return this.realm.execute({ type, data, actor: 'simulation' }, this.at);
  }

  /** What the house does may not be refused. */
  private done(type: string, data: object): void {
    const result = this.send({ type, data });
    if (!result.ok) throw new Violation(`${type} was refused: ${JSON.stringify(result.refusal)}`);
  }
}

interface Life {
  number: number;
  isOpen: boolean;
  lots: number;
}

/** Counted from the events alone: lives of positions, what closes them, longs against shorts, and the fund. */
class ContractLaws implements RealmLaws {
  trades = 0;
  readonly happened = new Map<string, number>();
  readonly ends = new Map<CloseCause, number>();
  private readonly lives = new Map<string, Life>();
  private readonly lots = new Map<string, number>();
  private fund = ZERO;
  private agents = 0;

  constructor(
    private readonly realm: MemoryRealm,
    private readonly eventMaxUsdt: string,
  ) {}

  take({ type, data }: RecordedEvent): void {
    this.happened.set(type, (this.happened.get(type) ?? 0) + 1);
    switch (type) {
      case 'ContractOrderMatched':
        return this.matched(data as Matched);
      case 'ContractPositionsAdjusted':
        for (const { owner, positionSide, lots } of (data as Adjusted).changes)
          this.bring(owner, positionSide === 'short' ? -lots : lots);
        return;
      case 'PositionOpened':
      case 'PositionIncreased':
        return this.grown(type, data as PositionFacts['PositionOpened']);
      case 'PositionSplit':
        return void Object.assign(this.lifeOf(data as PositionFacts['PositionSplit']), {
          lots: (data as PositionFacts['PositionSplit']).after.lots,
        });
      case 'PositionReduced':
      case 'PositionClosed':
        return this.shrunk(type, data as PositionFacts['PositionClosed']);
      case 'PositionLiquidated':
        return this.liquidated(data as PositionFacts['PositionLiquidated']);
      case 'InsuranceFundGranted':
      case 'InsuranceFundMoved':
        this.fund += amount((data as InsuranceFundMoved).amount);
        if (format(this.fund) !== (data as InsuranceFundMoved).balance)
          throw new Violation('the fund counts otherwise');
        return;
      default:
    }
  }

  check(): void {
    const { realm } = this;
    if (this.fund < ZERO || amount(realm.balance(HOUSE.contractInsurance.account, 'USDT')) !== this.fund)
      throw new Violation(`the insurance fund is at ${format(this.fund)}`);
    const net = [...this.lots.values()].reduce((sum, lots) => sum + lots, 0);
    if (net + this.agents !== 0) throw new Violation(`longs and shorts differ by ${net + this.agents} lots`);
    let cost = ZERO;
    for (const person of PEOPLE) {
      const { long, short } = contractOf(realm.state(positionKind, ownerOf(person)), SYMBOL);
      cost += (short?.entryNotional ?? ZERO) - (long?.entryNotional ?? ZERO);
      const held = (long?.lots ?? 0) - (short?.lots ?? 0);
      if (held !== (this.lots.get(ownerOf(person)) ?? 0))
        throw new Violation(`${person} has ${held} lots, not their fills`);
    }
    const clearing = amount(realm.balance(HOUSE.contractClearing.account, 'USDT'));
    if (clearing !== cost) throw new Violation(`clearing has ${format(clearing)}, and ${format(cost)} are open`);
  }

  /** After the contract has ended. */
  isOver(): void {
    for (const [key, { isOpen }] of this.lives) if (isOpen) throw new Violation(`${key} never ended`);
    if (!this.realm.state(fundingKind, SYMBOL).isOver && this.lives.size > 0) throw new Violation('it is not settled');
  }

  private matched({ makerOwner, takerOwner, takerSide, lots }: Matched): void {
    this.trades += 1;
    const bought = takerSide === 'buy' ? lots : -lots;
    this.bring(takerOwner, bought);
    this.bring(makerOwner, -bought);
  }

  private bring(owner: string, lots: number): void {
    if (owner === 'house') this.agents += lots;
    else this.lots.set(owner, (this.lots.get(owner) ?? 0) + lots);
  }

  private grown(type: string, { lots, after, ...named }: PositionFacts['PositionOpened']): void {
    const life = this.lifeOf(named);
    if (life.isOpen === (type === 'PositionOpened'))
      throw new Violation(`${type} of a position that is or is not open`);
    if (type === 'PositionOpened') Object.assign(life, { number: life.number + 1, isOpen: true, lots: 0 });
    life.lots += lots;
    if (after.number !== life.number || after.lots !== life.lots) throw new Violation(`${type} counts otherwise`);
  }

  private shrunk(type: string, { lots, after, cause, released, shortfall, ...named }: PositionFacts['PositionClosed']) {
    const life = this.lifeOf(named);
    life.lots -= lots;
    if (!life.isOpen || life.lots !== after.lots) throw new Violation(`${type} of ${lots} leaves ${after.lots} lots`);
    if ((type === 'PositionClosed') !== (after.lots === 0)) throw new Violation(`${type} leaves ${after.lots} lots`);
    if (amount(released) < ZERO) throw new Violation(`${type} takes ${released} of more than the margin`);
    if (cause === 'liquidation' && shortfall !== '0')
      throw new Violation(`a liquidation leaves ${shortfall} to agents`);
    if (after.lots > 0) return;
    life.isOpen = false;
    this.ends.set(cause, (this.ends.get(cause) ?? 0) + 1);
  }

  /** The fund pays for as many lots as it can, and only then others bear the rest. */
  private liquidated(done: PositionFacts['PositionLiquidated']): void {
    if (done.step !== 'take-over') return;
    const { insuredLots, agentLots, deleveragedLots, lots, price, markPrice, fundGain } = done;
    if (insuredLots + agentLots + deleveragedLots !== lots) throw new Violation('lots of a liquidation are lost');
    const paid = -amount(fundGain);
    if (paid > amount(this.eventMaxUsdt)) throw new Violation(`one liquidation cost the fund ${format(paid)}`);
    if (insuredLots === lots) return;
    const difference = amount(price) - amount(markPrice);
    const eachLot = fromSteps(1, (difference < ZERO ? -difference : difference) / 1000n);
    const left = smaller(amount(this.eventMaxUsdt) - paid, this.fund - paid);
    if (left > eachLot + CENT)
      throw new Violation(`the fund had ${format(left)} for another lot of ${format(eachLot)}`);
  }

  private lifeOf({ ownerId, side }: Pick<PositionFacts['PositionOpened'], 'ownerId' | 'side'>): Life {
    const key = `${ownerId} ${side}`;
    let life = this.lives.get(key);
    if (life === undefined) this.lives.set(key, (life = { number: 0, isOpen: false, lots: 0 }));
    return life;
  }
}

const smaller = (one: Amount, other: Amount): Amount => (one < other ? one : other);

interface Matched {
  readonly makerOwner: string;
  readonly takerOwner: string;
  readonly takerSide: 'buy' | 'sell';
  readonly lots: number;
}
interface Adjusted {
  readonly changes: readonly {
    readonly owner: string;
    readonly positionSide: 'long' | 'short' | 'both';
    readonly lots: number;
  }[];
}
