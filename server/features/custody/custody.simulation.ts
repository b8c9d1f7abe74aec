import { CUSTODY_PRODUCTS } from '../../../contracts/custody.contract.js';
import { firstDateOf } from '../../../shared/custody.js';
import { dateOf } from '../../../shared/utc-date.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import { Violation } from '../../core/violation.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import { HOUR_MS, type RealmLaws, type SimulatedWorld, type Simulation } from '../simulation.js';
import type { CustodyBought, CustodyCompleted, CustodyRedeemed, CustodyTreasuryGranted } from './custody.events.js';
import { custodyReview, type CustodyReviewParts } from './custody.review.js';
import { custodyKind, penaltyAt } from './custody.state.js';
import { CAPS, RULES, SteppedRates } from './custody.testkit.js';

/** A short cycle and a small treasury, so that orders mature and sell out. */
const VALUES = { ...RULES, cycleDays: 1, flatMaxUsdt: '600', dailyQuotaUsdt: '900', vipMinUsdt: '300', grantUsdt: '9' };
const POLICY = { name: 'custody.rules', version: 1, values: VALUES };

/** People who put USDT into custody, redeem early, think better of it, and limit themselves. */
export const simulation = (world: SimulatedWorld): Simulation => {
  const rates = new SteppedRates();
  return {
    offers: { custodyRates: rates },
    reviews: [{ kind: custodyReview({ rates } as CustodyReviewParts) }],
    requests: { id: 'orderId', open: ['CustodyBought'], end: ['CustodyRedeemed', 'CustodyCompleted'] },
    laws,
    deeds: [
      { share: 4, act: (userId) => buy(world, userId) },
      { share: 2, act: (userId) => change(world, userId) },
    ],
  };
};

const ownerOf = (userId: string) => ({ userId, ownerId: `${userId}.1` });

function send({ execute }: SimulatedWorld, userId: string, type: string, data: object): void {
  execute('real', { type, data: { ...ownerOf(userId), ...data }, actor: `user:${userId}` });
}

function buy(world: SimulatedWorld, userId: string): void {
  const { rng, nextId } = world;
  const move = {
    transferId: nextId('t'),
    from: 'spot',
    to: 'finance',
    currency: 'USDT',
    amount: rng.pick(['150', '300']),
  };
  send(world, userId, 'TransferFunds', move);
  const vipDay = { date: dateOf(world.at), usdt: rng.pick(['49999.99', '50000', '80000']) };
  send(world, userId, 'BuyCustody', {
    orderId: nextId('cus'),
    productId: rng.chance(0.97) ? rng.pick(CUSTODY_PRODUCTS) : 'none',
    amount: rng.pick(['0', '50', '100', '123.45', '100.001', '300', '700', '1300']),
    agreed: rng.pick([1, 1, 1, 1, 2, null]),
    shownDate: rng.chance(0.95) ? firstDateOf(world.at) : dateOf(world.at),
    policy: POLICY,
    vip: rng.chance(0.9) ? { class: rng.pick(['balanced', 'aggressive', 'conservative']), days: [vipDay] } : null,
    cap: { cap: rng.chance(0.9) ? '5000' : null, policy: CAPS },
  });
}

function change(world: SimulatedWorld, userId: string): void {
  const { rng, nextId, at, realm } = world;
  const { ownerId } = ownerOf(userId);
  const open = [...realm('real').state(custodyKind, ownerId).open.values()];
  const order = open.length > 0 ? rng.pick(open) : undefined;
  if (order !== undefined) {
    const { orderId } = order;
    const shownPenalty = rng.chance(0.9) ? penaltyAt(order, at) : '1';
    if (rng.chance(0.6)) send(world, userId, 'RedeemCustody', { orderId, requestId: nextId('red'), shownPenalty });
    if (rng.chance(0.3)) send(world, userId, 'ContinueCustody', { orderId });
  }
  if (rng.chance(0.1)) send(world, userId, 'SetCustodyLossLimit', { limit: rng.pick([null, '5', '20', '200']) });
  if (rng.chance(0.05))
    send(world, userId, 'SetCustodyPause', { until: rng.pick([null, at + HOUR_MS, at + 3 * HOUR_MS, at - 1]) });
}

/** Counted from the events alone: what the treasury has and holds, and that nobody gets more than the highest rate gives. */
function laws(realm: MemoryRealm): RealmLaws {
  const open = new Map<string, CustodyBought>();
  let [funds, isTouched] = [ZERO, false];
  const ended = ({ orderId, interest, returned }: CustodyRedeemed | CustodyCompleted, penalty: string): void => {
    const order = open.get(orderId);
    if (order === undefined) throw new Violation(`${orderId} ended and was not open`);
    open.delete(orderId);
    if (amount(interest) > amount(order.highest)) throw new Violation(`${orderId} earned more than was held for it`);
    const back = amount(order.principal) + amount(interest) - amount(penalty);
    if (amount(returned) !== back) throw new Violation(`${orderId} returned ${returned}, not ${format(back)}`);
    funds += amount(penalty) - amount(interest);
    isTouched = true;
  };
  return {
    trades: 0,
    take({ type, data }) {
      if (type === 'CustodyBought') {
        const bought = data as CustodyBought;
        if (open.has(bought.orderId)) throw new Violation(`${bought.orderId} was bought twice`);
        open.set(bought.orderId, bought);
        isTouched = true;
      }
      if (type === 'CustodyTreasuryGranted') funds += amount((data as CustodyTreasuryGranted).granted);
      if (type === 'CustodyRedeemed') ended(data as CustodyRedeemed, (data as CustodyRedeemed).penalty);
      if (type === 'CustodyCompleted') ended(data as CustodyCompleted, '0');
    },
    check() {
      if (!isTouched) return;
      isTouched = false;
      checkTreasury(realm, [...open.values()], funds);
    },
  };
}

function checkTreasury(realm: MemoryRealm, open: readonly CustodyBought[], funds: Amount): void {
  const highest = open.reduce((sum, order) => sum + amount(order.highest), ZERO);
  const held = amount(realm.balance(HOUSE.treasuryHolds.account, 'USDT'));
  if (held !== highest) throw new Violation(`${format(held)} are held for interest of ${format(highest)}`);
  const free = amount(realm.balance(HOUSE.treasury.account, 'USDT'));
  if (free < ZERO) throw new Violation(`the treasury is at ${format(free)}`);
  if (free + held !== funds) throw new Violation(`the treasury has ${format(free + held)}, not ${format(funds)}`);
}
