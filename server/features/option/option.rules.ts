import {
  STAKE_DECIMALS,
  type OptionChances,
  type OptionDelivery,
  type OptionDirection,
} from '../../../contracts/option.contract.js';
import { amount, decimalsOf, format, ONE, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { decidedBy, type PolicyVersion } from '../../core/policy.js';
import type { OptionTiming } from '../../core/ports/option-prices.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { DELIVERY_SECONDS } from '../../../contracts/option.contract.js';
import type { OptionRules, Purchase } from './option.commands.js';
import {
  expiryKey,
  minuteOf,
  openStakes,
  stakedOf,
  tallyOf,
  type OptionHouseState,
  type OptionState,
} from './option.state.js';

const AMOUNT_DECIMALS = 8;
/** Chances and payout are those of the moment of the purchase: what waited longer in line is asked again. */
export const OFFER_LASTS_MS = 10_000;

const EDGES = {
  '30s': 'edge30s',
  '60s': 'edge60s',
  '120s': 'edge120s',
  '300s': 'edge300s',
  '15m': 'edge15m',
  '1h': 'edge1h',
} as const satisfies Record<OptionDelivery, keyof OptionRules>;

export const edgeOf = (rules: OptionRules, delivery: OptionDelivery): string => rules[EDGES[delivery]];

export const timingOf = (
  { averageSeconds, delayBeatsMin, delayBeatsMax }: OptionRules,
  delivery: OptionDelivery,
): OptionTiming => ({ seconds: DELIVERY_SECONDS[delivery], averageSeconds, delayBeatsMin, delayBeatsMax });

/** What a stake that wins pays on top of itself, rounded down at the eighth decimal. */
export function winsOf(stake: string, payoutRate: string): string {
  return format(roundTo(times(amount(stake), amount(payoutRate), 'down'), AMOUNT_DECIMALS, 'down'));
}

/** What a bet costs on average: stake less chance times stake and winnings, less the chance of equal times the stake; half to even. */
export function costOf(
  { stake, wins, direction }: { readonly stake: string; readonly wins: string; readonly direction: OptionDirection },
  chances: OptionChances,
): string {
  const [staked, won] = [amount(stake), amount(wins)];
  const exact = staked * ONE - amount(chances[direction]) * (staked + won) - amount(chances.equal) * staked;
  return format(roundTo(times(exact, 1n, 'half-even'), AMOUNT_DECIMALS, 'half-even'));
}

/** Everything that a purchase is checked against. */
export interface Standing {
  readonly state: OptionState;
  readonly house: OptionHouseState;
  /** What the options account has available. */
  readonly available: Amount;
  /** What the house account has, before a grant that is due. */
  readonly houseFunds: Amount;
  /** Open principal of all products. */
  readonly principal: Amount;
  readonly at: Instant;
  /** The last beat of the average; of a preview the latest that it may be. */
  readonly lastBeat: number;
}

/** What the policy in force still has to give. */
export function grantDue({ granted }: Pick<OptionHouseState, 'granted'>, { grantUsdt }: OptionRules): Amount {
  const due = amount(grantUsdt) - amount(granted);
  return due > ZERO ? due : ZERO;
}

/** All that stands against a purchase, in the order of the refusals. */
export function problemsOf(purchase: Purchase, standing: Standing): Refusal[] {
  return [
    ...personProblems(standing),
    ...formProblems(purchase),
    ...marketProblems(purchase, standing),
    ...limitProblems(purchase, standing),
    ...moneyProblems(purchase, standing),
  ];
}

function personProblems({ state, at }: Standing): Refusal[] {
  const until = state.pause.inForce;
  return [
    ...(state.warnedAt === null ? [refuse('option.warning-not-confirmed')] : []),
    ...(until !== null && at < until ? [refuse('option.paused-by-owner', { untilAt: until })] : []),
  ];
}

function formProblems({ stake, policy }: Purchase): Refusal[] {
  const { minUsdt: minimum, maxUsdt: maximum } = policy.values;
  const staked = amount(stake);
  if (staked === ZERO) return [refuse('asset.amount-zero', { field: 'stake' })];
  if (decimalsOf(staked) > STAKE_DECIMALS)
    return [refuse('asset.too-many-decimals', { field: 'stake', currency: 'USDT', decimals: STAKE_DECIMALS })];
  if (staked < amount(minimum))
    return [refuse('option.stake-below-minimum', { field: 'stake', minimum, ...decidedBy(policy) })];
  if (staked > amount(maximum))
    return [refuse('option.stake-above-maximum', { field: 'stake', maximum, ...decidedBy(policy) })];
  return [];
}

function marketProblems(
  { symbol, direction, shown, offer, policy }: Purchase,
  { at }: Pick<Standing, 'at'>,
): Refusal[] {
  const { figures, problem } = offer;
  if (figures === null) return problem === null ? [refuse('request.unavailable')] : [problem];
  if (at < figures.at || at > figures.at + OFFER_LASTS_MS) return [refuse('request.unavailable')];
  const found = problem === null ? [] : [problem];
  const equal = equalProblem(symbol, figures.chances, policy);
  if (equal !== undefined) found.push(equal);
  const payoutRate = figures.payouts[direction];
  if (amount(payoutRate) < amount(shown)) {
    const [was, payout] = [percent(shown), percent(payoutRate)];
    const now = { payoutRate, ...decidedBy(policy) };
    found.push(refuse('option.payout-worse', { field: 'payoutRate', shown: was, payout, ...now }));
  }
  return found;
}

/** Where the average may well be the entry exactly, nothing is sold. */
export function equalProblem(
  symbol: string,
  { equal }: Pick<OptionChances, 'equal'>,
  policy: PolicyVersion<OptionRules>,
): Refusal | undefined {
  const { equalMax } = policy.values;
  if (amount(equal) <= amount(equalMax)) return undefined;
  const [chance, maximum] = [percent(equal), percent(equalMax)];
  const field = 'symbol';
  return refuse('option.equal-too-likely', { field, symbol, equal: chance, maximum, ...decidedBy(policy) });
}

function limitProblems({ symbol, stake, policy, cap }: Purchase, standing: Standing): Refusal[] {
  const { state, house, lastBeat, principal } = standing;
  const { openMax, personUsdt, expiryUsdt, marketUsdt, houseUsdt } = policy.values;
  const open = [...state.open.values()];
  const minute = minuteOf({ lastBeat });
  const own = open.filter((one) => one.symbol === symbol && minuteOf(one) === minute);
  const atMinute = amount(house.byMinute.get(expiryKey({ symbol, minute })) ?? '0');
  const over = (code: LimitCode, taken: Amount, limit: string): Refusal[] => {
    const left = amount(limit) - taken;
    if (amount(stake) <= left) return [];
    return [refuse(code, { field: 'stake', limit, left: format(left > ZERO ? left : ZERO), ...decidedBy(policy) })];
  };
  return [
    ...(open.length >= openMax ? [refuse('option.too-many-open', { maximum: openMax, ...decidedBy(policy) })] : []),
    ...over('option.person-limit', openStakes(state), personUsdt),
    ...over('option.expiry-limit', stakedOf(own), expiryUsdt),
    ...over('option.market-limit', atMinute, marketUsdt),
    ...over('option.house-limit', amount(house.staked), houseUsdt),
    ...capProblems(stake, cap, principal),
    ...lossProblems(stake, standing),
  ];
}

/** The cap of the risk class limits all products together; a demo account has none. */
function capProblems(stake: string, capped: Purchase['cap'], principal: Amount): Refusal[] {
  const cap = capped?.cap ?? null;
  if (capped === null || cap === null || principal + amount(stake) <= amount(cap)) return [];
  const open = format(principal);
  return [refuse('option.cap-exceeded', { field: 'stake', cap, open, ...decidedBy(capped.policy) })];
}

type LimitCode = 'option.person-limit' | 'option.expiry-limit' | 'option.market-limit' | 'option.house-limit';

/** What is open counts as lost: a limit that waits for results would be passed by many at once. */
function lossProblems(stake: string, { state, at }: Standing): Refusal[] {
  const limit = state.lossLimit.inForce;
  if (limit === null) return [];
  const lost = lostToday(state, at);
  const open = openStakes(state);
  if (lost + open + amount(stake) <= amount(limit)) return [];
  const net = format(lost > ZERO ? lost : ZERO);
  return [refuse('option.loss-limit', { field: 'stake', limit, lost: net, open: format(open) })];
}

/** Net of what was won on the same UTC date; negative where more was won. */
export function lostToday(state: OptionState, at: Instant): Amount {
  const { staked, returned } = tallyOf(state, at);
  return amount(staked) - amount(returned);
}

function moneyProblems(
  { stake, direction, offer, policy }: Purchase,
  { available, houseFunds, house }: Standing,
): Refusal[] {
  const found: Refusal[] = [];
  if (available < amount(stake)) {
    const field = 'stake';
    found.push(refuse('asset.insufficient', { field, currency: 'USDT', available: format(available), needed: stake }));
  }
  const rate = offer.figures?.payouts[direction];
  if (rate === undefined) return found;
  const [needs, covered] = [winsOf(stake, rate), houseFunds + grantDue(house, policy.values)];
  if (covered < amount(needs))
    found.push(refuse('option.uncovered', { field: 'stake', needs, available: format(covered), ...decidedBy(policy) }));
  return found;
}

export const percent = (share: string): string => format(amount(share) * 100n);

/** What of the policy an option keeps. */
export function appliedOf({ name, version, values }: PolicyVersion<OptionRules>, delivery: OptionDelivery) {
  const { delayBeatsMin, delayBeatsMax, averageSeconds, equalMax } = values;
  const inputs = { edge: edgeOf(values, delivery), delayBeatsMin, delayBeatsMax, averageSeconds, equalMax };
  return { name, version, inputs };
}
