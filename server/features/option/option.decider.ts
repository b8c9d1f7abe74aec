import type { OptionView } from '../../../contracts/option.contract.js';
import { amount, format, ZERO } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { CommandMeta, Decided } from '../../core/decider.js';
import { eventsOf, type NewEvent, type Posting } from '../../core/event.js';
import type { OptionAverage, OptionBeats, OptionEntry } from '../../core/ports/option-prices.js';
import { changedLimit, changedPause } from '../../core/own-limits.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { Purchase, SetOptionLossLimit, SetOptionPause } from './option.commands.js';
import type {
  OptionBought,
  OptionCovered,
  OptionFacts,
  OptionHouseFacts,
  OptionHouseGranted,
  OptionReturned,
  OptionSettled,
} from './option.events.js';
import { appliedOf, costOf, grantDue, problemsOf, winsOf, type Standing } from './option.rules.js';
import { minuteOf, optionTimetable, type OpenOption, type OptionState } from './option.state.js';
import { viewOf } from './option.views.js';

const newEvent = eventsOf<OptionFacts>(({ ownerId }) => `option-${ownerId}`);
const houseEvents = (realm: string) => eventsOf<OptionHouseFacts>(() => `optionhouse-${realm}`);

/** `beats`: from the seed of the epoch that runs. */
export function decidePurchase(
  realm: string,
  purchase: Purchase,
  beats: OptionBeats & { readonly placedBeat: number },
  standing: Omit<Standing, 'lastBeat'>,
): Decided<OptionView> | Refusal {
  const { lastBeat } = beats;
  const [problem] = problemsOf(purchase, { ...standing, lastBeat });
  if (problem !== undefined) return problem;
  const bought = boughtOf(purchase, beats);
  const newHouseEvent = houseEvents(realm);
  const granted = grantOf(purchase, standing);
  const events: NewEvent[] = [
    ...(granted === undefined ? [] : [{ ...newHouseEvent('OptionHouseGranted', granted), postings: given(granted) }]),
    { ...newEvent('OptionBought', bought), postings: held(bought, false) },
    newHouseEvent('OptionCovered', coverOf(bought)),
  ];
  const answer = viewOf({ ...bought, boughtAt: standing.at, entry: null });
  return { events, due: dueAfter(optionTimetable, events, standing.at), answer };
}

/** Nothing for an option that has entered, or is over. */
export function decideEnter(
  realm: string,
  option: OpenOption | undefined,
  entryOf: (option: OpenOption) => OptionEntry,
  at: Instant,
): Decided<null> {
  if (option === undefined || option.entry !== null) return { events: [], answer: null };
  const entry = entryOf(option);
  if ('returned' in entry) return { events: returned(realm, option, entry.returned), answer: null };
  const { userId, ownerId, optionId, symbol, entryBeat, lastBeat } = option;
  const events = [newEvent('OptionEntered', { userId, ownerId, optionId, symbol, entryBeat, lastBeat, ...entry })];
  return { events, due: dueAfter(optionTimetable, events, at), answer: null };
}

/** Nothing for an option that is over. */
export function decideSettle(
  realm: string,
  option: OpenOption | undefined,
  averageOf: (option: OpenOption) => OptionAverage,
): NewEvent[] {
  if (option === undefined || option.entry === null) return [];
  const average = averageOf(option);
  if ('returned' in average) return returned(realm, option, average.returned);
  const settled = settledOf(option, option.entry.steps, average);
  return [
    { ...newEvent('OptionSettled', settled), postings: paid(option, settled.result) },
    houseEvents(realm)('OptionCoverEnded', {
      ...coverOf(option),
      returned: settled.returned,
      expected: format(amount(option.stake) - amount(option.cost)),
    }),
  ];
}

export function decideWarning({ warnedAt }: OptionState, owner: { userId: string; ownerId: string }) {
  return warnedAt === null ? [newEvent('OptionWarningConfirmed', owner)] : refuse('option.warning-confirmed-before');
}

/** A lower limit is in force at once, a higher one or none after a day. */
export function decideLossLimit(
  state: OptionState,
  { userId, ownerId, limit }: SetOptionLossLimit['data'],
  { at }: CommandMeta,
): NewEvent[] | Refusal {
  const change = changedLimit('option.limit-unchanged', state, limit, at);
  if (isRefusal(change)) return change;
  const { value, from } = change;
  const set = { userId, ownerId, limit: value };
  return [from === null ? newEvent('OptionLossLimitSet', set) : newEvent('OptionLossLimitLoosening', { ...set, from })];
}

export function decideLoosenedLimit(
  { lossLimit: { pending } }: OptionState,
  { userId, ownerId, from }: { userId: string; ownerId: string; from: Instant },
): NewEvent[] {
  if (pending?.from !== from) return [];
  return [newEvent('OptionLossLimitLoosened', { userId, ownerId, limit: pending.value })];
}

/** A pause begins and grows at once, and ends earlier only after a day. */
export function decidePause(
  state: OptionState,
  { userId, ownerId, until }: SetOptionPause['data'],
  { at }: CommandMeta,
): NewEvent[] | Refusal {
  const codes = { unchanged: 'option.limit-unchanged', tooLong: 'option.pause-too-long' };
  const change = changedPause(codes, state, until, at);
  if (isRefusal(change)) return change;
  const { value, from } = change;
  const set = { userId, ownerId, until: value };
  return [from === null ? newEvent('OptionPauseSet', set) : newEvent('OptionPauseShortening', { ...set, from })];
}

export function decideShortenedPause(
  { pause: { pending } }: OptionState,
  { userId, ownerId, from }: { userId: string; ownerId: string; from: Instant },
): NewEvent[] {
  if (pending?.from !== from) return [];
  return [newEvent('OptionPauseShortened', { userId, ownerId, until: pending.value })];
}

function boughtOf(purchase: Purchase, beats: OptionBeats & { readonly placedBeat: number }): OptionBought {
  const { userId, ownerId, optionId, symbol, direction, delivery, policy, cap } = purchase;
  const { figures } = purchase.offer;
  if (figures === null) throw new Error('an option without figures was not refused');
  const { at: offeredAt, chances, variance, instrumentVersion } = figures;
  const stake = format(amount(purchase.stake));
  const payoutRate = figures.payouts[direction];
  const wins = winsOf(stake, payoutRate);
  return {
    userId,
    ownerId,
    optionId,
    symbol,
    direction,
    delivery,
    stake,
    payoutRate,
    wins,
    cost: costOf({ stake, wins, direction }, chances),
    chances,
    offeredAt,
    variance,
    instrumentVersion,
    placedBeat: beats.placedBeat,
    entryBeat: beats.entryBeat,
    lastBeat: beats.lastBeat,
    beats: beats.beats,
    policy: appliedOf(policy, delivery),
    cap: cap?.policy ?? null,
  };
}

/** The result compares sums of steps, so nothing is rounded: the average lies above the entry where its sum lies above as many entries. */
export function resultOf(
  { direction, beats }: Pick<OptionBought, 'direction' | 'beats'>,
  entrySteps: string,
  sumSteps: string,
): OptionSettled['result'] {
  const difference = BigInt(sumSteps) - BigInt(beats) * BigInt(entrySteps);
  if (difference === 0n) return 'equal';
  return difference > 0n === (direction === 'rise') ? 'won' : 'lost';
}

/** What comes back to the account. */
export function payoutOf(
  { stake, wins }: Pick<OptionBought, 'stake' | 'wins'>,
  result: OptionSettled['result'],
): string {
  if (result === 'lost') return '0';
  return result === 'won' ? format(amount(stake) + amount(wins)) : stake;
}

function settledOf(
  option: OpenOption,
  entrySteps: string,
  { sumSteps, price }: Extract<OptionAverage, { sumSteps: string }>,
): OptionSettled {
  const { userId, ownerId, optionId, symbol, direction, delivery, lastBeat, beats, stake, policy } = option;
  const result = resultOf(option, entrySteps, sumSteps);
  const of = { userId, ownerId, optionId, symbol, direction, delivery };
  const average = { entrySteps, sumSteps, lastBeat, beats, price };
  return { ...of, result, ...average, stake, returned: payoutOf(option, result), policy };
}

function returned(realm: string, option: OpenOption, reason: OptionReturned['reason']): NewEvent[] {
  const { userId, ownerId, optionId, symbol, direction, delivery, stake, policy } = option;
  const back: OptionReturned = { userId, ownerId, optionId, symbol, direction, delivery, reason, stake, policy };
  return [
    { ...newEvent('OptionReturned', back), postings: held(option, true) },
    houseEvents(realm)('OptionCoverEnded', { ...coverOf(option), returned: stake, expected: stake }),
  ];
}

function coverOf(option: OptionBought): OptionCovered {
  const { optionId, symbol, direction, stake, wins } = option;
  return { optionId, symbol, direction, minute: minuteOf(option), stake, wins };
}

function grantOf(
  { policy: { name, version, values } }: Purchase,
  { house }: Pick<Standing, 'house'>,
): OptionHouseGranted | undefined {
  const due = grantDue(house, values);
  if (due === ZERO) return undefined;
  const { grantUsdt } = values;
  return { granted: format(due), total: grantUsdt, policy: { name, version, inputs: { grantUsdt } } };
}

function given({ granted }: OptionHouseGranted): Posting[] {
  return moved(HOUSE.optionGrants.account, HOUSE.options.account, granted);
}

/** Puts stake and highest payout on hold, or releases both. */
function held({ ownerId, stake, wins }: OptionBought, releases: boolean): Posting[] {
  const own = [userAccount(ownerId, 'options', 'available'), userAccount(ownerId, 'options', 'frozen')] as const;
  const house = [HOUSE.options.account, HOUSE.optionHolds.account] as const;
  return [own, house].flatMap(([free, hold], n) => {
    const sum = n === 0 ? stake : wins;
    return releases ? moved(hold, free, sum) : moved(free, hold, sum);
  });
}

function paid(option: OpenOption, result: OptionSettled['result']): Posting[] {
  const { ownerId, stake, wins } = option;
  const [available, frozen] = [userAccount(ownerId, 'options', 'available'), userAccount(ownerId, 'options', 'frozen')];
  if (result === 'equal') return held(option, true);
  if (result === 'lost')
    return [
      ...moved(frozen, HOUSE.options.account, stake),
      ...moved(HOUSE.optionHolds.account, HOUSE.options.account, wins),
    ];
  return [...moved(frozen, available, stake), ...moved(HOUSE.optionHolds.account, available, wins)];
}

function moved(from: string, to: string, sum: string): Posting[] {
  return [
    { account: from, asset: 'USDT', amount: -amount(sum) },
    { account: to, asset: 'USDT', amount: amount(sum) },
  ];
}
