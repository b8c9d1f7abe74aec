import type { RequestToken } from '../../core/command.js';
import type { CommandResult } from '../../core/decider.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { Rng } from '../../core/rng.js';
import type { CommandHandlers } from '../../engine/writer/command-handlers.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { jsonHash, type MemoryRealm } from '../../engine/writer/memory-realm.js';
import { reactionsOf, simulations, notificationPorts, openDebts, openPrincipal, type Ports } from '../../features.js';
import { CONFIRMATIONS, Outside } from '../../outside/hostile/outside.js';
import {
  drawn,
  HOUR_MS,
  ownerOf,
  type Act,
  type Person,
  type SimulatedCommand,
  type SimulatedPayee,
  type SimulatedRealmName,
  type SimulatedWorld,
  type Simulation,
} from '../../features/simulation.js';
import type { ReviewOpened } from '../../review/review.events.js';
import { simulatedHandlers, simulatedPorts, SIMULATED_KINDS } from './handlers.js';
import { SimulatedRealm } from './realm.js';
import { RequestLaws } from './request-laws.js';
import { ownAccountOf, Staff, STAFF } from './staff.js';

export interface Outcome {
  readonly seed: number;
  readonly events: number;
  readonly trades: number;
  readonly refused: number;
  /** How often requests ended in which way. */
  readonly endings: Readonly<Record<string, number>>;
  /** How often which event happened in any realm. */
  readonly happened: Readonly<Record<string, number>>;
  /** Trades of new coins. */
  readonly coinsSold: number;
  /** Of all realms' heads: two runs that agree on it did the same. */
  readonly hash: string;
}

const NEWCOMER = { generation: 0, expiresAt: 0, status: 'none' } as const;
const DEMO_PEOPLE = ['demo-p1', 'demo-p2', 'demo-p3', 'demo-p4'];
/** The last one has not shown who they are. */
const REAL_PEOPLE = ['real-p1', 'real-p2', 'real-p3', 'real-p4'];

/**
 * People of both realms who trade and move money, the staff who decide, market, chain, bank and clock, all from one seed, over
 * every noun's commands, timers and reactions. Every law is checked after every command; in the end everything comes to rest,
 * and then each request has ended once. What there is to do, the nouns bring.
 */
export class World implements SimulatedWorld {
  readonly rng: Rng;
  readonly outside: Outside;
  readonly savers = REAL_PEOPLE;
  readonly strangers = REAL_PEOPLE.slice(-1);
  readonly handlers: CommandHandlers;
  readonly debts = openDebts;
  at = 1_800_000_000_000;
  private readonly nouns: readonly Simulation[];
  private readonly realms: Record<SimulatedRealmName, SimulatedRealm>;
  private readonly ports: Ports;
  private readonly staff: Staff;
  private readonly laws: RequestLaws;
  private readonly people = new Map<string, Person>();
  private readonly deeds: readonly Act[];
  private readonly outsideDeeds: readonly Act[];
  private lawful = 0;
  private made = 0;

  constructor(
    readonly seed: number,
    brought: readonly ((world: SimulatedWorld) => Simulation)[],
  ) {
    this.rng = new Rng(seed);
    this.outside = new Outside(this.rng);
    this.nouns = brought.map((noun) => noun(this));
    const reviews = this.nouns.flatMap((noun) => noun.reviews ?? []);
    this.staff = new Staff(() => this.realm('real'), reviews);
    const offers = this.nouns.flatMap((noun) => noun.offers ?? []);
    const policies = this.nouns.flatMap((noun) => noun.policies ?? []);
    this.ports = simulatedPorts(
      [notificationPorts, { principal: openPrincipal, debts: this.debts }, { kinds: this.staff.kinds }, ...offers],
      policies,
    );
    this.handlers = simulatedHandlers(this.ports);
    const reactions = reactionsOf(this.ports);
    this.realms = {
      demo: new SimulatedRealm('demo', this.handlers, reactions, this.nouns),
      real: new SimulatedRealm('real', this.handlers, reactions, this.nouns),
      house: new SimulatedRealm('house', this.handlers, reactions, this.nouns),
    };
    this.laws = new RequestLaws(this.nouns, this.realms.real.ledger, this.outside, ownAccountOf);
    this.outsideDeeds = [
      { share: 1, act: () => (this.rng.chance(0.4) ? this.outside.reorganise() : this.outside.mine()) },
      ...this.nouns.flatMap((noun) => noun.outside ?? []),
      { share: 1, act: () => this.settlePayouts() },
      { share: 2, act: () => this.outside.mine() },
      { share: 2, act: () => this.readNews() },
    ];
    this.deeds = [
      { share: 10, act: () => this.each((noun) => noun.moveMarket?.()) },
      { share: 50, act: () => this.trade(this.rng.pick([...this.people.values()])) },
      { share: 20, act: () => this.moveMoney(this.rng.pick(REAL_PEOPLE)) },
      { share: 10, act: () => drawn(this.rng, this.outsideDeeds).act() },
      { share: 5, act: () => this.each((noun) => noun.works?.(true)) },
      { share: 5, act: () => this.staffWork() },
    ];
    this.begin();
  }

  readonly realm = (name: SimulatedRealmName): MemoryRealm => this.realms[name].memory;
  readonly nextId = (kind: string): string => `${kind}${(this.made += 1)}`;
  get gate(): AccountGate {
    return this.ports.gate;
  }

  readonly approvalsOf = (requestId: string): number => this.laws.approvalsOf(requestId);
  readonly payeesOf = (userId: string): SimulatedPayee[] => this.nouns.flatMap((noun) => noun.payeesOf?.(userId) ?? []);

  readonly sell: SimulatedWorld['sell'] = (userId, symbol, quantity) => {
    const person = this.people.get(userId);
    if (person !== undefined) this.each((noun) => noun.sells?.(person, symbol, quantity));
  };

  readonly revise: SimulatedWorld['revise'] = (revision) => this.each((noun) => noun.revises?.(revision));
  readonly cancelAll: SimulatedWorld['cancelAll'] = (...of) => this.each((noun) => noun.cancels?.(...of));

  readonly grant = (person: Person): void => {
    const data = { ownerId: ownerOf(person) };
    this.execute('real', { type: 'GrantInSimulation', data, actor: 'system:simulation' });
  };

  readonly execute = (
    realm: SimulatedRealmName,
    command: SimulatedCommand & { readonly requestToken?: RequestToken },
  ): CommandResult => {
    const result = this.realms[realm].execute(command, this.at);
    const { events } = this.realm('real');
    for (; this.lawful < events.length; this.lawful += 1) {
      const event = events[this.lawful];
      if (event !== undefined) this.laws.take(event);
    }
    const person = this.people.get((command.data as { userId?: string }).userId ?? '');
    if (result.ok && !result.repeated && person !== undefined) this.each((noun) => noun.follows?.(command, person));
    return result;
  };

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
    const { demo, real, house } = this.realms;
    const endings: Record<string, number> = {};
    for (const how of this.laws.endings.values()) endings[how] = (endings[how] ?? 0) + 1;
    const happened: Record<string, number> = {};
    for (const { memory } of [demo, real, house])
      for (const { type } of memory.events) happened[type] = (happened[type] ?? 0) + 1;
    return {
      seed: this.seed,
      events: demo.memory.events.length + real.memory.events.length + house.memory.events.length,
      trades: [...demo.laws, ...real.laws].reduce((sum, { trades }) => sum + trades, 0),
      refused: demo.refused + real.refused,
      endings,
      happened,
      coinsSold: real.memory.events.filter(({ postings = [] }) =>
        postings.some(({ account, asset }) => asset.startsWith('COIN') && account === HOUSE.marketMaker.account),
      ).length,
      hash: jsonHash([demo.memory.headHash, real.memory.headHash, house.memory.headHash]),
    };
  }

  private begin(): void {
    for (const userId of DEMO_PEOPLE) this.people.set(userId, { realm: 'demo', userId, ...NEWCOMER });
    for (const userId of REAL_PEOPLE) {
      const person: Person = { realm: 'real', userId, ...NEWCOMER };
      this.people.set(userId, person);
      this.each((noun) => noun.joins?.(person));
    }
    this.each((noun) => noun.begins?.());
  }

  /** What is due, what follows from what happened, and then one thing that somebody does or that happens outside. */
  private async step(): Promise<void> {
    const { rng } = this;
    this.at += rng.chance(0.015) ? rng.between(1, 12) * HOUR_MS : rng.between(1, 60_000);
    // Timers and reactions come late at times, as on a busy server.
    if (rng.chance(0.8)) this.fireDue();
    if (rng.chance(0.8)) await this.react();
    drawn(this.rng, this.deeds).act();
  }

  private fireDue(): void {
    for (const [name, { memory }] of Object.entries(this.realms)) {
      for (let due = memory.takeDue(this.at); due !== undefined; due = memory.takeDue(this.at)) {
        const { id, type, data, cause } = due;
        this.execute(name as SimulatedRealmName, {
          type,
          data: JSON.parse(data) as unknown,
          actor: 'timer',
          requestToken: { key: `due:${id}`, cause },
        });
      }
    }
  }

  private async react(): Promise<void> {
    for (const [name, realm] of Object.entries(this.realms))
      await realm.react(this.rng, (command, to = name as SimulatedRealmName) => void this.execute(to, command));
  }

  private trade(person: Person): void {
    if (this.nouns.some((noun) => noun.lives?.(person) === true)) return;
    if (person.realm === 'real' && this.rng.chance(0.01)) return this.grant(person);
    this.each((noun) => noun.trades?.(person));
  }

  private moveMoney(userId: string): void {
    drawn(
      this.rng,
      this.nouns.flatMap((noun) => noun.deeds ?? []),
    ).act(userId);
  }

  private settlePayouts(): void {
    for (const payout of this.outside.payouts.values()) if (this.rng.chance(0.3)) this.outside.settle(payout);
  }

  /** What those who watch the networks do, with their crashes: news is read late, twice, and by two servers. */
  private readNews(): void {
    const { rng } = this;
    const { news } = this.outside;
    for (let n = rng.between(1, 6); n > 0 && news.length > 0; n -= 1) {
      const hash = (rng.chance(0.2) ? news[0] : news.shift()) as string;
      this.each((noun) => noun.hears?.(hash));
      if (rng.chance(0.2)) this.each((noun) => noun.hears?.(hash));
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

  /**
   * Nobody sends anything more: orders are cancelled, blocks are mined, queues are worked off, and every timer fires. Orders of
   * lives that have ended are left to the house.
   */
  private async comeToRest(): Promise<void> {
    for (const person of [...this.people.values()].filter(({ status }) => status === 'open'))
      this.each((noun) => noun.ends?.(person));
    // Five days: a loan that staff give in the end is given up four dates later.
    for (let round = 0; round < 30; round += 1) {
      this.at += 4 * HOUR_MS;
      this.fireDue();
      while (!Object.values(this.realms).every((realm) => realm.isFollowed)) await this.react();
      for (let n = 0; n < CONFIRMATIONS; n += 1) this.outside.mine(1);
      for (const hash of this.outside.news.splice(0)) this.each((noun) => noun.hears?.(hash));
      for (const request of this.staff.open()) this.decideAtLast(request);
      this.each((noun) => noun.works?.(false));
      for (const payout of this.outside.payouts.values()) this.outside.settle(payout);
      this.each((noun) => noun.works?.(false));
    }
    this.realms.demo.ledger.nothingHeld();
    this.realms.real.ledger.nothingHeld();
  }

  /** Whoever may: approved when that is possible, else rejected. An appeal needs other eyes than those that rejected. */
  private decideAtLast(request: ReviewOpened): void {
    for (const verdict of ['approved', 'rejected'] as const)
      for (const staffId of STAFF) {
        this.execute('real', this.staff.claim(request, staffId));
        this.execute('real', this.staff.read(request, staffId));
        this.execute('real', this.staff.decide(request, staffId, verdict));
        this.at += HOUR_MS;
      }
  }

  private each(run: (noun: Simulation) => void): void {
    for (const noun of this.nouns) run(noun);
  }
}

/** Runs one seed. What goes wrong is thrown with the seed in its message. */
export async function simulate(seed: number, steps: number): Promise<Outcome> {
  const brought = await simulations();
  try {
    return await new World(seed, brought).run(steps);
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
  }
}
