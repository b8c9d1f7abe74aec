import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { planned } from '../../core/command.js';
import type { StreamKind } from '../../core/decider.js';
import { never } from '../../core/never.js';
import { inForce, loosening, NO_LIMITS, type OwnLimits } from '../../core/own-limits.js';
import type { CountedOption } from '../../core/ports/option-prices.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { EnterOption, LoosenOptionLossLimit, SettleOption, ShortenOptionPause } from './option.commands.js';
import type {
  OptionBought,
  OptionEntered,
  OptionEvent,
  OptionHouseEvent,
  OptionLossLimitLoosening,
  OptionPauseShortening,
} from './option.events.js';

const BEAT_MS = 250;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Bought and not over: `entry` is `null` until its beat has passed. */
export interface OpenOption extends OptionBought {
  readonly boughtAt: Instant;
  readonly entry: { readonly steps: string; readonly price: string } | null;
}

/** Of options that are over, in USDT. */
export interface Tally {
  readonly count: number;
  readonly staked: string;
  readonly returned: string;
  /** What was to be expected back by the published chances. */
  readonly expected: string;
}

/** One account's options: what is open by id in the order of purchase, own totals and own limits. */
export interface OptionState extends OwnLimits {
  readonly ownerId: string;
  readonly warnedAt: Instant | null;
  readonly open: ReadonlyMap<string, OpenOption>;
  readonly all: Tally;
  /** Of the newest UTC date on which one ended, in days since 1970. */
  readonly day: Tally & { readonly date: number };
}

const NOTHING: Tally = { count: 0, staked: '0', returned: '0', expected: '0' };

export const optionKind: StreamKind<OptionState> = {
  name: 'option',
  initial: (ownerId) => ({
    ownerId,
    warnedAt: null,
    open: new Map(),
    all: NOTHING,
    day: { ...NOTHING, date: 0 },
    ...NO_LIMITS,
  }),
  evolve: (state, event) => evolve(state, event as OptionEvent),
  snapshot: {
    schema: 1,
    everyEvents: 200,
    save: ({ open, ...state }) => ({ ...state, open: [...open.values()] }),
    load: (saved) => {
      const { open, ...state } = saved as Omit<OptionState, 'open'> & { open: OpenOption[] };
      return { ...state, open: new Map(open.map((option) => [option.optionId, option])) };
    },
  },
  holds: ({ open, ownerId }) => {
    if (open.size === 0) return new Map();
    const options = [...open.values()];
    return new Map([
      [`${userAccount(ownerId, 'options', 'frozen')} USDT`, stakedOf(options)],
      [`${HOUSE.optionHolds.account} USDT`, sumOf(options, ({ wins }) => wins)],
    ]);
  },
};

/** What the house has sold in one realm. */
export interface OptionHouseState {
  readonly granted: string;
  readonly staked: string;
  /** Open stakes by symbol and minute of settlement. */
  readonly byMinute: ReadonlyMap<string, string>;
}

export const optionHouseKind: StreamKind<OptionHouseState> = {
  name: 'optionhouse',
  initial: () => ({ granted: '0', staked: '0', byMinute: new Map() }),
  evolve: (state, event) => evolveHouse(state, event as OptionHouseEvent),
  snapshot: {
    schema: 1,
    everyEvents: 500,
    save: ({ byMinute, ...state }) => ({ ...state, byMinute: [...byMinute] }),
    load: (saved) => {
      const { byMinute, ...state } = saved as Omit<OptionHouseState, 'byMinute'> & { byMinute: [string, string][] };
      return { ...state, byMinute: new Map(byMinute) };
    },
  },
};

type Named = Pick<OptionBought, 'userId' | 'ownerId' | 'optionId'>;
const named = ({ userId, ownerId, optionId }: Named): Named => ({ userId, ownerId, optionId });

export const optionTimetable: Timetable = {
  OptionBought: ({ data }: Happened<OptionBought>) => ({
    id: `enter-option:${data.optionId}`,
    dueAt: instantOfBeat(data.entryBeat),
    command: planned(EnterOption, named(data)),
  }),
  OptionEntered: ({ data }: Happened<OptionEntered>) => ({
    id: `settle-option:${data.optionId}`,
    dueAt: instantOfBeat(data.lastBeat),
    command: planned(SettleOption, named(data)),
  }),
  OptionLossLimitLoosening: ({ data: { userId, ownerId, from } }: Happened<OptionLossLimitLoosening>) => ({
    id: `loosen-option-loss-limit:${ownerId}:${from}`,
    dueAt: from,
    command: planned(LoosenOptionLossLimit, { userId, ownerId, from }),
  }),
  OptionPauseShortening: ({ data: { userId, ownerId, from } }: Happened<OptionPauseShortening>) => ({
    id: `shorten-option-pause:${ownerId}:${from}`,
    dueAt: from,
    command: planned(ShortenOptionPause, { userId, ownerId, from }),
  }),
};

export const countedOf = ({ symbol, instrumentVersion, entryBeat, lastBeat, beats }: OptionBought): CountedOption => ({
  symbol,
  instrumentVersion,
  entryBeat,
  lastBeat,
  beats,
});

/** The minute of its settlement, in minutes since 1970. */
export const minuteOf = ({ lastBeat }: Pick<OptionBought, 'lastBeat'>): number =>
  Math.floor((lastBeat * BEAT_MS) / MINUTE_MS);
export const expiryKey = ({ symbol, minute }: { readonly symbol: string; readonly minute: number }): string =>
  `${symbol} ${minute}`;
export const instantOfBeat = (beat: number): Instant => beat * BEAT_MS;
export const dateOf = (at: Instant): number => Math.floor(at / DAY_MS);

export function sumOf<One>(all: readonly One[], part: (one: One) => string): Amount {
  return all.reduce((sum, one) => sum + amount(part(one)), ZERO);
}
export const stakedOf = (options: readonly Pick<OptionBought, 'stake'>[]): Amount =>
  sumOf(options, ({ stake }) => stake);

/** All open stakes: what the cap of the risk class counts. */
export const openStakes = (state: OptionState): Amount => stakedOf([...state.open.values()]);

/** The totals of a UTC date. */
export const tallyOf = ({ day }: OptionState, at: Instant): Tally => (day.date === dateOf(at) ? day : NOTHING);

function evolve(state: OptionState, { type, data, at }: OptionEvent): OptionState {
  switch (type) {
    case 'OptionWarningConfirmed':
      return { ...state, warnedAt: at };
    case 'OptionBought':
      return { ...state, open: new Map(state.open).set(data.optionId, { ...data, boughtAt: at, entry: null }) };
    case 'OptionEntered': {
      const option = state.open.get(data.optionId);
      if (option === undefined) return state;
      const entered = { ...option, entry: { steps: data.steps, price: data.price } };
      return { ...state, open: new Map(state.open).set(data.optionId, entered) };
    }
    case 'OptionSettled':
      return ended(state, data.optionId, data.returned, at);
    case 'OptionReturned':
      return ended(state, data.optionId, null, at);
    case 'OptionLossLimitSet':
    case 'OptionLossLimitLoosened':
      return { ...state, lossLimit: inForce(data.limit) };
    case 'OptionLossLimitLoosening':
      return { ...state, lossLimit: loosening(state.lossLimit, data.limit, data.from) };
    case 'OptionPauseSet':
    case 'OptionPauseShortened':
      return { ...state, pause: inForce(data.until) };
    case 'OptionPauseShortening':
      return { ...state, pause: loosening(state.pause, data.until, data.from) };
    default:
      return never(type);
  }
}

/** A stake that came back was to be expected back. */
function ended(state: OptionState, optionId: string, paid: string | null, at: Instant): OptionState {
  const option = state.open.get(optionId);
  if (option === undefined) return state;
  const open = new Map(state.open);
  open.delete(optionId);
  const { stake, cost } = option;
  const returned = paid ?? stake;
  const expected = paid === null ? stake : format(amount(stake) - amount(cost));
  const added = (tally: Tally): Tally => ({
    count: tally.count + 1,
    staked: plus(tally.staked, stake),
    returned: plus(tally.returned, returned),
    expected: plus(tally.expected, expected),
  });
  const date = dateOf(at);
  return { ...state, open, all: added(state.all), day: { ...added(tallyOf(state, at)), date } };
}

function evolveHouse(state: OptionHouseState, { type, data }: OptionHouseEvent): OptionHouseState {
  switch (type) {
    case 'OptionHouseGranted':
      return { ...state, granted: data.total };
    case 'OptionCovered':
      return staked(state, expiryKey(data), amount(data.stake));
    case 'OptionCoverEnded':
      return staked(state, expiryKey(data), -amount(data.stake));
    default:
      return never(type);
  }
}

function staked(state: OptionHouseState, key: string, change: Amount): OptionHouseState {
  const left = amount(state.byMinute.get(key) ?? '0') + change;
  const byMinute = new Map(state.byMinute);
  if (left === ZERO) byMinute.delete(key);
  else byMinute.set(key, format(left));
  return { ...state, staked: format(amount(state.staked) + change), byMinute };
}

const plus = (one: string, other: string): string => format(amount(one) + amount(other));
