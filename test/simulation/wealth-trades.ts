import { Violation } from '../../server/core/violation.js';
import type { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { simulation as c2c } from '../../server/features/c2c/c2c.simulation.js';
import { SYMBOL, type PerpetualMarket } from '../../server/features/contract/contract.testkit.js';
import type { OptionSettled } from '../../server/features/option/option.events.js';
import { simulation as option } from '../../server/features/option/option.simulation.js';
import { drawn, type SimulatedWorld, type Simulation } from '../../server/features/simulation.js';
import { SimulatedMarket } from '../../server/features/spot/spot-market.simulation.js';
import type { AgentFill } from '../../server/market/simulator/impact.js';
import { ContractLaws } from './contract-laws.js';
import { ContractTrading, FUNDS } from './contract-trading.js';
import { PEOPLE } from './wealth-people.js';

/** Every quarter people buy USDT from sellers, for a few days: what expired is reinstated within a day. */
const [BUYS_EVERY, BUYS_FOR] = [90, 3];
/** Three days a year people trade a contract, and positions stay open between. */
const CONTRACTS_EVERY = 120;
const TRADERS = PEOPLE.map((userId) => ({ userId, ownerId: `${userId}.1` }));

/** The books of the simulation, and beside them the contract. */
class TradedMarket extends SimulatedMarket {
  constructor(private readonly contract: PerpetualMarket) {
    super();
  }

  override terms(symbol: string) {
    return symbol === SYMBOL ? this.contract.terms() : super.terms(symbol);
  }

  override moment(symbol: string) {
    return symbol === SYMBOL ? this.contract.moment() : super.moment(symbol);
  }

  override hours(symbol: string, at: number) {
    return symbol === SYMBOL ? this.contract.hours() : super.hours(symbol, at);
  }

  override beat(symbol: string) {
    return symbol === SYMBOL ? this.contract.beat() : super.beat(symbol);
  }

  override impactAfter(symbol: string, ...asked: [at: number, impact: unknown, fills: readonly AgentFill[]]) {
    return symbol === SYMBOL ? this.contract.impactAfter() : super.impactAfter(symbol, ...asked);
  }
}

/** What people trade beside their wealth, as in each product's own simulation: C2C orders, options and a contract. */
export class WealthTrades {
  readonly nouns: readonly Simulation[];
  readonly market: SimulatedMarket;
  private readonly c2c: Simulation;
  private readonly option: Simulation;
  private readonly contract: ContractTrading;
  private contractLaws: ContractLaws | undefined;
  private contractIs: 'unknown' | 'traded' | 'over' = 'unknown';

  constructor(
    private readonly world: SimulatedWorld,
    /** It has become this late. */
    reach: (at: number) => void,
  ) {
    const fund = world.rng.pick(FUNDS);
    this.c2c = c2c(world);
    this.option = option(world);
    const parts = {
      rng: world.rng,
      traders: TRADERS,
      fund,
      realm: () => world.realm('real'),
      execute: (command: { type: string; data: unknown }, at: number) => {
        reach(at);
        return world.execute('real', { ...command, actor: 'simulation' });
      },
    };
    this.contract = new ContractTrading(parts, 0);
    this.market = new TradedMarket(this.contract.market);
    const owners = TRADERS.map(({ ownerId }) => ownerId);
    const laws = (realm: MemoryRealm) => (this.contractLaws = new ContractLaws(realm, owners, fund.eventMaxUsdt));
    this.nouns = [this.c2c, this.option, { offers: { contractFacts: this.contract.facts }, laws }];
  }

  begin(): void {
    for (const { begins } of this.nouns) begins?.();
  }

  buysOn(day: number): boolean {
    return day % BUYS_EVERY < BUYS_FOR;
  }

  buy(): void {
    const { rng } = this.world;
    drawn(rng, this.c2c.deeds ?? []).act(rng.pick(PEOPLE));
  }

  /** Somebody bets a few times in a row. */
  bet(): void {
    const { rng } = this.world;
    const userId = rng.pick(PEOPLE);
    for (let n = rng.between(1, 5); n > 0; n -= 1) drawn(rng, this.option.deeds ?? []).act(userId);
  }

  contractsOn(day: number): boolean {
    return day % CONTRACTS_EVERY === CONTRACTS_EVERY / 2;
  }

  /** A few beats of a contract, with money that comes for it. */
  tradeContract(): void {
    const { world, contract } = this;
    const isFirst = this.contractIs === 'unknown';
    contract.resume(world.at);
    for (const trader of TRADERS) {
      if (isFirst || world.rng.chance(0.3)) this.fund(trader);
      if (isFirst) contract.join(trader);
    }
    this.contractIs = 'traded';
    for (let n = world.rng.between(3, 6); n > 0; n -= 1) contract.step();
  }

  /** The contract ends before the years do. */
  endContract(): void {
    if (this.contractIs === 'traded') this.contract.end();
    this.contractIs = 'over';
  }

  isOver(): void {
    this.contractLaws?.isOver();
    const [found] = this.contract.findings();
    if (found !== undefined) throw new Violation(found);
  }

  /** How options and positions ended, as their owners see it. */
  results(): Record<'options' | 'positions', string[]> {
    const options = this.world.realm('real').events.filter(({ type }) => type === 'OptionSettled');
    return {
      options: options.map(({ data }) => (data as OptionSettled).result),
      positions: [...(this.contractLaws?.ends ?? [])].flatMap(([cause, times]) => Array<string>(times).fill(cause)),
    };
  }

  private fund({ userId, ownerId }: (typeof TRADERS)[number]): void {
    const move = { transferId: this.world.nextId('t'), from: 'spot', to: 'contract', currency: 'USDT', amount: '400' };
    const data = { userId, ownerId, ...move };
    this.world.execute('real', { type: 'TransferFunds', data, actor: `user:${userId}` });
  }
}
