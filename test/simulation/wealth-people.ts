import { CUSTODY_PRODUCTS } from '../../contracts/custody.contract.js';
import { FUND_LEVELS, type FundLevel } from '../../shared/fund.js';
import { FUND_PERIODS } from '../../shared/fund-plan.js';
import { firstDateOf } from '../../shared/custody.js';
import { LOAN_PERIODS } from '../../shared/loan.js';
import { amount, format, roundTo } from '../../shared/money.js';
import { dateAfter, dateOf } from '../../shared/utc-date.js';
import type { PolicyVersion } from '../../server/core/policy.js';
import type { Rng } from '../../server/core/rng.js';
import type { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { creditKind, scoreAndStart } from '../../server/features/credit/credit.decider.js';
import type { CreditRules } from '../../contracts/credit.contract.js';
import { custodyKind, penaltyAt } from '../../server/features/custody/custody.state.js';
import { freeUnits, fundKind } from '../../server/features/fund/fund.state.js';
import { isOwed, loanKind, owedAt } from '../../server/features/loan/loan.state.js';
import { IMAGES } from '../../server/features/loan/loan.testkit.js';
import { SEALED } from '../../server/features/simulation.js';
import { simulatedFees, SIMULATED_POLICY } from '../../server/features/spot/spot-traders.simulation.js';
import type { SimulatedMarket } from '../../server/features/spot/spot-market.simulation.js';
import { DAY_MS } from './wealth-market.js';

export const PEOPLE = ['real-p1', 'real-p2', 'real-p3', 'real-p4', 'real-p5', 'real-p6'] as const;
/** Has not shown who they are. */
export const STRANGER = 'real-p6';
/** Never repays, and spends what was lent. */
const GAMBLER = 'real-p5';
/** Gets more money now and then. */
export const SAVERS = PEOPLE.filter((userId) => userId !== GAMBLER);
/** Begin with enough for VIP products. */
export const RICH = PEOPLE.slice(0, 2);
const CAPS = { name: 'risk.caps', version: 1, inputs: {} };
const ZONES = ['Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles', 'UTC'];
/** Where coins are bought and sold. */
export const BOOK = 'BTCUSDT';

/** What people find when they act. */
export interface Around {
  readonly rng: Rng;
  readonly at: number;
  readonly realm: MemoryRealm;
  readonly market: SimulatedMarket;
  readonly policies: Readonly<Record<string, PolicyVersion<object>>>;
  /** New coins that may be subscribed. */
  readonly issues: readonly string[];
  /** Funds that people know. */
  readonly levels: readonly FundLevel[];
  /** Nothing is begun any more that would not end in time. */
  readonly mayBorrow: boolean;
  send(userId: string, type: string, data: object): void;
  nextId(kind: string): string;
}

type Deed = (around: Around, userId: string) => void;

/** What people do about their wealth: most of it makes sense, some of it must be refused. */
const DEEDS: readonly (readonly [share: number, deed: Deed])[] = [
  [5, buyCustody],
  [2, changeCustody],
  [5, buyFund],
  [4, leaveFund],
  [2, planFund],
  [3, borrow],
  [4, repay],
  [7, subscribe],
  [7, trade],
  [4, signIn],
  [2, exchangePoints],
];
const SHARES = DEEDS.reduce((sum, [share]) => sum + share, 0);

export function act(around: Around, userId: string): void {
  let left = around.rng.below(SHARES);
  for (const [share, deed] of DEEDS) {
    left -= share;
    if (left < 0) return deed(around, userId);
  }
}

const ownerOf = (userId: string): string => `${userId}.1`;
const capOf = ({ rng }: Around) => ({ cap: rng.pick([null, '50000', '50000', '5000', '1000']), policy: CAPS });

function toFinance({ send, nextId }: Around, userId: string, sum: string): void {
  const move = { transferId: nextId('t'), from: 'spot', to: 'finance', currency: 'USDT', amount: sum };
  send(userId, 'TransferFunds', move);
}

function buyCustody(around: Around, userId: string): void {
  const { rng, at, policies, nextId, send } = around;
  const productId = rng.chance(0.98) ? rng.pick(CUSTODY_PRODUCTS) : 'none';
  const isLarge = productId === 'vip' && RICH.some((one) => one === userId);
  toFinance(around, userId, isLarge ? '10000' : rng.pick(['120', '600', '2000']));
  const day = { date: dateOf(at), usdt: rng.pick(['49999.99', '50000', '80000']) };
  send(userId, 'BuyCustody', {
    orderId: nextId('cus'),
    productId,
    amount: isLarge ? '10000' : rng.pick(['0', '99.99', '100', '123.45', '100.001', '777.77', '1500', '10000']),
    agreed: rng.pick([1, 1, 1, 1, 1, 2, null]),
    shownDate: rng.chance(0.95) ? firstDateOf(at) : dateOf(at),
    policy: policies['custody.rules'],
    vip: rng.chance(0.9) ? { class: rng.pick(['balanced', 'aggressive', 'conservative']), days: [day] } : null,
    cap: capOf(around),
  });
}

function changeCustody(around: Around, userId: string): void {
  const { rng, at, realm, nextId, send } = around;
  const open = [...realm.state(custodyKind, ownerOf(userId)).open.values()];
  if (open.length > 0) {
    const order = rng.pick(open);
    const { orderId } = order;
    const shownPenalty = rng.chance(0.9) ? penaltyAt(order, at) : '1';
    if (rng.chance(0.7)) send(userId, 'RedeemCustody', { orderId, requestId: nextId('red'), shownPenalty });
    if (rng.chance(0.2)) send(userId, 'ContinueCustody', { orderId });
  }
  if (rng.chance(0.1)) send(userId, 'SetCustodyLossLimit', { limit: rng.pick([null, '5', '200']) });
  if (rng.chance(0.05)) send(userId, 'SetCustodyPause', { until: rng.pick([null, at + 2 * DAY_MS, at - 1]) });
}

function buyFund(around: Around, userId: string): void {
  const { rng, policies, levels, nextId, send } = around;
  toFinance(around, userId, rng.pick(['60', '300', '1000']));
  send(userId, 'BuyFund', {
    requestId: nextId('fnd'),
    level: rng.pick(levels),
    amount: rng.pick(['0', '9.99', '10', '33.33', '250', '100.001', '800', '60000']),
    agreed: rng.pick([1, 1, 1, 1, 1, 2, null]),
    shownDate: rng.chance(0.97) ? null : '2020-01-01',
    policy: policies['fund.rules'],
    cap: capOf(around),
  });
}

/** A recurring purchase is set or ended; it buys when there is money, as anybody would. */
function planFund({ rng, at, realm, policies, levels, nextId, send }: Around, userId: string): void {
  const [running] = realm.state(fundKind, ownerOf(userId)).plans.values();
  if (running !== undefined && rng.chance(0.3)) return send(userId, 'EndFundPlan', { planId: running.planId });
  send(userId, 'SetFundPlan', {
    planId: nextId('fpl'),
    level: rng.pick(levels),
    amount: rng.pick(['9.99', '10', '33.33', '250', '60000']),
    period: rng.pick(FUND_PERIODS),
    firstDate: dateAfter(dateOf(at), rng.between(0, 9)),
    agreed: rng.pick([1, 1, 1, 1, 1, 2, null]),
    policy: policies['fund.rules'],
  });
}

function leaveFund({ rng, realm, levels, nextId, send }: Around, userId: string): void {
  const state = realm.state(fundKind, ownerOf(userId));
  const level = rng.pick(levels);
  const free = format(freeUnits(state, level));
  const units = rng.pick([free, free, '1.5', '12.345678']);
  if (free !== '0') send(userId, 'RedeemFund', { requestId: nextId('fnd'), level, units, shownDate: null });
  const [pending] = state.pending.values();
  if (pending !== undefined && rng.chance(0.2))
    send(userId, 'CancelFundRequest', { level: pending.level, requestId: pending.requestId });
}

/** In the end nobody keeps a unit, and no plan runs on. */
export function redeemAll({ realm, nextId, send }: Around, userId: string): void {
  const state = realm.state(fundKind, ownerOf(userId));
  for (const planId of state.plans.keys()) send(userId, 'EndFundPlan', { planId });
  for (const level of FUND_LEVELS) {
    const units = format(freeUnits(state, level));
    if (units !== '0') send(userId, 'RedeemFund', { requestId: nextId('fnd'), level, units, shownDate: null });
  }
}

function borrow(around: Around, userId: string): void {
  const { rng, realm, policies, mayBorrow, nextId, send } = around;
  if (!mayBorrow) return;
  const { values } = policies['credit.rules'] as PolicyVersion<CreditRules>;
  const loanId = nextId('loan');
  send(userId, 'RequestLoan', {
    loanId,
    amount: rng.pick(['0', '9.99', '100', '123.45', '500', '2500', '12000']),
    periodDays: rng.pick(LOAN_PERIODS),
    timeZone: rng.pick([...ZONES, 'Asia/Tokyo', 'America/Santiago']),
    agreed: rng.pick([1, 1, 1, 1, 1, 2, null]),
    sealedApplicant: SEALED,
    images: rng.chance(0.95) ? IMAGES : [],
    problem: null,
    class: rng.pick(['unassessed', 'conservative', 'balanced']),
    score: scoreAndStart(realm.state(creditKind, userId), values).score,
    policy: policies['loan.rules'],
  });
  if (rng.chance(0.1)) send(userId, 'WithdrawLoan', { loanId });
}

function repay(around: Around, userId: string): void {
  const { rng, at, realm, send } = around;
  const open = [...realm.state(loanKind, ownerOf(userId)).open.values()];
  if (open.length === 0) return;
  const loan = rng.pick(open);
  const { loanId } = loan;
  if (!isOwed(loan)) return;
  if (userId === GAMBLER) return spend(around, userId);
  const shownTotal = rng.chance(0.95) ? owedAt(loan, at).owed : '1';
  send(userId, 'RepayLoan', { loanId, shownTotal });
}

export function subscribe(around: Around, userId: string): void {
  const { rng, issues, nextId, send } = around;
  if (issues.length === 0) return;
  toFinance(around, userId, rng.pick(['100', '500']));
  const ids = { issueId: rng.pick(issues), subscriptionId: nextId('sbs'), requestId: nextId('nsr') };
  const coins = rng.pick(['0', '20', '50', '75', '333', '20.5', '1000000']);
  send(userId, 'SubscribeNewCoin', { ...ids, coins, agreed: rng.pick([1, 1, 1, 1, 2]), cap: capOf(around) });
}

/** Trades with the agents, at fees of any tier. */
function trade(around: Around, userId: string): void {
  if (userId === GAMBLER) return spend(around, userId);
  const { rng } = around;
  const size = rng.chance(0.5)
    ? { quantity: rng.pick(['0.1', '0.75', '2.5']) }
    : { quoteAmount: rng.pick(['25', '110', '400']) };
  order(around, userId, 'quoteAmount' in size ? 'buy' : rng.pick(['buy', 'sell']), size);
}

/** All that is there goes into coins. */
function spend(around: Around, userId: string): void {
  const { realm, nextId, send } = around;
  const saved = realm.balance(`user/${ownerOf(userId)}/finance/available`, 'USDT');
  const move = { transferId: nextId('t'), from: 'finance', to: 'spot', currency: 'USDT', amount: saved };
  if (saved !== '0') send(userId, 'TransferFunds', move);
  const spot = amount(realm.balance(`user/${ownerOf(userId)}/spot/available`, 'USDT'));
  if (spot < amount('10')) return;
  order(around, userId, 'buy', { quoteAmount: format(roundTo(spot, 0, 'down')) });
}

function order(around: Around, userId: string, side: 'buy' | 'sell', size: object): void {
  const { rng, market, nextId, send } = around;
  send(userId, 'PlaceSpotOrder', {
    ...{ symbol: BOOK, orderId: nextId('o'), side, kind: 'market', timeInForce: 'IOC', ...size },
    ...{ postOnly: false, selfTrade: 'cancel-taker', clientOrderId: null },
    ...{ ...market.terms(BOOK), policy: SIMULATED_POLICY, fees: simulatedFees(rng.below(2)) },
  });
}

export function signIn({ rng, send }: Around, userId: string): void {
  if (rng.chance(0.1)) send(userId, 'SetSignInZone', { timeZone: rng.pick(ZONES) });
  send(userId, 'SignIn', {});
}

export function exchangePoints({ rng, policies, mayBorrow, nextId, send }: Around, userId: string): void {
  // A voucher lasts as long as a loan.
  if (!mayBorrow) return;
  const form = { feeVoucherId: nextId('fv'), shownVersion: rng.pick([1, 1, 1, 2]), policy: policies['reward.rules'] };
  send(userId, 'ExchangePoints', form);
}
