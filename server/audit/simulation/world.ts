import { amount } from '../../../shared/money.js';
import type { RequestToken } from '../../core/command.js';
import type { CommandResult } from '../../core/decider.js';
import { Rng } from '../../core/rng.js';
import { jsonHash } from '../../engine/writer/memory-realm.js';
import { c2cKind } from '../../features/c2c/c2c.decider.js';
import { payeeKind } from '../../features/payee/payee.decider.js';
import { AdvanceSpotMarket } from '../../features/spot/spot.commands.js';
import { spotKind } from '../../features/spot/spot.state.js';
import { reactionsOf, type Ports } from '../../features.js';
import { simulatedHandlers, simulatedPorts, SIMULATED_KINDS } from './house.js';
import { idsOf, MoneyMachines } from './money-machines.js';
import { MoneyLaws } from './money-laws.js';
import { addressOf, MoneyCommands, NOBODYS, SEALED, SELLERS } from './money-people.js';
import { moneyReviews, MoneyStaff, ownAccountOf, STAFF } from './money-staff.js';
import { CONFIRMATIONS, NETWORK, Outside } from './outside.js';
import { ownerOf, SIMULATED_DEMO_RULES, TraderCommands, type Person, type SimulatedCommand } from './people.js';
import { SimulatedRealm } from './realm.js';
import { SIMULATED_SYMBOLS, SimulatedMarket } from './simulated-market.js';
import { Violation } from './violation.js';

export interface Outcome {
  readonly seed: number;
  readonly events: number;
  readonly trades: number;
  readonly refused: number;
  /** How often deposits, withdrawals and C2C orders ended in which way. */
  readonly endings: Readonly<Record<string, number>>;
  /** Of both realms' heads: two runs that agree on it did the same. */
  readonly hash: string;
}

const HOUR_MS = 3_600_000;
const NEWCOMER = { generation: 0, expiresAt: 0, status: 'none' } as const;
const DEMO_PEOPLE = ['demo-p1', 'demo-p2', 'demo-p3', 'demo-p4'];
/** The last one has not shown who they are. */
const REAL_PEOPLE = ['real-p1', 'real-p2', 'real-p3', 'real-p4'];

/**
 * People of both realms who trade and move money, the staff who decide, market, chain, bank and clock, all from one seed, over
 * every noun's commands, timers and reactions. Every law is checked after every command; in the end everything comes to rest,
 * and then each request has ended once.
 */
export class World {
  private readonly rng: Rng;
  private readonly market = new SimulatedMarket();
  private readonly outside: Outside;
  private readonly trading: TraderCommands;
  private readonly money: MoneyCommands;
  private readonly realms: Record<'demo' | 'real', SimulatedRealm>;
  private readonly staff: MoneyStaff;
  private readonly laws: MoneyLaws;
  private readonly machines: MoneyMachines;
  private readonly people = new Map<string, Person>();
  private lawful = 0;
  private at = 1_800_000_000_000;

  constructor(readonly seed: number) {
    this.rng = new Rng(seed);
    this.outside = new Outside(this.rng);
    this.trading = new TraderCommands(this.rng, this.market);
    this.money = new MoneyCommands(this.rng);
    const kinds = moneyReviews();
    const ports = simulatedPorts({ market: this.market, kinds, orders: this.openOrders() }, REAL_PEOPLE.slice(-1));
    const handlers = simulatedHandlers(ports);
    const reactions = reactionsOf(ports);
    this.realms = {
      demo: new SimulatedRealm('demo', handlers, reactions),
      real: new SimulatedRealm('real', handlers, reactions),
    };
    const { rng, outside } = this;
    const { memory, ledger } = this.realms.real;
    this.staff = new MoneyStaff(rng, memory, outside, kinds);
    this.laws = new MoneyLaws(memory, ledger, outside, ownAccountOf);
    this.machines = new MoneyMachines({
      rng,
      realm: memory,
      outside,
      execute: (command) => this.execute('real', command),
    });
    this.begin();
  }

  async run(steps: number): Promise<Outcome> {
    for (let done = 0; done < steps; done += 1) {
      await this.step();
      if (done % 500 === 499) for (const realm of Object.values(this.realms)) realm.ledger.everything();
    }
    // Orders, withdrawals and deposits are open here, and few are at rest.
    for (const realm of Object.values(this.realms)) realm.compare(this.rng, SIMULATED_KINDS);
    await this.comeToRest();
    this.laws.atRest();
    for (const realm of Object.values(this.realms)) realm.compare(this.rng, SIMULATED_KINDS);
    const { demo, real } = this.realms;
    const endings: Record<string, number> = {};
    for (const how of this.laws.endings.values()) endings[how] = (endings[how] ?? 0) + 1;
    return {
      seed: this.seed,
      events: demo.memory.events.length + real.memory.events.length,
      trades: demo.books.trades + real.books.trades,
      refused: demo.refused + real.refused,
      endings,
      hash: jsonHash([demo.memory.headHash, real.memory.headHash]),
    };
  }

  private begin(): void {
    for (const userId of DEMO_PEOPLE) this.people.set(userId, { realm: 'demo', userId, ...NEWCOMER });
    for (const userId of REAL_PEOPLE) {
      this.people.set(userId, { realm: 'real', userId, ...NEWCOMER });
      const actor = `user:${userId}`;
      const asked = { country: null, invitedBy: null, agreement: null, policy: null };
      this.execute('real', { type: 'OpenRealAccount', data: { userId, name: userId, lang: 'en', ...asked }, actor });
      const network = { userId, network: NETWORK };
      this.execute('real', { type: 'AssignDepositAddress', data: network, actor });
      const address = { ...network, address: userId, tag: null, addressId: addressOf(userId) };
      this.execute('real', { type: 'OpenDepositAddress', data: address, actor });
    }
    for (const [sellerId, currency] of [[SELLERS[0], 'USD'] as const, [SELLERS[1], 'EUR'] as const]) {
      const terms = { label: sellerId, currency, sealedAccount: SEALED, min: '1', max: '90000', dayMax: '200000' };
      const data = { sellerId, staffId: 'staff-risk', ...terms };
      this.execute('real', { type: 'AddSeller', data, actor: 'staff:staff-risk' });
    }
  }

  /** What is due, what follows from what happened, and then one thing that somebody does or that happens outside. */
  private async step(): Promise<void> {
    const { rng } = this;
    this.at += rng.chance(0.015) ? rng.between(1, 12) * HOUR_MS : rng.between(1, 60_000);
    // Timers and reactions come late at times, as on a busy server.
    if (rng.chance(0.8)) this.fireDue();
    if (rng.chance(0.8)) await this.react();
    const kind = rng.below(100);
    if (kind < 10) this.moveMarket();
    else if (kind < 60) this.trade(rng.pick([...this.people.values()]));
    else if (kind < 80) this.moveMoney(this.personOf(rng.pick(REAL_PEOPLE)));
    else if (kind < 90) this.worldOutside();
    else if (kind < 95) this.machines.payOut();
    else this.staffWork();
  }

  private fireDue(): void {
    for (const [name, { memory }] of Object.entries(this.realms)) {
      for (let due = memory.takeDue(this.at); due !== undefined; due = memory.takeDue(this.at)) {
        const { id, type, data } = due;
        this.execute(name as 'demo' | 'real', {
          type,
          data: JSON.parse(data) as unknown,
          actor: 'timer',
          requestToken: { key: `due:${id}` },
        });
      }
    }
  }

  private async react(): Promise<void> {
    for (const [name, realm] of Object.entries(this.realms))
      await realm.react(this.rng, (command) => void this.execute(name as 'demo' | 'real', command));
  }

  private moveMarket(): void {
    const data = this.market.move(this.rng.pick(SIMULATED_SYMBOLS), this.rng);
    const command = { type: AdvanceSpotMarket.type, data, actor: 'market' };
    this.execute(this.rng.pick(['demo', 'real'] as const), command);
  }

  private trade(person: Person): void {
    const { rng } = this;
    const { userId, generation, status, realm } = person;
    const actor = `user:${userId}`;
    const rules = SIMULATED_DEMO_RULES;
    if (status === 'none')
      return void this.execute(realm, { type: 'OpenDemo', data: { userId, name: userId, lang: 'en', rules }, actor });
    if (realm === 'demo' && rng.chance(status === 'open' ? 0.005 : 0.2)) {
      if (rng.chance(0.02)) return void this.execute(realm, { type: 'ExitDemo', data: { userId }, actor });
      return void this.execute(realm, { type: 'RegenerateDemo', data: { userId, generation, rules }, actor });
    }
    if (realm === 'real' && rng.chance(0.01)) return this.grant(person);
    const command = this.trading.trading(person, (symbol) => this.openOrdersOf(person, symbol));
    const mayNot = this.mayNotTrade(person, command);
    if (this.execute(realm, command).ok && mayNot !== undefined)
      throw new Violation(`${userId} ${mayNot} and was let ${command.type}`);
  }

  private grant(person: Person): void {
    const data = { ownerId: ownerOf(person) };
    this.execute('real', { type: 'GrantInSimulation', data, actor: 'policy:simulation' });
  }

  private worldOutside(): void {
    const { rng, outside } = this;
    switch (rng.below(7)) {
      case 0:
        return rng.chance(0.4) ? outside.reorganise() : outside.mine();
      case 1: {
        const asset = rng.pick(['USDT', 'USDT', 'ETH', 'DOGE']);
        const sum = rng.pick(asset === 'ETH' ? ['0.05', '0.1', '4'] : ['0.5', '1', '5000', '40000']);
        outside.arrive(rng.chance(0.15) ? NOBODYS : addressOf(rng.pick(REAL_PEOPLE)), asset, amount(sum));
        return;
      }
      case 2:
        for (const payout of outside.payouts.values()) if (rng.chance(0.3)) outside.settle(payout);
        return;
      case 3:
      case 4:
        return outside.mine();
      default:
        return this.machines.readNews();
    }
  }

  private staffWork(): void {
    const { rng, staff } = this;
    const open = staff.open();
    if (open.length === 0) return;
    const request = rng.pick(open);
    const staffId = rng.pick(STAFF);
    if (rng.chance(0.9)) this.execute('real', staff.claim(request, staffId));
    if (rng.chance(0.95)) this.execute('real', staff.read(request, staffId));
    if (rng.chance(0.8))
      this.execute('real', staff.decide(request, staffId, rng.chance(0.75) ? 'approved' : 'rejected'));
  }

  private moveMoney({ userId }: Person): void {
    const { rng, money } = this;
    const { memory } = this.realms.real;
    switch (rng.below(9)) {
      case 0:
        return void this.execute('real', money.addPayee(userId));
      case 1:
      case 2: {
        const { entries } = memory.state(payeeKind, rng.chance(0.95) ? userId : rng.pick(REAL_PEOPLE));
        return void this.execute('real', money.withdrawal(userId, entries.length > 0 ? rng.pick(entries) : undefined));
      }
      case 3: {
        const all = idsOf(memory, 'WithdrawalRequested', 'withdrawalId');
        if (all.length === 0) return;
        const data = { withdrawalId: rng.pick(all), userId };
        return void this.execute('real', { type: 'CancelWithdrawal', data, actor: `user:${userId}` });
      }
      case 4: {
        const hashes = [...this.outside.transfers.keys(), 'f'.repeat(64)];
        return void this.execute('real', money.proof(userId, rng.pick(hashes)));
      }
      case 5:
        return void this.execute('real', money.c2c(userId, this.at));
      case 6:
        return this.goOnC2c(userId);
      case 7:
        return void this.execute('real', money.transfer(userId));
      default:
        return void this.execute('real', money.conversion(userId, this.at));
    }
  }

  /** The wire, the voucher, the appeal, and support's second chance: whatever comes next, or what does not. */
  private goOnC2c(userId: string): void {
    const { rng } = this;
    const { memory } = this.realms.real;
    const orders = idsOf(memory, 'C2cOrderPlaced', 'orderId');
    if (orders.length === 0) return;
    const orderId = rng.pick(orders);
    const order = memory.state(c2cKind, orderId);
    if (order.status === 'none') return;
    const short = rng.chance(0.15) ? amount('1') : amount(order.payAmount);
    if (order.seller !== null && rng.chance(0.7))
      this.outside.wire(order.reference, order.seller.id, short, order.currency, this.at);
    const actor = `user:${userId}`;
    const names = { orderId, userId: rng.chance(0.9) ? order.userId : userId };
    const remitted = { ...names, sealedPayer: SEALED, voucher: 'image-2', problem: null };
    this.execute('real', { type: 'RemitC2c', data: remitted, actor });
    if (rng.chance(0.5)) this.execute('real', { type: 'AppealC2c', data: { ...names, sealedText: SEALED }, actor });
    if (order.status !== 'expired' || rng.chance(0.5)) return;
    const again = { orderId, userId: order.userId, staffId: 'staff-1', round: order.round + 1 };
    this.execute('real', { type: 'ReinstateC2c', data: again, actor: 'staff:staff-1' });
  }

  /**
   * Nobody sends anything more: orders are cancelled, blocks are mined, queues are worked off, and every timer fires. Orders of
   * lives that have ended are left to the house.
   */
  private async comeToRest(): Promise<void> {
    for (const person of [...this.people.values()].filter(({ status }) => status === 'open'))
      for (const symbol of SIMULATED_SYMBOLS)
        this.execute(person.realm, this.trading.cancelAll(person, symbol, 'user'));
    for (let round = 0; round < 20; round += 1) {
      this.at += 4 * HOUR_MS;
      this.fireDue();
      while (!Object.values(this.realms).every((realm) => realm.isFollowed)) await this.react();
      for (let n = 0; n < CONFIRMATIONS; n += 1) this.outside.mine(1);
      for (const hash of this.outside.news.splice(0)) this.machines.note(hash);
      for (const request of this.staff.open()) this.decideAtLast(request);
      this.machines.payOut(false);
      for (const payout of this.outside.payouts.values()) this.outside.settle(payout);
      this.machines.payOut(false);
    }
    this.realms.demo.ledger.nothingHeld();
    this.realms.real.ledger.nothingHeld();
  }

  /** Whoever may: approved when that is possible, else rejected. An appeal needs other eyes than those that rejected. */
  private decideAtLast(request: Parameters<MoneyStaff['claim']>[0]): void {
    for (const verdict of ['approved', 'rejected'] as const)
      for (const staffId of STAFF) {
        this.execute('real', this.staff.claim(request, staffId));
        this.execute('real', this.staff.read(request, staffId));
        this.execute('real', this.staff.decide(request, staffId, verdict));
        this.at += HOUR_MS;
      }
  }

  private execute(
    realm: 'demo' | 'real',
    command: SimulatedCommand & { readonly requestToken?: RequestToken },
  ): CommandResult {
    const result = this.realms[realm].execute(command, this.at);
    const { events } = this.realms.real.memory;
    for (; this.lawful < events.length; this.lawful += 1) {
      const event = events[this.lawful];
      if (event !== undefined) this.laws.take(event);
    }
    if (result.ok && !result.repeated) this.follow(command);
    return result;
  }

  /** What an account's command changes for the person, known without asking the account. */
  private follow({ type, data }: SimulatedCommand): void {
    const person = this.people.get((data as { userId?: string }).userId ?? '');
    if (person === undefined) return;
    switch (type) {
      case 'OpenDemo':
      case 'RegenerateDemo':
        person.generation += 1;
        person.status = 'open';
        person.expiresAt = this.at + SIMULATED_DEMO_RULES.lifeDays * 24 * HOUR_MS;
        return;
      case 'ExpireDemo':
        if (person.status === 'open' && this.at >= person.expiresAt) person.status = 'expired';
        return;
      case 'ExitDemo':
        person.status = 'exited';
        return;
      case 'OpenRealAccount':
        Object.assign(person, { status: 'open', generation: 1 });
        return this.grant(person);
      default:
        return;
    }
  }

  /** Why a command that opens or changes an order must be refused, from what the simulation itself knows. */
  private mayNotTrade(person: Person, { type }: SimulatedCommand): string | undefined {
    if (!['PlaceSpotOrder', 'PlaceSpotOco', 'AmendSpotOrder'].includes(type)) return undefined;
    if (person.status === 'expired' || person.status === 'exited') return `has ${person.status}`;
    return person.realm === 'demo' && this.at >= person.expiresAt ? 'was due to expire' : undefined;
  }

  /** Mostly their own: whoever cancels what is another's is refused. */
  private openOrdersOf(person: Person, symbol: string): string[] {
    const { book, terms } = this.realms[person.realm].memory.state(spotKind, symbol);
    if (this.rng.chance(0.1)) return [...terms.keys()];
    return Array.from(book.ordersOf(ownerOf(person)), ({ orderId }) => orderId);
  }

  private openOrders(): Ports['orders'] {
    return {
      openSymbols: (realm, ownerId) => {
        const { memory } = this.realms[realm as 'demo' | 'real'];
        const isOpen = (symbol: string): boolean =>
          [...memory.state(spotKind, symbol).book.ordersOf(ownerId)].length > 0;
        return Promise.resolve(SIMULATED_SYMBOLS.filter(isOpen));
      },
    };
  }

  private personOf(userId: string): Person {
    const person = this.people.get(userId);
    if (person === undefined) throw new Error(`nobody is called ${userId}`);
    return person;
  }
}

/** Runs one seed. What goes wrong is thrown with the seed in its message. */
export async function simulate(seed: number, steps: number): Promise<Outcome> {
  try {
    return await new World(seed).run(steps);
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
  }
}
