import { FUND_ASSETS, FUND_LEVELS, type FundLevel } from '../../../shared/fund.js';
import { amount, format, times, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { planned } from '../../core/command.js';
import type { StreamKind } from '../../core/decider.js';
import { never } from '../../core/never.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { planTimetable, plansAfter, type RunningPlan } from './fund-plan.state.js';
import { SettleFundRequests, StrikeFund } from './fund.commands.js';
import type {
  FundClose,
  FundEvent,
  FundFlowEnded,
  FundFlowPlaced,
  FundHouseEvent,
  FundOpened,
  FundPlanPurchaseRequested,
  FundPurchasePlaced,
  FundPurchaseRequested,
  FundRedemptionRequested,
  FundStrikeMissed,
  FundStruck,
} from './fund.events.js';

interface Pending extends Omit<FundRedemptionRequested, 'units'> {
  readonly requestedAt: Instant;
}
/** A request that waits for its net asset value. */
export type PendingRequest =
  | (Pending & { readonly side: 'purchase'; readonly amount: string })
  | (Pending & { readonly side: 'redemption'; readonly units: string });

export interface FundPosition {
  readonly units: string;
  /** What the units cost, by their average. */
  readonly cost: string;
}

/** One account's units of each fund, what waits, and the plans that run. */
export interface FundState {
  readonly ownerId: string;
  readonly held: Readonly<Record<FundLevel, FundPosition>>;
  readonly pending: ReadonlyMap<string, PendingRequest>;
  readonly plans: ReadonlyMap<string, RunningPlan>;
}

const NONE: FundPosition = { units: '0', cost: '0' };

/** So long after a net asset value is due its requests are settled. */
const SETTLE_AFTER_MS = 1_000;

export const fundKind: StreamKind<FundState> = {
  name: 'fund',
  initial: (ownerId) => ({ ownerId, held: { low: NONE, balanced: NONE }, pending: new Map(), plans: new Map() }),
  evolve: (state, event) => evolve(state, event as FundEvent),
  snapshot: {
    schema: 3,
    everyEvents: 200,
    save: ({ pending, plans, ...state }) => ({
      ...state,
      pending: [...pending.values()],
      plans: [...plans.values()],
    }),
    load: (saved) => {
      const { pending, plans, ...state } = saved as Pick<FundState, 'ownerId' | 'held'> & {
        pending: PendingRequest[];
        plans: RunningPlan[];
      };
      return {
        ...state,
        pending: new Map(pending.map((request) => [request.requestId, request])),
        plans: new Map(plans.map((plan) => [plan.planId, plan])),
      };
    },
  },
  holds: (state) => {
    const frozen = userAccount(state.ownerId, 'finance', 'frozen');
    const units = FUND_LEVELS.map((level) => [FUND_ASSETS[level], amount(state.held[level].units)] as const);
    const all = [...units, ['USDT', pendingUsdt(state)] as const];
    return new Map(all.flatMap(([asset, held]) => (held === ZERO ? [] : [[`${frozen} ${asset}`, held] as const])));
  },
};

/** USDT of purchases that wait. */
export function pendingUsdt({ pending }: Pick<FundState, 'pending'>, level?: FundLevel): Amount {
  return [...pending.values()].reduce(
    (sum, one) => (one.side === 'purchase' && (level ?? one.level) === one.level ? sum + amount(one.amount) : sum),
    ZERO,
  );
}

/** Units that wait for no redemption. */
export function freeUnits({ held, pending }: Pick<FundState, 'held' | 'pending'>, level: FundLevel): Amount {
  return [...pending.values()].reduce(
    (free, one) => (one.side === 'redemption' && one.level === level ? free - amount(one.units) : free),
    amount(held[level].units),
  );
}

/** What units cost and what waits for some: what the cap of the risk class counts. */
export const openFunds = (state: FundState): Amount =>
  FUND_LEVELS.reduce((sum, level) => sum + amount(state.held[level].cost), pendingUsdt(state));

function evolve(state: FundState, event: FundEvent): FundState {
  const { type, data, at } = event;
  switch (type) {
    case 'FundPurchaseRequested':
    case 'FundPlanPurchaseRequested':
      return waiting(state, { ...data, side: 'purchase', requestedAt: at });
    case 'FundRedemptionRequested':
      return waiting(state, { ...data, side: 'redemption', requestedAt: at });
    case 'FundUnitsIssued':
      return moved(ended(state, data.requestId), data.level, amount(data.units), amount(data.amount));
    case 'FundUnitsRedeemed':
      return moved(ended(state, data.requestId), data.level, -amount(data.units), -amount(data.cost));
    case 'FundRequestCancelled':
    case 'FundRequestFailed':
      return ended(state, data.requestId);
    case 'FundPlanSet':
    case 'FundPlanBought':
    case 'FundPlanSkipped':
    case 'FundPlanEnded':
      return { ...state, plans: plansAfter(state.plans, event) };
    default:
      return never(type);
  }
}

const waiting = (state: FundState, request: PendingRequest): FundState => ({
  ...state,
  pending: new Map(state.pending).set(request.requestId, request),
});

function ended(state: FundState, requestId: string): FundState {
  const pending = new Map(state.pending);
  pending.delete(requestId);
  return { ...state, pending };
}

function moved(state: FundState, level: FundLevel, units: Amount, cost: Amount): FundState {
  return { ...state, held: { ...state.held, [level]: positionAfter(state.held[level], { units, cost }) } };
}

export const positionAfter = (
  before: FundPosition,
  change: { readonly units: Amount; readonly cost: Amount },
): FundPosition => ({
  units: format(amount(before.units) + change.units),
  cost: format(amount(before.cost) + change.cost),
});

export interface FundHolding {
  readonly asset: string;
  readonly quantity: string;
  /** The last close that it was valued by. */
  readonly closeAt: Instant;
}

/** What waits for the value of a date. */
interface Flows {
  readonly usdt: string;
  readonly units: string;
  readonly count: number;
}

/** A value that requests wait to be settled at; `nav` is `null` where none could be struck, or a fair value is in it: nobody may order at a price that people set. */
export interface StruckNav {
  readonly nav: string | null;
  /** The oldest close that it is made of; `null` where the fund held nothing. */
  readonly oldestClose: Instant | null;
}

export interface FundHouseState {
  readonly level: FundLevel;
  /** The date that is struck next; `null` before the first request. */
  readonly nextDate: string | null;
  readonly holdings: readonly FundHolding[];
  readonly cash: string;
  readonly units: string;
  /** The last one; `null` before the first. */
  readonly nav: string | null;
  readonly flows: Readonly<Record<string, Flows>>;
  readonly struck: Readonly<Record<string, StruckNav>>;
  /** A date was drawn for rebalancing, and not every market has closed since. */
  readonly rebalancingDue: boolean;
  readonly lastStrikeAt: Instant;
}

export const fundHouseKind: StreamKind<FundHouseState> = {
  name: 'fundhouse',
  initial: (level) => ({
    level: level as FundLevel,
    nextDate: null,
    holdings: [],
    cash: '0',
    units: '0',
    nav: null,
    flows: {},
    struck: {},
    rebalancingDue: false,
    lastStrikeAt: 0,
  }),
  evolve: (state, event) => evolveHouse(state, event as FundHouseEvent),
  snapshot: {
    schema: 1,
    everyEvents: 500,
    save: (state) => state,
    load: (saved) => saved as FundHouseState,
  },
};

function evolveHouse(state: FundHouseState, { type, data }: FundHouseEvent): FundHouseState {
  switch (type) {
    case 'FundOpened':
      return { ...state, nextDate: data.date };
    case 'FundFlowPlaced':
      return { ...state, flows: flowed(state.flows, data, 1) };
    case 'FundFlowEnded': {
      const flows = flowed(state.flows, data, -1);
      const struck = Object.entries(state.struck).filter(([date]) => date !== data.date || date in flows);
      const [cash, units] = [amount(state.cash) + amount(data.cash), amount(state.units) + amount(data.units)];
      return { ...state, flows, struck: Object.fromEntries(struck), cash: format(cash), units: format(units) };
    }
    case 'FundStruck':
      return afterStrike(state, data);
    case 'FundStrikeMissed':
      return { ...state, ...kept(state, data.date, { nav: null, oldestClose: null }), nextDate: data.nextDate };
    default:
      return never(type);
  }
}

function flowed(all: FundHouseState['flows'], { date, side, quantity }: FundFlowPlaced | FundFlowEnded, by: 1 | -1) {
  const before = all[date] ?? { usdt: '0', units: '0', count: 0 };
  const count = before.count + by;
  const part = side === 'purchase' ? 'usdt' : 'units';
  const changed = { ...before, [part]: format(amount(before[part]) + BigInt(by) * amount(quantity)), count };
  return Object.fromEntries([
    ...Object.entries(all).filter(([other]) => other !== date),
    ...(count === 0 ? [] : [[date, changed] as const]),
  ]);
}

/** A value is kept as long as requests wait for it. */
const kept = (state: FundHouseState, date: string, nav: StruckNav) => ({
  struck: date in state.flows ? { ...state.struck, [date]: nav } : state.struck,
});

export const hasFairValue = (closes: readonly FundClose[]): boolean => closes.some(({ fair }) => fair !== undefined);

function afterStrike(state: FundHouseState, data: FundStruck): FundHouseState {
  const { date, closes, trades, nav, nextDate, strikesAt, drawn, rebalanced } = data;
  const oldestClose = closes.length === 0 ? null : Math.min(...closes.map(({ closeAt }) => closeAt));
  const quantities = new Map(closes.map(({ asset, quantity, closeAt }) => [asset, { quantity, closeAt }]));
  for (const { asset, quantity, closeAt } of trades) {
    const before = quantities.get(asset) ?? { quantity: '0', closeAt };
    quantities.set(asset, { ...before, quantity: format(amount(before.quantity) + amount(quantity)) });
  }
  const spent = trades.reduce((sum, trade) => sum + costOf(trade), ZERO);
  return {
    ...state,
    ...kept(state, date, { nav: hasFairValue(closes) ? null : nav, oldestClose }),
    nextDate,
    nav,
    cash: format(amount(data.cash) - amount(data.fee) - spent),
    holdings: [...quantities].flatMap(([asset, one]) => (one.quantity === '0' ? [] : [{ asset, ...one }])),
    rebalancingDue: (state.rebalancingDue || drawn) && !rebalanced,
    lastStrikeAt: strikesAt,
  };
}

/** Exact: quantities and prices have eight decimals at most. */
export const costOf = ({ quantity, price }: { readonly quantity: string; readonly price: string }): Amount =>
  times(amount(quantity), amount(price), 'down');

export const fundTimetable: Timetable = {
  FundOpened: ({ data: { level, date, strikesAt } }: Happened<FundOpened>) => strike(level, date, strikesAt),
  FundStruck: ({ data }: Happened<FundStruck>) => strike(data.level, data.nextDate, data.nextStrikesAt),
  FundStrikeMissed: ({ data }: Happened<FundStrikeMissed>) => strike(data.level, data.nextDate, data.nextStrikesAt),
  FundPurchaseRequested: ({ data }: Happened<FundPurchaseRequested>) => settle(data),
  FundPlanPurchaseRequested: ({ data }: Happened<FundPlanPurchaseRequested>) => settle(data),
  ...planTimetable,
  FundRedemptionRequested: ({ data }: Happened<FundRedemptionRequested>) => settle(data),
};

const strike = (level: FundLevel, date: string, dueAt: Instant) => ({
  id: `strike-fund:${level}:${date}`,
  dueAt,
  command: planned(StrikeFund, { level, date }),
});

/** One for all that an owner has waiting for a value: buying and cancelling over and over makes no second one. */
type Waiting = FundPurchasePlaced | FundRedemptionRequested;
const settle = ({ userId, ownerId, level, date, strikesAt }: Waiting) => ({
  id: `settle-fund-requests:${ownerId}:${level}:${date}`,
  dueAt: strikesAt + SETTLE_AFTER_MS,
  command: planned(SettleFundRequests, { userId, ownerId, level, date }),
});
