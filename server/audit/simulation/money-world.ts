import type { CommandResult } from '../../core/decider.js';
import { amount } from '../../../shared/money.js';
import { Rng } from '../../core/rng.js';
import { c2cKind } from '../../features/c2c/c2c.decider.js';
import { payeeKind } from '../../features/payee/payee.decider.js';
import { jsonHash, type MemoryRealm } from '../../engine/writer/memory-realm.js';
import { audited, Violation } from './invariants.js';
import { MoneyLaws } from './money-laws.js';
import { addressOf, MoneyWishes, NOBODYS, SEALED, SELLERS } from './money-people.js';
import { idsOf, MoneyMachines } from './money-machines.js';
import { moneyRealm, PEOPLE } from './money-realm.js';
import { moneyReviews, MoneyStaff, ownAccountOf, STAFF } from './money-staff.js';
import { CONFIRMATIONS, NETWORK, Outside } from './outside.js';
import type { Wish } from './people.js';

const HOUR_MS = 3_600_000;

export interface MoneyOutcome {
  readonly seed: number;
  readonly events: number;
  readonly refused: number;
  /** How often requests ended in which way. */
  readonly endings: Readonly<Record<string, number>>;
  readonly hash: string;
}

/**
 * People with their deposits, withdrawals and C2C orders, the staff who decide them, and chain, bank and clock, all from one
 * seed. Every law is checked after every command; in the end everything comes to rest, and then each request has ended once.
 */
export class MoneyWorld {
  private readonly rng: Rng;
  private readonly outside: Outside;
  private readonly realm: MemoryRealm;
  private readonly staff: MoneyStaff;
  private readonly laws: MoneyLaws;
  private readonly wishes: MoneyWishes;
  private readonly machines: MoneyMachines;
  private at = 1_800_000_000_000;
  private refused = 0;

  constructor(readonly seed: number) {
    this.rng = new Rng(seed);
    this.outside = new Outside(this.rng);
    const kinds = moneyReviews();
    this.realm = moneyRealm(kinds);
    this.staff = new MoneyStaff(this.rng, this.realm, this.outside, kinds);
    this.laws = new MoneyLaws(this.realm, this.outside, ownAccountOf);
    this.wishes = new MoneyWishes(this.rng);
    const { rng, realm, outside } = this;
    this.machines = new MoneyMachines({ rng, realm, outside, execute: (wish) => this.execute(wish) });
    this.begin();
  }

  run(steps: number): MoneyOutcome {
    for (let done = 0; done < steps; done += 1) this.step();
    // Withdrawals are open here, and none is at rest.
    audited(this.realm);
    this.comeToRest();
    this.laws.atRest();
    audited(this.realm);
    if (jsonHash(sorted(this.realm.live())) !== jsonHash(sorted(this.realm.replayed())))
      throw new Violation('a replay gives other states');
    const endings: Record<string, number> = {};
    for (const how of this.laws.endings.values()) endings[how] = (endings[how] ?? 0) + 1;
    const { events, headHash } = this.realm;
    return { seed: this.seed, events: events.length, refused: this.refused, endings, hash: headHash };
  }

  private begin(): void {
    for (const userId of PEOPLE) {
      const asked = { country: null, invitedBy: null, agreement: null, policy: null };
      const data = { userId, name: userId, lang: 'en', ...asked };
      this.execute({ type: 'OpenRealAccount', data, actor: `user:${userId}` });
      const network = { userId, network: NETWORK };
      this.execute({ type: 'AssignDepositAddress', data: network, actor: `user:${userId}` });
      const address = { ...network, address: userId, tag: null, addressId: addressOf(userId) };
      this.execute({ type: 'OpenDepositAddress', data: address, actor: `user:${userId}` });
    }
    for (const [sellerId, currency] of [[SELLERS[0], 'USD'] as const, [SELLERS[1], 'EUR'] as const]) {
      const terms = { label: sellerId, currency, sealedAccount: SEALED, min: '1', max: '90000', dayMax: '200000' };
      const data = { sellerId, staffId: 'staff-risk', ...terms };
      this.execute({ type: 'AddSeller', data, actor: 'staff:staff-risk' });
    }
  }

  private step(): void {
    const { rng } = this;
    this.at += rng.chance(0.03) ? rng.between(1, 30) * HOUR_MS : rng.between(1, 600_000);
    this.fireDue();
    switch (rng.below(12)) {
      case 0:
        return this.outside.mine();
      case 1:
        return rng.chance(0.4) ? this.outside.reorganise() : this.outside.mine();
      case 2:
        return this.arrival();
      case 3:
      case 4:
        return this.machines.readNews();
      case 5:
        return this.machines.payOut();
      case 6:
        return this.bankWorks();
      case 7:
      case 8:
        return this.staffWork();
      default:
        return this.personWishes(rng.pick(PEOPLE));
    }
  }

  private fireDue(): void {
    for (let next = this.realm.takeDue(this.at); next !== undefined; next = this.realm.takeDue(this.at))
      this.execute({ type: next.type, data: JSON.parse(next.data) as unknown, actor: 'timer' });
  }

  private arrival(): void {
    const { rng, outside } = this;
    const asset = rng.pick(['USDT', 'USDT', 'ETH', 'DOGE']);
    const sum = rng.pick(asset === 'ETH' ? ['0.05', '0.1', '4'] : ['0.5', '1', '5000', '40000']);
    outside.arrive(rng.chance(0.15) ? NOBODYS : addressOf(rng.pick(PEOPLE)), asset, amount(sum));
  }

  private bankWorks(): void {
    for (const payout of this.outside.payouts.values()) if (this.rng.chance(0.3)) this.outside.settle(payout);
  }

  private staffWork(): void {
    const open = this.staff.open();
    if (open.length === 0) return;
    const request = this.rng.pick(open);
    const staffId = this.rng.pick(STAFF);
    if (this.rng.chance(0.9)) this.execute(this.staff.claim(request, staffId));
    if (this.rng.chance(0.95)) this.execute(this.staff.read(request, staffId));
    if (this.rng.chance(0.8))
      this.execute(this.staff.decide(request, staffId, this.rng.chance(0.75) ? 'approved' : 'rejected'));
  }

  private personWishes(userId: string): void {
    const { rng, wishes } = this;
    const actor = `user:${userId}`;
    switch (rng.below(9)) {
      case 0:
        return void this.execute(wishes.addPayee(userId));
      case 1:
      case 2: {
        const { entries } = this.realm.state(payeeKind, rng.chance(0.95) ? userId : rng.pick(PEOPLE));
        return void this.execute(wishes.withdrawal(userId, entries.length > 0 ? rng.pick(entries) : undefined));
      }
      case 3: {
        const mine = idsOf(this.realm, 'WithdrawalRequested', 'withdrawalId');
        if (mine.length === 0) return;
        const data = { withdrawalId: rng.pick(mine), userId };
        return void this.execute({ type: 'CancelWithdrawal', data, actor });
      }
      case 4: {
        const hashes = [...this.outside.transfers.keys(), 'f'.repeat(64)];
        return void this.execute(wishes.proof(userId, rng.pick(hashes)));
      }
      case 5:
        return void this.execute(wishes.c2c(userId, this.at));
      case 6:
        return this.goOnC2c(userId);
      case 7:
        return void this.execute(wishes.transfer(userId));
      default:
        return void this.execute(wishes.conversion(userId, this.at));
    }
  }

  /** The wire, the voucher, the appeal, and support's second chance: whatever comes next, or what does not. */
  private goOnC2c(userId: string): void {
    const { rng } = this;
    const orders = idsOf(this.realm, 'C2cOrderPlaced', 'orderId');
    if (orders.length === 0) return;
    const orderId = rng.pick(orders);
    const order = this.realm.state(c2cKind, orderId);
    if (order.status === 'none') return;
    const short = rng.chance(0.15) ? amount('1') : amount(order.payAmount);
    if (order.seller !== null && rng.chance(0.7))
      this.outside.wire(order.reference, order.seller.id, short, order.currency, this.at);
    const actor = `user:${userId}`;
    const names = { orderId, userId: rng.chance(0.9) ? order.userId : userId };
    const remitted = { ...names, sealedPayer: SEALED, voucher: 'image-2', problem: null };
    this.execute({ type: 'RemitC2c', data: remitted, actor });
    if (rng.chance(0.5)) this.execute({ type: 'AppealC2c', data: { ...names, sealedText: SEALED }, actor });
    if (order.status !== 'expired' || !rng.chance(0.5)) return;
    const data = { orderId, userId: order.userId, staffId: 'staff-1', round: order.round + 1 };
    this.execute({ type: 'ReinstateC2c', data, actor: 'staff:staff-1' });
  }

  /** Nobody wishes anything more: blocks are mined, queues are worked off, and every timer fires. */
  private comeToRest(): void {
    for (let round = 0; round < 20; round += 1) {
      this.at += 4 * HOUR_MS;
      this.fireDue();
      for (let n = 0; n < CONFIRMATIONS; n += 1) this.outside.mine(1);
      for (const hash of this.outside.news.splice(0)) this.machines.note(hash);
      for (const request of this.staff.open()) this.decideAtLast(request);
      this.machines.payOut(false);
      for (const payout of this.outside.payouts.values()) this.outside.settle(payout);
      this.machines.payOut(false);
    }
  }

  /** Whoever may: approved when that is possible, else rejected. An appeal needs other eyes than those that rejected. */
  private decideAtLast(request: Parameters<MoneyStaff['claim']>[0]): void {
    for (const verdict of ['approved', 'rejected'] as const)
      for (const staffId of STAFF) {
        this.execute(this.staff.claim(request, staffId));
        this.execute(this.staff.read(request, staffId));
        this.execute(this.staff.decide(request, staffId, verdict));
        this.at += HOUR_MS;
      }
  }

  private execute(wish: Wish): CommandResult {
    const result = this.realm.execute({ ...wish, at: this.at });
    if (!result.ok) this.refused += 1;
    this.laws.check();
    return result;
  }
}

const sorted = (states: ReadonlyMap<string, unknown>) => [...states].sort(([a], [b]) => (a < b ? -1 : 1));

/** Runs one seed. What goes wrong is thrown with the seed in its message. */
export function simulateMoney(seed: number, steps: number): MoneyOutcome {
  try {
    return new MoneyWorld(seed).run(steps);
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
  }
}
