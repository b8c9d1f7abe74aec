import { z } from 'zod';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, HouseCommand, type DataOf } from '../../core/command.js';
import type { CommandResult, StreamKind } from '../../core/decider.js';
import { amount } from '../../../shared/money.js';
import { Rng } from '../../core/rng.js';
import { declareEventTypes } from '../../engine/history/event-types.js';
import { accountKind, mayTrade } from '../../features/account/account.decider.js';
import { accountHandlers } from '../../features/account/account.handler.js';
import { AdvanceSpotMarket } from '../../features/spot/spot.commands.js';
import { orderHandlers } from '../../trading/venue/order.handler.js';
import { spotKind } from '../../features/spot/spot.state.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { CommandHandlers } from '../../engine/writer/command-handlers.js';
import { jsonHash, MemoryRealm } from '../../engine/writer/memory-realm.js';
import { audited, Invariants, Violation } from './invariants.js';
import { ownerOf, SIMULATED_DEMO_RULES, Wishes, type Person, type Wish } from './people.js';
import { SIMULATED_SYMBOLS, SimulatedMarket } from './simulated-market.js';

declareEventTypes({ type: 'SimulationGranted', schema: 1 });

const nothing: StreamKind<null> = { name: 'simulation', initial: () => null, evolve: () => null };

const grantInSimulation = z.object({ ownerId: z.string() });

class GrantInSimulation extends HouseCommand<DataOf<typeof grantInSimulation>, null> {
  static readonly type = 'GrantInSimulation';
  static readonly schema = grantInSimulation;
}

/** Real accounts have no grant of their own: the simulation gives them something to trade with. */
const grant = handle(GrantInSimulation, {
  realms: ['real'],
  touches: ({ ownerId }) => ({ streams: [[nothing, ownerId]] }),
  decide: (_, { ownerId }) => {
    const postings = ['USDT', 'BTC', 'ETH'].flatMap((asset) => [
      { account: HOUSE.marketMaker.account, asset, amount: -amount('5000') },
      { account: userAccount(ownerId, 'spot', 'available'), asset, amount: amount('5000') },
    ]);
    const event = { stream: `simulation-${ownerId}`, type: 'SimulationGranted', schema: 1, data: {}, postings };
    return { events: [event], answer: null };
  },
});

const gate: AccountGate = {
  stream: (userId) => [accountKind as StreamKind<unknown>, userId],
  refusal: (view, userId, ownerId, at) => mayTrade(view.state(accountKind, userId), at, ownerId),
  nationality: () => null,
};

/** The commands of a simulation: accounts, spot orders and the market of the simulation. */
export function simulationHandlers(market: SimulatedMarket): CommandHandlers {
  return new CommandHandlers().register(grant, ...accountHandlers, ...orderHandlers(spotKind, market, gate));
}

export interface Outcome {
  readonly seed: number;
  readonly commands: number;
  readonly events: number;
  readonly trades: number;
  readonly refused: number;
  /** Of both realms' heads: two runs that agree on it did the same. */
  readonly hash: string;
}

interface Due {
  readonly at: number;
  readonly person: Person;
  readonly wish: Wish;
}

const HOUR_MS = 3_600_000;
const DEMO_PEOPLE = 4;
const REAL_PEOPLE = 3;

/** People of both realms, their market and their clock, all from one seed; every law is checked after every command. */
export class World {
  private readonly rng: Rng;
  private readonly market = new SimulatedMarket();
  private readonly wishes: Wishes;
  private readonly realms: Record<'demo' | 'real', MemoryRealm>;
  private readonly laws: Record<'demo' | 'real', Invariants>;
  private readonly people: Person[] = [];
  private due: Due[] = [];
  private at = 1_800_000_000_000;
  private refused = 0;

  constructor(readonly seed: number) {
    this.rng = new Rng(seed);
    this.wishes = new Wishes(this.rng, this.market);
    const handlers = simulationHandlers(this.market);
    this.realms = { demo: new MemoryRealm('demo', handlers), real: new MemoryRealm('real', handlers) };
    this.laws = {
      demo: new Invariants(this.realms.demo, SIMULATED_SYMBOLS),
      real: new Invariants(this.realms.real, SIMULATED_SYMBOLS),
    };
    const newcomer = { generation: 0, expiresAt: 0, status: 'none' } as const;
    for (let n = 1; n <= DEMO_PEOPLE; n++) this.people.push({ realm: 'demo', userId: `demo-p${n}`, ...newcomer });
    for (let n = 1; n <= REAL_PEOPLE; n++) this.people.push({ realm: 'real', userId: `real-p${n}`, ...newcomer });
  }

  /** Runs that many commands, the due ones among them, then compares live, replayed and reloaded states. */
  run(commands: number): Outcome {
    for (let done = 0; done < commands; done += 1) {
      this.step();
      if (done % 500 === 499) for (const law of Object.values(this.laws)) law.everything();
    }
    for (const realm of ['demo', 'real'] as const) {
      this.laws[realm].everything();
      this.compareReplays(this.realms[realm]);
      audited(this.realms[realm], nothing as StreamKind<unknown>);
    }
    const { demo, real } = this.realms;
    const trades = SIMULATED_SYMBOLS.map(
      (symbol) => demo.state(spotKind, symbol).trades + real.state(spotKind, symbol).trades,
    );
    return {
      seed: this.seed,
      commands,
      events: demo.events.length + real.events.length,
      trades: trades.reduce((sum, count) => sum + count, 0),
      refused: this.refused,
      hash: jsonHash([demo.headHash, real.headHash]),
    };
  }

  /** One command: what is due first, else what somebody wishes, or the market moves. */
  private step(): void {
    const { rng } = this;
    const due = this.due[0];
    if (due !== undefined && due.at <= this.at) {
      this.due.shift();
      return this.send(due.person, due.wish);
    }
    this.at += rng.chance(0.01) ? rng.between(1, 8) * HOUR_MS : rng.between(1, 5_000);
    if (rng.chance(0.12)) return this.moveMarket();
    const person = rng.pick(this.people);
    this.send(person, this.wishOf(person));
  }

  private wishOf(person: Person): Wish {
    const { userId } = person;
    const actor = `user:${userId}`;
    const { rng } = this;
    const common = { userId, name: userId, lang: 'en' };
    if (person.status === 'none') {
      if (person.realm === 'real') {
        const asked = { country: null, invitedBy: null, agreement: null, policy: null };
        return { type: 'OpenRealAccount', data: { ...common, ...asked }, actor };
      }
      return { type: 'OpenDemo', data: { ...common, rules: SIMULATED_DEMO_RULES }, actor };
    }
    if (person.realm === 'demo' && rng.chance(person.status === 'open' ? 0.005 : 0.2)) {
      if (rng.chance(0.02)) return { type: 'ExitDemo', data: { userId }, actor };
      return {
        type: 'RegenerateDemo',
        data: { userId, generation: person.generation, rules: SIMULATED_DEMO_RULES },
        actor,
      };
    }
    if (person.realm === 'real' && rng.chance(0.01))
      return { type: 'GrantInSimulation', data: { ownerId: ownerOf(person) }, actor };
    return this.wishes.trading(person, (symbol) => this.openOrders(person, symbol));
  }

  private moveMarket(): void {
    const realm = this.rng.pick(['demo', 'real'] as const);
    const data = this.market.move(this.rng.pick(SIMULATED_SYMBOLS), this.rng);
    this.execute(realm, { type: AdvanceSpotMarket.type, data, actor: 'market' });
  }

  private send(person: Person, wish: Wish): void {
    const mayNot = this.mayNotTrade(person, wish);
    const result = this.execute(person.realm, wish);
    if (!result.ok) return;
    if (mayNot !== undefined) throw new Violation(`${person.userId} ${mayNot} and was let ${wish.type}`);
    this.follow(person, wish);
  }

  private execute(realm: 'demo' | 'real', wish: Wish): CommandResult {
    const result = this.realms[realm].execute({ ...wish, at: this.at });
    if (!result.ok) this.refused += 1;
    this.laws[realm].check();
    return result;
  }

  /** Why a wish that opens or changes an order must be refused, from what the simulation itself knows. */
  private mayNotTrade(person: Person, { type, data }: Wish): string | undefined {
    if (!['PlaceSpotOrder', 'PlaceSpotOco', 'AmendSpotOrder'].includes(type)) return undefined;
    if ((data as { ownerId: string }).ownerId !== ownerOf(person)) return 'wished for another life';
    if (person.status === 'expired' || person.status === 'exited') return `has ${person.status}`;
    return person.realm === 'demo' && this.at >= person.expiresAt ? 'was due to expire' : undefined;
  }

  /** What an account's command changes for the person, and what it makes due. */
  private follow(person: Person, { type }: Wish): void {
    const { userId } = person;
    switch (type) {
      case 'OpenDemo':
      case 'RegenerateDemo': {
        if (type === 'RegenerateDemo') this.cancelOrders(person, 'closed');
        person.generation += 1;
        person.status = 'open';
        person.expiresAt = this.at + SIMULATED_DEMO_RULES.lifeDays * 24 * HOUR_MS;
        const data = { userId, generation: person.generation };
        return this.later(person.expiresAt, person, { type: 'ExpireDemo', data, actor: 'timer' });
      }
      case 'ExpireDemo':
        if (person.status !== 'open' || this.at < person.expiresAt) return;
        person.status = 'expired';
        return this.cancelOrders(person, 'expired');
      case 'ExitDemo':
        person.status = 'exited';
        return this.cancelOrders(person, 'closed');
      case 'OpenRealAccount': {
        Object.assign(person, { status: 'open', generation: 1 });
        const data = { ownerId: ownerOf(person) };
        return this.later(this.at, person, { type: 'GrantInSimulation', data, actor: 'policy:simulation' });
      }
      default:
        return undefined;
    }
  }

  /** As the policy does when a life ends: some moments later, book by book. */
  private cancelOrders(person: Person, reason: 'expired' | 'closed'): void {
    for (const symbol of SIMULATED_SYMBOLS)
      this.later(this.at + this.rng.between(1, 20_000), person, this.wishes.cancelAll({ ...person }, symbol, reason));
  }

  private later(at: number, person: Person, wish: Wish): void {
    this.due.push({ at, person, wish });
    this.due.sort((a, b) => a.at - b.at);
  }

  /** Mostly his own: whoever cancels what is another's is refused. */
  private openOrders(person: Person, symbol: string): string[] {
    const { book, terms } = this.realms[person.realm].state(spotKind, symbol);
    if (this.rng.chance(0.1)) return [...terms.keys()];
    return Array.from(book.ordersOf(ownerOf(person)), ({ orderId }) => orderId);
  }

  private compareReplays(realm: MemoryRealm): void {
    const live = statesHash(realm.live());
    if (statesHash(realm.replayed()) !== live) throw new Violation(`${realm.realm}: a replay gives other states`);
    const middle = this.rng.between(1, Math.max(1, realm.rows.length));
    if (statesHash(realm.replayedFrom(middle)) !== live)
      throw new Violation(`${realm.realm}: snapshots at ${middle} and the tail give other states`);
  }
}

function statesHash(states: ReadonlyMap<string, unknown>): string {
  return jsonHash([...states].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Runs one seed. What goes wrong is thrown with the seed in its message. */
export function simulate(seed: number, commands: number): Outcome {
  try {
    return new World(seed).run(commands);
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
  }
}
