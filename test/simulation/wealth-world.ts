import type { CreditRules } from '../../contracts/credit.contract.js';
import { FUND_LEVELS, type FundLevel } from '../../shared/fund.js';
import { dateAfter, dateOf } from '../../shared/utc-date.js';
import type { PolicyVersion } from '../../server/core/policy.js';
import type { CommandResult } from '../../server/core/decider.js';
import { Rng } from '../../server/core/rng.js';
import { simulatedHandlers, simulatedPorts, SIMULATED_KINDS } from '../../server/audit/simulation/handlers.js';
import { SimulatedRealm } from '../../server/audit/simulation/realm.js';
import { RequestLaws } from '../../server/audit/simulation/request-laws.js';
import { ownAccountOf, Staff, STAFF } from '../../server/audit/simulation/staff.js';
import { openGate } from '../../server/engine/writer/decider.testkit.js';
import type { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { openDebts, openPrincipal } from '../../server/features.js';
import { creditKind, scoreAndStart } from '../../server/features/credit/credit.decider.js';
import { creditReactions } from '../../server/features/credit/credit.reactions.js';
import { custodyReview, type CustodyReviewParts } from '../../server/features/custody/custody.review.js';
import { simulation as custody } from '../../server/features/custody/custody.simulation.js';
import { simulation as fund } from '../../server/features/fund/fund.simulation.js';
import { TestCaps } from '../../server/features/fund/fund.testkit.js';
import { invitationReactions } from '../../server/features/invitation/invitation.reactions.js';
import { invitationReview, type InvitationReviewParts } from '../../server/features/invitation/invitation.review.js';
import { simulation as invitation } from '../../server/features/invitation/invitation.simulation.js';
import { loanReview, type LoanReviewParts } from '../../server/features/loan/loan.review.js';
import { simulation as loan } from '../../server/features/loan/loan.simulation.js';
import { rewardReactions } from '../../server/features/reward/reward.reactions.js';
import { simulation as reward } from '../../server/features/reward/reward.simulation.js';
import type { SimulatedReview, SimulatedWorld, Simulation } from '../../server/features/simulation.js';
import type { SimulatedMarket } from '../../server/features/spot/spot-market.simulation.js';
import { spotCommands } from '../../server/features/spot/spot.commands.js';
import { spotKind } from '../../server/features/spot/spot.state.js';
import {
  subscriptionReview,
  type SubscriptionReviewParts,
} from '../../server/features/subscription/subscription.review.js';
import { newCoinKind } from '../../server/features/subscription/subscription.state.js';
import { Outside } from '../../server/outside/hostile/outside.js';
import type { ReviewOpened } from '../../server/review/review.events.js';
import { reviewKind } from '../../server/review/review.decider.js';
import { BookSplits } from '../../server/trading/orders/book-splits.js';
import { AllocationLaws, FeeBook, OwnMoneyLaws, REQUESTS } from './wealth-laws.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, WealthCoins, WealthPrices, WealthRates } from './wealth-market.js';
import {
  act,
  BOOK,
  exchangePoints,
  PEOPLE,
  redeemAll,
  RICH,
  SAVERS,
  signIn,
  subscribe,
  type Around,
} from './wealth-people.js';
import { inviterOf, LEVELS, policiesOf } from './wealth-rules.js';
import { WealthTrades } from './wealth-trades.js';

/** 29 February 2028 is among them. */
const START_AT = Date.parse('2026-03-01T00:00:00Z');
export const DAYS = 1_096;
/** Loans of 90 days are written off 91 days later, and staff take their time: what is begun later would not end in time. */
const BORROWED_FOR = 215;
const [INVESTED_FOR, ISSUED_FOR] = [30, 60];

export interface WealthOutcome {
  readonly events: number;
  readonly refused: number;
  /** How often requests ended in which way, and which events happened. */
  readonly endings: Readonly<Record<string, number>>;
  readonly happened: Readonly<Record<string, number>>;
  readonly refusals: ReadonlySet<string>;
  /** How often options and positions ended in which way. */
  readonly options: Readonly<Record<string, number>>;
  readonly positions: Readonly<Record<string, number>>;
  readonly hash: string;
}

/** Three years of all products from one seed: people who own and owe, staff who decide, a market, and every timer. */
export class WealthWorld {
  readonly rng: Rng;
  readonly market: SimulatedMarket;
  readonly policies: Readonly<Record<string, PolicyVersion<object>>>;
  readonly refusals = new Set<string>();
  at = START_AT;
  private readonly outside: Outside;
  private readonly trades: WealthTrades;
  private readonly coins: WealthCoins;
  private readonly fees: FeeBook;
  private readonly staff: Staff;
  private readonly realm: SimulatedRealm;
  private readonly requests: RequestLaws;
  /** One fund in most worlds, since each is struck each day. */
  private readonly levels: readonly FundLevel[];
  private issues: string[] = [];
  private day = 0;
  private made = 0;
  private lawful = 0;

  constructor(
    private readonly seed: number,
    private readonly days = DAYS,
  ) {
    this.rng = new Rng(seed);
    this.policies = policiesOf(this.rng, seed);
    this.levels = this.rng.chance(0.2) ? FUND_LEVELS : [this.rng.pick(FUND_LEVELS)];
    this.coins = new WealthCoins(seed);
    const prices = new WealthPrices(this.rng, START_AT, DAYS + 30, () => this.at);
    const custodyRates = new WealthRates(seed);
    this.fees = new FeeBook(PEOPLE, inviterOf, () => this.realm.memory);
    this.outside = new Outside(this.rng);
    const world = this.seenByNouns();
    this.trades = new WealthTrades(world, (at) => (this.at = Math.max(this.at, at)));
    this.market = this.trades.market;
    const reviews = [...this.reviewsOf(custodyRates), ...this.trades.nouns.flatMap((noun) => noun.reviews ?? [])];
    this.staff = new Staff(() => this.realm.memory, reviews);
    const { invitationFees, voucherDates } = this.fees;
    const drawn = {
      custodyRates,
      fundPrices: prices,
      newCoins: this.coins,
      market: this.market,
      actionPrices: this.market,
    };
    const people = {
      gate: openGate,
      caps: new TestCaps(),
      levels: LEVELS,
      principal: openPrincipal,
      debts: openDebts,
      invitationFees,
      voucherDates,
    };
    const known = { kinds: this.staff.kinds, splitBooks: new BookSplits([spotKind]), notifications: [] };
    const offers = this.trades.nouns.flatMap((noun) => noun.offers ?? []);
    const ports = simulatedPorts([drawn, people, known, ...offers], Object.values(this.policies));
    const reactions = [
      ...invitationReactions(invitationFees),
      ...rewardReactions(voucherDates),
      ...creditReactions(ports.rules),
    ];
    const owned = (memory: MemoryRealm) => new OwnMoneyLaws(memory, (ownerId) => this.owed(memory, ownerId));
    const nouns: readonly Simulation[] = [
      ...[custody, fund, invitation, loan, reward].map((noun) => lawsOf(noun(world))),
      ...this.trades.nouns.map(lawsOf),
      ...REQUESTS.map((requests) => ({ requests })),
      ...[() => this.fees, () => new AllocationLaws(), owned].map((laws) => ({ laws })),
    ];
    this.realm = new SimulatedRealm('real', simulatedHandlers(ports), reactions, nouns);
    this.requests = new RequestLaws(nouns, this.realm.ledger, this.outside, ownAccountOf);
  }

  async run(isCompared = false): Promise<WealthOutcome> {
    try {
      this.begin();
      for (this.day = 0; this.day < this.days; this.day += 1) {
        await this.live();
        if (this.day % 365 === 364) this.realm.ledger.everything();
      }
      this.realm.ledger.everything();
      this.realm.ledger.nothingHeld();
      this.trades.isOver();
      this.requests.atRest();
      if (isCompared) this.realm.compare(this.rng, SIMULATED_KINDS);
    } catch (error) {
      throw new Error(`seed ${this.seed}, ${dateOf(this.at)}: ${(error as Error).message}`, { cause: error });
    }
    const { memory, refused } = this.realm;
    const endings = counted(this.requests.endings.values());
    const results = this.trades.results();
    const happened = counted(memory.events.map(({ type }) => type));
    return {
      events: memory.events.length,
      refused,
      endings,
      happened,
      refusals: this.refusals,
      options: counted(results.options),
      positions: counted(results.positions),
      hash: memory.headHash,
    };
  }

  private begin(): void {
    for (const userId of [...PEOPLE, ...RICH, ...RICH]) this.grant(userId);
    this.execute('BeginInvitationRewards', { date: dateOf(START_AT) }, 'system:simulation');
    this.trades.begin();
  }

  private grant(userId: string): void {
    this.execute('GrantInSimulation', { ownerId: `${userId}.1` }, 'system:simulation');
  }

  /** A day: three times somebody acts, and staff and market do theirs. */
  private async live(): Promise<void> {
    const { rng, day } = this;
    const begins = START_AT + day * DAY_MS;
    if (!this.isInvesting) this.trades.endContract();
    for (const hour of [rng.between(6, 10), rng.between(12, 17), rng.between(20, 23)]) {
      await this.advance(begins + hour * HOUR_MS + rng.below(HOUR_MS));
      if (this.isInvesting) {
        if (rng.chance(0.7)) act(this.around(), rng.pick(PEOPLE));
        await this.trade();
      } else for (const userId of PEOPLE) redeemAll(this.around(), userId);
      this.staffWork();
    }
    if (rng.chance(0.2)) this.execute(spotCommands.advance.type, this.market.move(BOOK, rng), 'market');
    this.habits();
    if (rng.chance(0.01)) this.grant(rng.pick(SAVERS));
    if (day < this.days - ISSUED_FOR && rng.chance(0.02)) this.issue();
    if (rng.chance(0.001)) this.realm.memory.reload();
  }

  /** Staff answer while somebody buys; the end of an option is not awaited. */
  private async trade(): Promise<void> {
    const { rng, trades, day } = this;
    for (let n = trades.buysOn(day) ? rng.between(2, 5) : 0; n > 0; n -= 1) {
      trades.buy();
      if (rng.chance(0.5)) this.staffWork();
      await this.advance(this.at + rng.between(1, 10) * MINUTE_MS);
    }
    if (rng.chance(0.03)) trades.bet();
    if (trades.contractsOn(day)) trades.tradeContract();
  }

  /** A new coin is talked about, now and then by everybody, and somebody signs in a week long. */
  private habits(): void {
    const { rng, day } = this;
    const wanting = rng.chance(0.3) ? PEOPLE : [rng.pick(PEOPLE)];
    if (this.issues.length > 0 && rng.chance(0.5)) for (const userId of wanting) subscribe(this.around(), userId);
    if (day % 60 < 8) signIn(this.around(), PEOPLE[0]);
    if (day % 60 === 8) exchangePoints(this.around(), PEOPLE[0]);
  }

  private get isInvesting(): boolean {
    return this.day < this.days - INVESTED_FOR;
  }

  /** Timers fire at their instants; now and then they come late, as on a busy server. */
  private async advance(wanted: number): Promise<void> {
    const { memory } = this.realm;
    const isLate = this.rng.chance(0.05);
    // Staff may have taken longer than until then.
    const until = Math.max(this.at, wanted);
    for (let due = memory.takeDue(until); due !== undefined; due = memory.takeDue(until)) {
      this.at = Math.max(this.at, isLate ? until : due.dueAt);
      const requestToken = { key: `due:${due.id}`, cause: due.cause };
      this.sent({ type: due.type, data: JSON.parse(due.data) as unknown, actor: 'timer', requestToken });
    }
    this.at = until;
    while (!this.realm.isFollowed) await this.realm.react(this.rng, (command) => void this.sent(command));
  }

  private around(): Around {
    const { rng, at, market, policies, realm, day } = this;
    this.issues = this.issues.filter((issueId) => realm.memory.state(newCoinKind, issueId).status === 'open');
    return {
      ...{
        rng,
        at,
        market,
        policies,
        realm: realm.memory,
        issues: this.issues,
        mayBorrow: day < this.days - BORROWED_FOR,
        levels: this.levels,
      },
      nextId: (kind) => this.nextId(kind),
      send: (userId, type, data) => this.execute(type, { userId, ownerId: `${userId}.1`, ...data }, `user:${userId}`),
    };
  }

  /** Two of the staff open an issue; some are rejected, cancelled by two, or lose their code before the listing. */
  private issue(): void {
    const { rng, at } = this;
    const issueId = this.nextId('COIN').toUpperCase();
    const named = { issueId, staffId: STAFF[0] };
    const volume = rng.pick([3, 37, 100, 1_000]);
    const [closesOn, listsOn] = [dateAfter(dateOf(at), rng.between(3, 9)), dateAfter(dateOf(at), 10)];
    this.execute('ProposeNewCoin', {
      ...{ ...named, coin: issueId, name: 'Nova', issuePrice: '0.5', volume },
      ...{ minimum: rng.pick([1, 1, volume]), closesOn, listsOn, lockupDays: rng.between(1, 30), isFree: true },
      ...{ reason: 'As the board decided.', policy: this.policies['subscription.rules'] },
    });
    const end = {
      issueId,
      reason: 'The issuer withdrew.',
      reasonLengthMin: 10,
      policy: { name: '', version: 1, inputs: {} },
    };
    if (rng.chance(0.1)) return this.execute('RejectNewCoin', { ...end, staffId: STAFF[1] });
    this.execute('ApproveNewCoin', { ...named, staffId: rng.chance(0.9) ? STAFF[1] : STAFF[0], isFree: true });
    this.execute('ApproveNewCoin', { ...named, staffId: STAFF[2], isFree: true });
    this.issues.push(issueId);
    if (rng.chance(0.1)) this.coins.taken.add(issueId);
    if (rng.chance(0.1)) for (const staffId of STAFF) this.execute('CancelNewCoin', { ...end, staffId });
  }

  private staffWork(): void {
    const { rng, staff } = this;
    for (const request of staff.open()) {
      if (this.isInvesting && rng.chance(0.5)) continue;
      const drawn = [rng.chance(0.8) ? 'approved' : 'rejected'] as const;
      for (const one of this.isInvesting ? drawn : (['approved', 'rejected'] as const))
        for (const staffId of STAFF) this.decide(request, staffId, one);
    }
  }

  private decide(request: ReviewOpened, staffId: string, verdict: 'approved' | 'rejected'): void {
    const { status } = this.realm.memory.state(reviewKind, request.requestId);
    if (status !== 'waiting' && status !== 'claimed') return;
    for (const command of [this.staff.claim(request, staffId), this.staff.read(request, staffId)]) this.sent(command);
    this.sent(this.staff.decide(request, staffId, verdict));
    this.at += 16 * MINUTE_MS;
  }

  private reviewsOf(rates: WealthRates): SimulatedReview[] {
    const issueOf = (requestId: string): string => this.subscribed.get(requestId) ?? '';
    return [
      { kind: custodyReview({ rates } as unknown as CustodyReviewParts) },
      { kind: loanReview({ gate: openGate } as LoanReviewParts), facts: (id) => ({ prepared: this.lendingOf(id) }) },
      { kind: invitationReview({} as InvitationReviewParts) },
      { kind: subscriptionReview({} as SubscriptionReviewParts), facts: (id) => ({ prepared: issueOf(id) }) },
    ];
  }

  /** What staff decide on a loan with: the rules, and the borrower's score of that moment. */
  private lendingOf(requestId: string) {
    const { memory } = this.realm;
    const request = memory.state(reviewKind, requestId);
    if (request.status === 'none') throw new Error(`${requestId} was never asked for`);
    const { values } = this.policies['credit.rules'] as PolicyVersion<CreditRules>;
    return {
      policy: this.policies['loan.rules'],
      score: scoreAndStart(memory.state(creditKind, request.userId), values).score,
    };
  }

  /** Which issue a request is of. */
  private readonly subscribed = new Map<string, string>();

  private owed(memory: MemoryRealm, ownerId: string) {
    const owner = { ownerId };
    return memory.look({ streams: openDebts.streams(owner) }, (view) => openDebts.of(owner, view, this.at));
  }

  private nextId(kind: string): string {
    return `${kind}${(this.made += 1)}`;
  }

  private execute(type: string, data: object, actor = 'staff:rick'): void {
    this.sent({ type, data, actor });
  }

  /** What nouns find of this world: there is one realm, and some of their acts are left out. */
  private seenByNouns(): SimulatedWorld {
    const { rng, outside } = this;
    const now = () => this.at;
    const seen: Pick<SimulatedWorld, 'rng' | 'outside' | 'at' | 'realm' | 'execute' | 'nextId'> = {
      rng,
      outside,
      get at() {
        return now();
      },
      realm: () => this.realm.memory,
      execute: (_, command) => this.sent(command),
      nextId: (kind) => this.nextId(kind),
    };
    return seen as SimulatedWorld;
  }

  private sent(command: Parameters<SimulatedRealm['execute']>[0]): CommandResult {
    const result = this.realm.execute(command, this.at);
    if (!result.ok) this.refusals.add(result.refusal.refusal);
    const { events } = this.realm.memory;
    for (; this.lawful < events.length; this.lawful += 1) {
      const event = events[this.lawful];
      if (event === undefined) break;
      if (event.type === 'Subscribed') {
        const { requestId, issueId } = event.data as { requestId: string; issueId: string };
        this.subscribed.set(requestId, issueId);
      }
      this.requests.take(event);
    }
    return result;
  }
}

/** What a noun must obey; its people act by short rules of their own, which are none of three years. */
const lawsOf = ({ laws, requests, facts }: Simulation): Simulation => ({
  ...(laws !== undefined && { laws }),
  ...(requests !== undefined && { requests }),
  ...(facts !== undefined && { facts }),
});

function counted(all: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of all) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}
