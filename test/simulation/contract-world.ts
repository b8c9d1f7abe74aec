import { z } from 'zod';
import { amount, format, ZERO } from '../../shared/money.js';
import { handle, HouseCommand, type DataOf } from '../../server/core/command.js';
import type { CommandResult, StreamKind } from '../../server/core/decider.js';
import { OpenPrincipal } from '../../server/core/ports/open-principal.js';
import { Rng } from '../../server/core/rng.js';
import { Violation } from '../../server/core/violation.js';
import { SimulatedRealm } from '../../server/audit/simulation/realm.js';
import { declareEventTypes } from '../../server/engine/history/event-types.js';
import { HOUSE, userAccount } from '../../server/engine/ledger/chart.js';
import { CommandHandlers } from '../../server/engine/writer/command-handlers.js';
import { openGate } from '../../server/engine/writer/decider.testkit.js';
import type { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { contractFindings, PUBLISHED } from '../../server/features/contract/audit/contract-check.testkit.js';
import { contractActionHandlers } from '../../server/features/contract/contract-action.handler.js';
import { contractEndHandlers } from '../../server/features/contract/delivery/contract-end.handler.js';
import { contractHandlers } from '../../server/features/contract/contract.handler.js';
import { KnownContracts } from '../../server/features/contract/delivery/contract-period.testkit.js';
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
  protection,
  quiz,
  SYMBOL,
  TERMS,
  warning,
} from '../../server/features/contract/contract.testkit.js';
import { fundingHandlers } from '../../server/features/contract/funding/funding.handler.js';
import type { LiquidationAnswer } from '../../server/features/contract/liquidation/liquidation.commands.js';
import { liquidationHandlers } from '../../server/features/contract/liquidation/liquidation.handler.js';
import type { CloseCause } from '../../server/features/contract/position/position.events.js';
import { logOf, unlikeInLog } from '../../server/features/contract/position/position-log.testkit.js';
import { ContractLaws } from './contract-laws.js';
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
const START_AT = 1_000_000_000_000;
/** A minute in fifteen steps: of 200 to 270 hundredths of a per cent each, it takes 26% to 34%. */
const CRASH = { steps: 15, beats: 60_000 / BEAT_MS / 15, least: 200, most: 270 };

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
  /** A funding that not all have settled. */
  private unpostedDueAt: number | null = null;

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
    const own = { laws: (realm: MemoryRealm) => (laws = new ContractLaws(realm, PEOPLE, this.fund.eventMaxUsdt)) };
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

  /** What the audit of contracts finds. The world delivers its perpetual contract, so that every position ends. */
  findings(): string[] {
    const insurance = [{ version: 1, publishedAt: 0, values: this.fund }];
    const policies = new Map([...PUBLISHED.policies, ['contract.insurance', insurance]]);
    const found = contractFindings(this.realm.memory.events, { ...PUBLISHED, policies });
    return found.filter((each) => !each.endsWith('a perpetual contract has no delivery'));
  }

  /** Amounts that an owner computes otherwise, from what the events of a position give. */
  ownersFindings(): string[] {
    const { events } = this.realm.memory;
    return PEOPLE.flatMap((person) => SIDES.flatMap((side) => unlikeInLog(logOf(events, person, side), side)));
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
    if (this.crashing === 0 && rng.chance(0.01)) this.crashing = CRASH.steps;
    this.market.isOpen = this.shut === 0;
    this.beat += this.crashing > 0 ? CRASH.beats : 1;
    this.at = this.beat * BEAT_MS;
    if (this.market.isOpen) this.decideBeat();
    for (let n = rng.below(4); n > 0; n -= 1) this.trades(rng.pick(PEOPLE));
    if (rng.chance(0.2)) this.protects(rng.pick(PEOPLE));
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
    this.move(this.crashing > 0 ? -rng.between(CRASH.least, CRASH.most) : rng.between(-60, 60));
    if (this.crashing > 0) this.crashing -= 1;
    Object.assign(market, { away: rng.between(1, 60), depth: rng.pick([0, 100, 3_000, 50_000]) });
    if (rng.chance(0.05)) this.funding();
    if (this.unpostedDueAt !== null) this.postFunding(this.unpostedDueAt);
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
    this.unpostedDueAt = at;
  }

  /** Some settle it, and at one of the beats that follow all have. */
  private postFunding(postedDueAt: number): void {
    const names = this.realm.memory.state(contractKind, SYMBOL).book.positions?.names() ?? [];
    const isLast = this.rng.chance(0.4);
    const half = isLast ? names.length : this.rng.below(names.length + 1);
    const post = { symbol: SYMBOL, ownerIds: names.slice(0, half), postedDueAt: null };
    this.done('PostFunding', post);
    if (!isLast) return;
    this.done('PostFunding', { ...post, ownerIds: [], postedDueAt });
    this.unpostedDueAt = null;
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
    const side = rng.pick(['buy', 'sell'] as const);
    const wanted = order(person, side, this.size(), near(), {
      orderId: this.nextId(),
      positionSide: isHedging ? rng.pick(SIDES) : 'both',
      reduceOnly: !isHedging && rng.chance(0.3),
      ...(kind !== 'limit' && (kind === 'market' || rng.chance(0.5)) && { market: true as const }),
      ...(kind === 'take-profit' && { takesProfit: true as const }),
      ...(waits && { stopPrice: near(), trigger: rng.pick(['mark', 'last', 'index'] as const) }),
      ...(rng.chance(0.4) && {
        attached: this.levels(side),
        attachedTrigger: rng.pick(['mark', 'last', 'index'] as const),
      }),
    });
    this.send(this.newest(wanted));
  }

  /** Sets, changes or takes off the pair of a whole position, while the market is shut too. */
  private protects(person: string): void {
    const { rng, market } = this;
    const side = rng.pick(SIDES);
    const away = (ticks: number): string =>
      format(BigInt(Math.max(1, market.mark + (side === 'long' ? ticks : -ticks))) * CENT);
    const asked = protection(person, side, {
      ...(rng.chance(0.8) && { takeProfit: away(rng.between(20, 500)) }),
      ...(rng.chance(0.8) && { stopLoss: away(-rng.between(20, 500)) }),
      trigger: rng.pick(['mark', 'last', 'index'] as const),
    });
    const orderIds = { takeProfit: this.nextId(), stopLoss: this.nextId() };
    this.send(this.newest({ ...asked, data: { ...asked.data, orderIds } }));
  }

  /** On both sides of where prices are, so that some are met soon. */
  private levels(side: 'buy' | 'sell'): string {
    const { rng, market } = this;
    const sign = side === 'buy' ? 1 : -1;
    const at = (ticks: number): string => format(BigInt(Math.max(1, market.mark + sign * ticks)) * CENT);
    return `${rng.pick([30, 60])}:${at(rng.between(200, 500))}:${at(-rng.between(200, 500))},40::${at(-rng.between(300, 900))}`;
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
