import { amount, format, ZERO, type Amount } from '../../shared/money.js';
import type { RecordedEvent } from '../../server/core/event.js';
import { Violation } from '../../server/core/violation.js';
import { HOUSE } from '../../server/engine/ledger/chart.js';
import type { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { SYMBOL } from '../../server/features/contract/contract.testkit.js';
import { contractKind } from '../../server/features/contract/contract.product.js';
import { fundingKind } from '../../server/features/contract/funding/funding.state.js';
import { insuranceKind } from '../../server/features/contract/liquidation/insurance.state.js';
import type { InsuranceFundMoved } from '../../server/features/contract/liquidation/insurance.events.js';
import type { CloseCause, PositionFacts } from '../../server/features/contract/position/position.events.js';
import { contractOf, positionKind } from '../../server/features/contract/position/position.state.js';
import type { RealmLaws } from '../../server/features/simulation.js';

/** Their books, positions and fundings, and the insurance fund. */
const OF_CONTRACTS = new RegExp(
  `^(${[contractKind, positionKind, fundingKind, insuranceKind].map(({ name }) => name).join('|')})-`,
);
const CENT = amount('0.01');

interface Life {
  number: number;
  isOpen: boolean;
  lots: number;
}

/** Counted from the events alone: lives of positions, what closes them, longs against shorts, and the fund. */
export class ContractLaws implements RealmLaws {
  trades = 0;
  readonly happened = new Map<string, number>();
  readonly ends = new Map<CloseCause, number>();
  /** How each order has ended. */
  private readonly orders = new Map<string, 'open' | 'filled' | 'cancelled'>();
  private readonly lives = new Map<string, Life>();
  private readonly lots = new Map<string, number>();
  private fund = ZERO;
  private agents = 0;
  /** In a world that has more than contracts, most commands are of others. */
  private isTouched = true;

  constructor(
    private readonly realm: MemoryRealm,
    private readonly owners: readonly string[],
    private readonly eventMaxUsdt: string,
  ) {}

  take({ type, data, stream }: RecordedEvent): void {
    if (OF_CONTRACTS.test(stream)) this.isTouched = true;
    this.happened.set(type, (this.happened.get(type) ?? 0) + 1);
    switch (type) {
      case 'ContractOrderAccepted':
        return this.accepted((data as Accepted).order.orderId);
      case 'ContractOrderCancelled':
        return this.orderEnded((data as Cancelled).orderId, 'cancelled');
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
    if (!this.isTouched) return;
    this.isTouched = false;
    const { realm } = this;
    if (this.fund < ZERO || amount(realm.balance(HOUSE.contractInsurance.account, 'USDT')) !== this.fund)
      throw new Violation(`the insurance fund is at ${format(this.fund)}`);
    const net = [...this.lots.values()].reduce((sum, lots) => sum + lots, 0);
    if (net + this.agents !== 0) throw new Violation(`longs and shorts differ by ${net + this.agents} lots`);
    let cost = ZERO;
    for (const ownerId of this.owners) {
      const { long, short } = contractOf(realm.state(positionKind, ownerId), SYMBOL);
      cost += (short?.entryNotional ?? ZERO) - (long?.entryNotional ?? ZERO);
      const held = (long?.lots ?? 0) - (short?.lots ?? 0);
      if (held !== (this.lots.get(ownerId) ?? 0)) throw new Violation(`${ownerId} has ${held} lots, not their fills`);
    }
    const clearing = amount(realm.balance(HOUSE.contractClearing.account, 'USDT'));
    if (clearing !== cost) throw new Violation(`clearing has ${format(clearing)}, and ${format(cost)} are open`);
  }

  /** After the contract has ended. */
  isOver(): void {
    for (const [key, { isOpen }] of this.lives) if (isOpen) throw new Violation(`${key} never ended`);
    for (const [orderId, end] of this.orders) if (end === 'open') throw new Violation(`order ${orderId} never ended`);
    if (!this.realm.state(fundingKind, SYMBOL).isOver && this.lives.size > 0) throw new Violation('it is not settled');
  }

  private accepted(orderId: string): void {
    if (this.orders.has(orderId)) throw new Violation(`order ${orderId} was accepted twice`);
    this.orders.set(orderId, 'open');
  }

  private orderEnded(orderId: string, end: 'filled' | 'cancelled'): void {
    const before = this.orders.get(orderId);
    if (before !== 'open') throw new Violation(`order ${orderId} was ${end} when it was ${before ?? 'unknown'}`);
    this.orders.set(orderId, end);
  }

  private matched({ makerOwner, takerOwner, takerSide, lots, ...orders }: Matched): void {
    this.trades += 1;
    const { makerOrderId, makerRemainingLots, takerOrderId, takerRemainingLots } = orders;
    if (makerOrderId !== null && makerRemainingLots === 0) this.orderEnded(makerOrderId, 'filled');
    if (takerOrderId !== null && takerRemainingLots === 0) this.orderEnded(takerOrderId, 'filled');
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
    // Of a thousandth of the underlying.
    const eachLot = (difference < ZERO ? -difference : difference) / 1_000n;
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

interface Accepted {
  readonly order: { readonly orderId: string };
}
interface Cancelled {
  readonly orderId: string;
}
interface Matched {
  readonly makerOrderId: string | null;
  readonly makerRemainingLots: number;
  readonly takerOrderId: string | null;
  readonly takerRemainingLots: number;
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
