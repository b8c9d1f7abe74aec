import { ALERT_PERCENT_DECIMALS, type AlertKind } from '../../../contracts/alert.contract.js';
import { amount, decimalsOf, format, over, roundTo, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { decidedBy, type AppliedPolicy, type PolicyVersion } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { AlertRules } from './alert.commands.js';
import type { AlertTerms } from './alert.events.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export type AlertPolicy = PolicyVersion<AlertRules>;

/** The instrument at an instant, as `SetAlert` has it. */
export interface AlertMarket {
  readonly symbol: string;
  readonly last: string;
  readonly dayBefore: string | null;
  readonly tick: string;
}

/** What is wrong with the terms at this instant: the level first, then the end and the pause. */
export function termsProblem(
  terms: AlertTerms,
  market: AlertMarket,
  policy: AlertPolicy,
  at: Instant,
): Refusal | undefined {
  return levelProblem(terms, market, policy) ?? endProblem(terms, policy, at) ?? pauseProblem(terms, policy);
}

function levelProblem({ kind, level }: AlertTerms, market: AlertMarket, policy: AlertPolicy): Refusal | undefined {
  return kind === 'moves' ? percentProblem(level, market, policy) : priceProblem(kind, level, market, policy);
}

function priceProblem(
  kind: Exclude<AlertKind, 'moves'>,
  level: string,
  market: AlertMarket,
  policy: AlertPolicy,
): Refusal | undefined {
  const [price, last, tick] = [amount(level), amount(market.last), amount(market.tick)];
  const far = BigInt(policy.values.priceTimesMax);
  const [nearest, farthest] = [upToTick(last / far > tick ? last / far : tick, tick), last * far];
  if (price < nearest || price > farthest) {
    const [lowest, highest] = [format(nearest), format(farthest)];
    return refuse('alert.price-range', { lowest, highest, ...decidedBy(policy) });
  }
  if (price % tick !== 0n) return refuse('alert.price-tick', { tickSize: market.tick });
  const reached = kind === 'crosses' ? price === last : kind === 'rises' ? last >= price : last <= price;
  return reached ? refuse('alert.already-reached', { symbol: market.symbol, price: market.last }) : undefined;
}

function percentProblem(level: string, market: AlertMarket, policy: AlertPolicy): Refusal | undefined {
  const percent = amount(level);
  const { percentMin: minimum, percentMax: maximum } = policy.values;
  if (percent < amount(minimum) || percent > amount(maximum) || decimalsOf(percent) > ALERT_PERCENT_DECIMALS) {
    return refuse('alert.percent-range', { minimum, maximum, ...decidedBy(policy) });
  }
  if (market.dayBefore === null) return undefined;
  const change = changeOf(amount(market.last), amount(market.dayBefore));
  if ((change < 0n ? -change : change) < percent) return undefined;
  return refuse('alert.already-reached', { symbol: market.symbol, price: market.last });
}

function endProblem({ endsAt }: AlertTerms, policy: AlertPolicy, at: Instant): Refusal | undefined {
  if (endsAt <= at) return refuse('alert.end-past');
  const { endDaysMax: days } = policy.values;
  return endsAt <= at + days * DAY_MS ? undefined : refuse('alert.end-far', { days, ...decidedBy(policy) });
}

function pauseProblem({ repeat, pauseMinutes }: AlertTerms, policy: AlertPolicy): Refusal | undefined {
  const { pauseMinutesMin: minutes } = policy.values;
  if (repeat === 'once' || pauseMinutes >= minutes) return undefined;
  return refuse('alert.pause-short', { minutes, ...decidedBy(policy) });
}

/** Signed per cent with two decimals, rounded towards zero, as nothing is told before it is so. */
export function changeOf(price: Amount, before: Amount): Amount {
  return roundTo(over((price - before) * 100n, before, 'down'), ALERT_PERCENT_DECIMALS, 'down');
}

/** The policy as an event keeps it. */
export function appliedOf({ name, version, values }: AlertPolicy): AppliedPolicy {
  const { activeMax, endDaysMax } = values;
  return { name, version, inputs: { activeMax, endDaysMax } };
}

export const minutesToMs = (minutes: number): number => minutes * MINUTE_MS;

function upToTick(price: Amount, tick: Amount): Amount {
  return ((price + tick - 1n) / tick) * tick;
}
