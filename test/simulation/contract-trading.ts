import { amount, format, ZERO } from '../../shared/money.js';
import type { CommandResult } from '../../server/core/decider.js';
import type { PublishedTerms } from '../../server/core/history-audit.js';
import type { Rng } from '../../server/core/rng.js';
import { Violation } from '../../server/core/violation.js';
import type { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { contractFindings, PUBLISHED } from '../../server/features/contract/audit/contract-check.testkit.js';
import { KnownContracts } from '../../server/features/contract/delivery/contract-period.testkit.js';
import { contractKind } from '../../server/features/contract/contract.product.js';
import {
  amend,
  leverage,
  liquidation,
  margin,
  mode,
  order,
  PerpetualMarket,
  protection,
  quiz,
  SYMBOL,
  TERMS,
  warning,
} from '../../server/features/contract/contract.testkit.js';
import type { LiquidationAnswer } from '../../server/features/contract/liquidation/liquidation.commands.js';
import { BEAT_MS } from '../../server/market/book-market.js';

const SIDES = ['long', 'short'] as const;
const KINDS = ['limit', 'limit', 'limit', 'market', 'stop', 'take-profit'] as const;
export const FUNDS = [
  { openingUsdt: '0', eventMaxUsdt: '500' },
  { openingUsdt: '20', eventMaxUsdt: '500' },
  { openingUsdt: '1000', eventMaxUsdt: '5' },
] as const;
const CENT = amount('0.01');
/** A minute in fifteen steps: of 200 to 270 hundredths of a per cent each, it takes 26% to 34%. */
const CRASH = { steps: 15, beats: 60_000 / BEAT_MS / 15, least: 200, most: 270 };

/** A split gives the contract a new version of its sizes. */
class SplitMarket extends PerpetualMarket {
  version = 1;
  override terms() {
    return { ...TERMS, spec: { ...TERMS.spec, version: this.version } };
  }
}

/** Whose account it is. */
export interface Trader {
  readonly userId: string;
  readonly ownerId: string;
}

interface Command<Data> {
  readonly type: string;
  readonly data: Data;
}

/** Who trades, and in which world. */
interface TradingParts {
  readonly rng: Rng;
  readonly traders: readonly Trader[];
  readonly fund: (typeof FUNDS)[number];
  realm(): MemoryRealm;
  execute(command: Command<unknown>, at: number): CommandResult;
}

/** What people, market and house do with one contract: crashes, gaps, halts, fundings, splits, dividends, and an end. */
export class ContractTrading {
  readonly market = new SplitMarket();
  readonly facts = new KnownContracts();
  private readonly modes = new Map<string, 'hedge' | 'one-way'>();
  private readonly rng: Rng;
  private made = 0;
  private crashing = 0;
  private shut = 0;
  /** A funding that not all have settled. */
  private unpostedDueAt: number | null = null;

  constructor(
    private readonly parts: TradingParts,
    /** The last beat that was decided. */
    private beat: number,
  ) {
    this.rng = parts.rng;
  }

  get at(): number {
    return this.beat * BEAT_MS;
  }

  join(trader: Trader): void {
    this.send(ownedBy(trader, quiz(trader.userId)));
    const chosen = this.rng.chance(0.3) ? 'one-way' : 'hedge';
    this.modes.set(trader.userId, chosen);
    if (chosen === 'one-way') this.send(ownedBy(trader, mode(trader.userId, chosen)));
  }

  /** After a time in which nobody traded: what happened meanwhile comes at once. */
  resume(at: number): void {
    this.beat = Math.max(this.beat, Math.ceil(at / BEAT_MS));
    this.move(this.rng.between(-12, 12) * 100);
  }

  step(): void {
    const { rng } = this;
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
    if (this.market.isOpen) this.decideBeat();
    for (let n = rng.below(4); n > 0; n -= 1) this.trades(rng.pick(this.parts.traders));
    if (rng.chance(0.2)) this.protects(rng.pick(this.parts.traders));
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
    for (const trader of this.parts.traders)
      for (const side of SIDES) this.send(this.now(ownedBy(trader, warning(trader.userId, side, { beat: this.beat }))));
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
    const names = this.book.positions?.names() ?? [];
    const isLast = this.rng.chance(0.4);
    const half = isLast ? names.length : this.rng.below(names.length + 1);
    const post = { symbol: SYMBOL, ownerIds: names.slice(0, half), postedDueAt: null };
    this.done('PostFunding', post);
    if (!isLast) return;
    this.done('PostFunding', { ...post, ownerIds: [], postedDueAt });
    this.unpostedDueAt = null;
  }

  private liquidations(): void {
    for (let before = -1; before < this.parts.realm().events.length;) {
      before = this.parts.realm().events.length;
      for (const trader of this.parts.traders) for (const side of SIDES) this.liquidate(trader, side);
    }
  }

  private liquidate(trader: Trader, side: 'long' | 'short'): void {
    for (let step: LiquidationAnswer['step'] = 'reduce'; step === 'reduce' || step === 'cancel-orders';) {
      const asked = ownedBy(trader, liquidation(trader.userId, side, { beat: this.beat, fund: this.parts.fund }));
      const result = this.send(this.now({ ...asked, data: { ...asked.data, orderId: this.nextId() } }));
      if (!result.ok) throw new Violation(`a liquidation of ${trader.userId} was refused: ${result.refusal.refusal}`);
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

  /** Orders are cancelled and positions settled. */
  end(): void {
    const { rng, market, facts } = this;
    for (const { userId, ownerId } of this.parts.traders) {
      const reason = rng.pick(['delivery', 'delisted'] as const);
      this.done('CancelAllContractOrders', { symbol: SYMBOL, userId, ownerId, reason });
    }
    facts.settlement = BigInt(market.mark) * CENT;
    if (rng.chance(0.5)) this.chunks('DeliverContract', {});
    else this.chunks('SettleDelistedContract', { price: format(facts.settlement) });
  }

  /** What the audit of contracts finds. A perpetual contract is delivered here, so that every position ends. */
  /** What it is judged by, as a house would have published it. */
  get published(): PublishedTerms {
    const policies = new Map(PUBLISHED.policies);
    policies.set('contract.insurance', [{ version: 1, publishedAt: 0, values: this.parts.fund }]);
    return { ...PUBLISHED, policies };
  }

  findings(): string[] {
    const found = contractFindings(this.parts.realm().events, this.published);
    return found.filter((each) => !each.endsWith('a perpetual contract has no delivery'));
  }

  private chunks(type: string, data: object): void {
    const names = this.book.positions?.names() ?? [];
    const half = this.rng.below(names.length + 1);
    for (const ownerIds of [names.slice(0, half), names.slice(half)])
      if (ownerIds.length > 0) this.done(type, { ...data, symbol: SYMBOL, ownerIds, isLast: false });
    this.done(type, { ...data, symbol: SYMBOL, ownerIds: [], isLast: true });
  }

  private trades(trader: Trader): void {
    const { rng, market } = this;
    const { userId, ownerId } = trader;
    if (rng.chance(0.15)) this.send(ownedBy(trader, leverage(userId, rng.pick([3, 10, 25, 50, 100]))));
    if (rng.chance(0.1))
      this.send(
        ownedBy(
          trader,
          margin(userId, rng.pick(SIDES), `${rng.pick(['', '-'])}${rng.between(1, 60)}.${rng.between(0, 9)}`),
        ),
      );
    const near = (): string => format(BigInt(Math.max(1, market.mark + rng.between(-300, 300))) * CENT);
    const own = [...this.book.ordersOf(ownerId)];
    if (own.length > 0 && rng.chance(0.2)) {
      const { orderId } = rng.pick(own).order;
      const changes = { price: near(), quantity: `${rng.between(1, 30)}` };
      this.send(this.newest(ownedBy(trader, amend(userId, orderId, changes))));
      return;
    }
    const kind = rng.pick(KINDS);
    const isHedging = this.modes.get(userId) === 'hedge';
    const waits = kind === 'stop' || kind === 'take-profit';
    const side = rng.pick(['buy', 'sell'] as const);
    const wanted = order(userId, side, this.size(), near(), {
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
    this.send(this.newest(ownedBy(trader, wanted)));
  }

  /** Sets, changes or takes off the pair of a whole position, while the market is shut too. */
  private protects(trader: Trader): void {
    const { rng, market } = this;
    const side = rng.pick(SIDES);
    const away = (ticks: number): string =>
      format(BigInt(Math.max(1, market.mark + (side === 'long' ? ticks : -ticks))) * CENT);
    const asked = protection(trader.userId, side, {
      ...(rng.chance(0.8) && { takeProfit: away(rng.between(20, 500)) }),
      ...(rng.chance(0.8) && { stopLoss: away(-rng.between(20, 500)) }),
      trigger: rng.pick(['mark', 'last', 'index'] as const),
    });
    const orderIds = { takeProfit: this.nextId(), stopLoss: this.nextId() };
    this.send(this.newest(ownedBy(trader, { ...asked, data: { ...asked.data, orderIds } })));
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

  private get book() {
    return this.parts.realm().state(contractKind, SYMBOL).book;
  }

  private send(command: Command<unknown>): CommandResult {
    return this.parts.execute(command, this.at);
  }

  /** What the house does may not be refused. */
  private done(type: string, data: object): void {
    const result = this.send({ type, data });
    if (!result.ok) throw new Violation(`${type} was refused: ${JSON.stringify(result.refusal)}`);
  }
}

/** Specs name people of a demo realm; here each has an account of their own. */
function ownedBy<Data extends object>({ userId, ownerId }: Trader, { type, data }: Command<Data>): Command<Data> {
  return { type, data: { ...data, userId, ownerId } };
}
