import { createHash } from 'node:crypto';
import { amount, format, ONE, ZERO, type Amount } from '../../../shared/money.js';
import { openingPrice, openingSteps } from '../../../shared/new-coin.js';
import { dateAfter, dateOf, startOf } from '../../../shared/utc-date.js';
import { NewCoinMarket, type NewCoinTerms } from '../../core/ports/new-coin-market.js';
import { Violation } from '../../core/violation.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import { instrumentKind } from '../../market/instrument/instrument.decider.js';
import type { InstrumentVersion } from '../../market/instrument/instrument.events.js';
import { newCoinSpec } from '../../market/new-coin/new-coin-spec.js';
import { HOUR_MS, type RealmLaws, type SimulatedWorld, type Simulation } from '../simulation.js';
import { subscriptionAudit } from './subscription.check.js';
import type { NewCoinListed, NewCoinProposed, Subscribed, SubscriptionPassed } from './subscription.events.js';
import { subscriptionReview, type SubscriptionReviewParts } from './subscription.review.js';
import { newCoinKind } from './subscription.state.js';
import { POLICY } from './subscription.testkit.js';

const STAFF = ['staff-1', 'staff-2', 'staff-3'];
const EPOCH_MS = 4 * HOUR_MS;
const MINUTE_MS = 60_000;

/** Seeds that nobody in the simulation looks at before their epoch; what is listed is an instrument of the house. */
class DrawnNewCoins extends NewCoinMarket {
  constructor(private readonly house: () => MemoryRealm) {
    super();
  }

  isFree(coin: string): boolean {
    return this.house().state(instrumentKind, `${coin}USDT`) === null;
  }

  tieEpoch(listsOn: string) {
    return { epoch: startOf(listsOn) / EPOCH_MS - 1, promisedFrom: startOf(listsOn) - EPOCH_MS - MINUTE_MS };
  }

  tieSeed(listsOn: string): string {
    return createHash('sha256').update(listsOn).digest('hex');
  }

  listingOf(terms: NewCoinTerms, at: number) {
    const { coin, issuePrice, listsOn, openMin, openMax, callMinutes } = terms;
    const drawn = Number.parseInt(this.tieSeed(`${coin} ${listsOn}`).slice(0, 8), 16);
    const step = drawn % openingSteps(openMin, openMax);
    const openPrice = openingPrice(issuePrice, openMin, step);
    const callAt = Math.max(startOf(listsOn), Math.ceil(at / MINUTE_MS) * MINUTE_MS);
    const opensAt = callAt + callMinutes * MINUTE_MS;
    const spec = newCoinSpec(terms, openPrice, { callAt, at: opensAt });
    return { spec, opensAt, epoch: startOf(listsOn) / EPOCH_MS, step, openPrice };
  }
}

/** Staff who open issues, cancel some and list others under a code that is promised; people who subscribe, and sell what they got. */
export const simulation = (world: SimulatedWorld): Simulation => {
  const newCoins = new DrawnNewCoins(() => world.realm('house'));
  const issues: NewCoinProposed[] = [];
  const issueOf = new Map<string, string>();
  const assetsSince = new Map<string, number>();
  return {
    offers: { newCoins },
    reviews: [
      {
        kind: subscriptionReview({} as SubscriptionReviewParts),
        facts: (requestId) => ({ prepared: issueOf.get(requestId) ?? '' }),
      },
    ],
    requests: {
      id: 'subscriptionId',
      open: ['Subscribed'],
      end: ['SubscriptionNotPassed', 'SubscriptionPassed', 'SubscriptionSoldOut', 'SubscriptionRefunded'],
    },
    facts: {
      NewCoinProposed: (data) => void issues.push(data as NewCoinProposed),
      Subscribed: (data) => void issueOf.set((data as Subscribed).requestId, (data as Subscribed).issueId),
    },
    laws: (realm) => lawsOf(realm, assetsSince),
    deeds: [
      { share: 1, act: () => decide(world, newCoins, issues) },
      {
        share: 4,
        act: (userId) => {
          // Word gets around now and then, and everybody wants some.
          for (const each of world.rng.chance(0.4) ? world.savers : [userId]) subscribe(world, each, issues);
        },
      },
      { share: 1, act: (userId) => sell(world, userId, issues) },
    ],
  };
};

/** What staff do with the newest issue, or with none. */
function decide(world: SimulatedWorld, newCoins: DrawnNewCoins, issues: readonly NewCoinProposed[]): void {
  const { rng, realm, execute } = world;
  const newest = issues.at(-1);
  const staffId = rng.pick(STAFF);
  const send = (type: string, data: object) =>
    execute('real', { type, data: { staffId, ...data }, actor: `staff:${staffId}` });
  const status = newest && realm('real').state(newCoinKind, newest.issueId).status;
  const reasoned = { reason: 'The issuer withdrew.', reasonLengthMin: 10, policy: { ...POLICY, inputs: {} } };
  if (newest === undefined || (status !== 'proposed' && (status !== 'open' || rng.chance(0.1))))
    return void send('ProposeNewCoin', proposalOf(world));
  const { issueId, coin } = newest;
  if (status === 'proposed')
    return void (rng.chance(0.9)
      ? send('ApproveNewCoin', { issueId, isFree: newCoins.isFree(coin) })
      : send('RejectNewCoin', { issueId, ...reasoned }));
  if (rng.chance(0.2)) send('CancelNewCoin', { issueId, ...reasoned });
  else if (rng.chance(0.1)) {
    const { spec } = newCoins.listingOf(newest, world.at);
    execute('house', { type: 'ListInstruments', data: { specs: [spec] }, actor: 'system:simulation' });
  }
}

function proposalOf({ rng, at, nextId }: SimulatedWorld) {
  const coin = nextId('COIN');
  return {
    issueId: coin,
    coin,
    name: 'Nova',
    issuePrice: rng.pick(['0.5', '0.25', '1.37']),
    ...rng.pick([
      { volume: 100, minimum: 60 },
      { volume: 333, minimum: 10 },
      { volume: 1, minimum: 1 },
    ]),
    closesOn: dateAfter(dateOf(at), 2),
    listsOn: dateAfter(dateOf(at), 3),
    lockupDays: rng.pick([0, 1]),
    reason: rng.chance(0.95) ? 'As the board decided.' : 'no',
    policy: POLICY,
    isFree: true,
  };
}

function subscribe(world: SimulatedWorld, userId: string, issues: readonly NewCoinProposed[]): void {
  const { rng, nextId, execute } = world;
  const issue = issues.length > 0 ? rng.pick(issues.slice(rng.chance(0.8) ? -1 : -2)) : undefined;
  const owner = { userId, ownerId: `${userId}.1` };
  const send = (type: string, data: object) =>
    execute('real', { type, data: { ...owner, ...data }, actor: `user:${userId}` });
  send('TransferFunds', { transferId: nextId('t'), from: 'spot', to: 'finance', currency: 'USDT', amount: '150' });
  send('SubscribeNewCoin', {
    issueId: issue?.issueId ?? 'none',
    subscriptionId: nextId('sbs'),
    requestId: nextId('nsr'),
    coins: rng.pick(['0', '1', '20', '73', '100', '101', '12.5', '250', '2000']),
    agreed: rng.pick([3, 3, 3, 3, 2, null]),
    cap: { cap: rng.chance(0.9) ? '5000' : null, policy: { name: 'risk.caps', version: 1, inputs: {} } },
  });
}

/** Whatever is free of a coin goes to the spot account, and from there to the market. */
function sell(world: SimulatedWorld, userId: string, issues: readonly NewCoinProposed[]): void {
  const { rng, nextId, execute, realm } = world;
  for (const { coin } of issues) {
    const free = realm('real').balance(`user/${userId}.1/finance/available`, coin);
    if (free === '0' || realm('house').state(instrumentKind, `${coin}USDT`) === null || rng.chance(0.3)) continue;
    const move = { transferId: nextId('t'), from: 'finance', to: 'spot', currency: coin, amount: free };
    execute('real', {
      type: 'TransferFunds',
      data: { userId, ownerId: `${userId}.1`, ...move },
      actor: `user:${userId}`,
    });
    world.sell(userId, `${coin}USDT`, free);
  }
}

/** Of one issue: what it sells, what was subscribed and what was given. */
interface Shared {
  readonly volume: number;
  total: number;
  given: number;
}

/** The issuers' accounts have the price of what was given, no issue gives more than it has, and the audit agrees event by event. */
function lawsOf(realm: MemoryRealm, assetsSince: Map<string, number>): RealmLaws {
  const issues = new Map<string, Shared>();
  const published = { policies: new Map(), classes: new Map(), assetsSince };
  const audit = subscriptionAudit.begin(published, (position, what) => {
    throw new Violation(`${position} ${what}`);
  });
  let paid: Amount = ZERO;
  const touched = new Set<string>();
  return {
    trades: 0,
    take(event) {
      const { type, data, at } = event;
      if (type === 'InstrumentListed') assetsSince.set((data as InstrumentVersion).spec.base, at);
      audit.take(event);
      if (type === 'NewCoinProposed') {
        const { issueId, volume } = data as NewCoinProposed;
        issues.set(issueId, { volume, total: 0, given: 0 });
      }
      const issue = issues.get((data as { readonly issueId?: string }).issueId ?? '');
      if (issue === undefined) return;
      if (type === 'NewCoinListed') issue.total = (data as NewCoinListed).cut.total;
      if (type === 'SubscriptionPassed') {
        const { coin, coins, cost } = data as SubscriptionPassed;
        issue.given += coins;
        paid += amount(cost);
        touched.add(coin);
      }
      if (type === 'NewCoinSettled' && issue.given !== Math.min(issue.volume, issue.total))
        throw new Violation(`${issue.given} of ${issue.volume} coins were given, and ${issue.total} were wanted`);
    },
    check() {
      for (const coin of touched) {
        const given = issues.get(coin)?.given ?? 0;
        const issued = realm.balance(HOUSE.issuers.account, coin);
        if (issued !== format(BigInt(-given) * ONE)) throw new Violation(`${given} ${coin} were given, not ${issued}`);
        const earned = realm.balance(HOUSE.issuers.account, 'USDT');
        if (earned !== format(paid)) throw new Violation(`issuers were paid ${earned} USDT, not ${format(paid)}`);
      }
      touched.clear();
    },
  };
}
