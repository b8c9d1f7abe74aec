import { datesFrom, penaltyOf, datesNotBegun } from '../../../shared/custody.js';
import { dateAfter, dateOf } from '../../../shared/utc-date.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { planned } from '../../core/command.js';
import type { StreamKind } from '../../core/decider.js';
import { never } from '../../core/never.js';
import { inForce, loosening, NO_LIMITS, type OwnLimits } from '../../core/own-limits.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { CompleteCustody, LoosenCustodyLossLimit, RevealCustodyRate, ShortenCustodyPause } from './custody.commands.js';
import type {
  CustodyBought,
  CustodyCovered,
  CustodyEvent,
  CustodyHouseEvent,
  CustodyLossLimitLoosening,
  CustodyPauseShortening,
  CustodyRateRevealed,
  CustodyRatesBegun,
  CustodyRedemptionRequested,
} from './custody.events.js';

/** An order that is not over. */
export interface OpenCustody extends CustodyBought {
  readonly boughtAt: Instant;
  /** The last request, and whether staff rejected it; `null` without one, and once it was taken back. */
  readonly redemption:
    | (Pick<CustodyRedemptionRequested, 'requestId' | 'penalty'> & {
        readonly requestedAt: Instant;
        readonly rejectedFor: readonly string[] | null;
      })
    | null;
}

/** One account's custody: what is open by id in the order of purchase, own totals and own limits. */
export interface CustodyState extends OwnLimits {
  readonly ownerId: string;
  readonly open: ReadonlyMap<string, OpenCustody>;
  readonly interest: string;
  readonly penalties: string;
  /** Penalties of the newest UTC month that had one, `2028-02`. */
  readonly lost: { readonly month: string; readonly sum: string };
}

export const custodyKind: StreamKind<CustodyState> = {
  name: 'custody',
  initial: (ownerId) => ({
    ownerId,
    open: new Map(),
    interest: '0',
    penalties: '0',
    lost: { month: '', sum: '0' },
    ...NO_LIMITS,
  }),
  evolve: (state, event) => evolve(state, event as CustodyEvent),
  snapshot: {
    schema: 3,
    everyEvents: 200,
    save: ({ open, ...state }) => ({ ...state, open: [...open.values()] }),
    load: (saved) => {
      const { open, ...state } = saved as Omit<CustodyState, 'open'> & { open: OpenCustody[] };
      return { ...state, open: new Map(open.map((order) => [order.orderId, order])) };
    },
  },
  holds: ({ open, ownerId }) => {
    if (open.size === 0) return new Map();
    const orders = [...open.values()];
    return new Map([
      [`${userAccount(ownerId, 'finance', 'frozen')} USDT`, sumOf(orders, ({ principal }) => principal)],
      [`${HOUSE.treasuryHolds.account} USDT`, sumOf(orders, ({ highest }) => highest)],
    ]);
  },
};

/** The treasury of a realm: what it was granted, and which rates are revealed. */
export interface CustodyHouseState {
  readonly granted: string;
  /** The date whose rate is revealed next; `null` before the first order. */
  readonly nextDate: string | null;
  /** Products and bands that orders may still be open with, and the last of each product: what was last sold keeps its rates. */
  readonly bands: readonly SoldBand[];
}

interface SoldBand extends Pick<CustodyCovered, 'productId' | 'rateMin' | 'rateMax'> {
  readonly soldOn: string;
}
/** The longest cycle that the policy allows, and the dates around it. */
const BAND_KEPT_DAYS = 32;

export const custodyHouseKind: StreamKind<CustodyHouseState> = {
  name: 'custodyhouse',
  initial: () => ({ granted: '0', nextDate: null, bands: [] }),
  evolve: (state, event) => evolveHouse(state, event as CustodyHouseEvent),
  snapshot: {
    schema: 2,
    everyEvents: 500,
    save: (state) => state,
    load: (saved) => saved as CustodyHouseState,
  },
};

export const custodyTimetable: Timetable = {
  CustodyBought: ({ data: { userId, ownerId, orderId, maturesAt } }: Happened<CustodyBought>) => ({
    id: `complete-custody:${orderId}`,
    dueAt: maturesAt,
    command: planned(CompleteCustody, { userId, ownerId, orderId }),
  }),
  CustodyRatesBegun: ({ data: { date, revealsAt } }: Happened<CustodyRatesBegun>) => reveal(date, revealsAt),
  CustodyRateRevealed: ({ data }: Happened<CustodyRateRevealed>) => reveal(data.nextDate, data.nextRevealsAt),
  CustodyLossLimitLoosening: ({ data: { userId, ownerId, from } }: Happened<CustodyLossLimitLoosening>) => ({
    id: `loosen-custody-loss-limit:${ownerId}:${from}`,
    dueAt: from,
    command: planned(LoosenCustodyLossLimit, { userId, ownerId, from }),
  }),
  CustodyPauseShortening: ({ data: { userId, ownerId, from } }: Happened<CustodyPauseShortening>) => ({
    id: `shorten-custody-pause:${ownerId}:${from}`,
    dueAt: from,
    command: planned(ShortenCustodyPause, { userId, ownerId, from }),
  }),
};

const reveal = (date: string, dueAt: Instant) => ({
  id: `reveal-custody-rate:${date}`,
  dueAt,
  command: planned(RevealCustodyRate, { date }),
});

export const datesOfOrder = ({ firstDate, cycleDays }: Pick<OpenCustody, 'firstDate' | 'cycleDays'>): string[] =>
  datesFrom(firstDate, cycleDays);

/** What redeeming costs at an instant. */
export const penaltyAt = (order: OpenCustody, at: Instant): string =>
  penaltyOf(order, datesNotBegun(datesOfOrder(order), at));

export function sumOf<One>(all: readonly One[], part: (one: One) => string): Amount {
  return all.reduce((sum, one) => sum + amount(part(one)), ZERO);
}

/** All principal in custody: what the cap of the risk class counts. */
export const openCustody = ({ open }: CustodyState): Amount => sumOf([...open.values()], ({ principal }) => principal);

const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, 7);
/** Penalties of the UTC month of an instant. */
export const lostInMonth = ({ lost }: CustodyState, at: Instant): string =>
  lost.month === monthOf(at) ? lost.sum : '0';

function evolve(state: CustodyState, { type, data, at }: CustodyEvent): CustodyState {
  switch (type) {
    case 'CustodyBought':
      return withOrder(state, { ...data, boughtAt: at, redemption: null });
    case 'CustodyRedemptionRequested': {
      const { orderId, requestId, penalty } = data;
      return changed(state, orderId, { redemption: { requestId, penalty, requestedAt: at, rejectedFor: null } });
    }
    case 'CustodyContinued':
      return changed(state, data.orderId, { redemption: null });
    case 'CustodyRedemptionRejected': {
      const before = state.open.get(data.orderId)?.redemption ?? null;
      return changed(state, data.orderId, { redemption: before && { ...before, rejectedFor: data.reasons } });
    }
    case 'CustodyRedeemed':
      return ended(state, data.orderId, data.interest, data.penalty, at);
    case 'CustodyCompleted':
      return ended(state, data.orderId, data.interest, '0', at);
    case 'CustodyLossLimitSet':
    case 'CustodyLossLimitLoosened':
      return { ...state, lossLimit: inForce(data.limit) };
    case 'CustodyLossLimitLoosening':
      return { ...state, lossLimit: loosening(state.lossLimit, data.limit, data.from) };
    case 'CustodyPauseSet':
    case 'CustodyPauseShortened':
      return { ...state, pause: inForce(data.until) };
    case 'CustodyPauseShortening':
      return { ...state, pause: loosening(state.pause, data.until, data.from) };
    default:
      return never(type);
  }
}

const withOrder = (state: CustodyState, order: OpenCustody): CustodyState => ({
  ...state,
  open: new Map(state.open).set(order.orderId, order),
});

function changed(state: CustodyState, orderId: string, change: Partial<OpenCustody>): CustodyState {
  const order = state.open.get(orderId);
  return order === undefined ? state : withOrder(state, { ...order, ...change });
}

function ended(state: CustodyState, orderId: string, interest: string, penalty: string, at: Instant): CustodyState {
  const open = new Map(state.open);
  open.delete(orderId);
  const lost = { month: monthOf(at), sum: plus(lostInMonth(state, at), penalty) };
  return {
    ...state,
    open,
    interest: plus(state.interest, interest),
    penalties: plus(state.penalties, penalty),
    lost,
  };
}

function evolveHouse(state: CustodyHouseState, { type, data, at }: CustodyHouseEvent): CustodyHouseState {
  switch (type) {
    case 'CustodyTreasuryGranted':
      return { ...state, granted: data.total };
    case 'CustodyRatesBegun':
      return { ...state, nextDate: data.date };
    case 'CustodyCovered': {
      const { productId, rateMin, rateMax } = data;
      const others = state.bands.filter(
        (band) => band.productId !== productId || band.rateMin !== rateMin || band.rateMax !== rateMax,
      );
      return { ...state, bands: [...others, { productId, rateMin, rateMax, soldOn: dateOf(at) }] };
    }
    case 'CustodyCoverEnded':
      return state;
    case 'CustodyRateRevealed':
      return { ...state, nextDate: data.nextDate, bands: bandsKept(state.bands, data.date) };
    default:
      return never(type);
  }
}

/** Without bands that no open order can have; of each product the last stays. */
function bandsKept(bands: readonly SoldBand[], date: string): readonly SoldBand[] {
  const last = new Map(bands.map((band) => [band.productId, band]));
  return bands.filter((band) => dateAfter(band.soldOn, BAND_KEPT_DAYS) >= date || last.get(band.productId) === band);
}

const plus = (one: string, other: string): string => format(amount(one) + amount(other));
