import type { CustodyDay, CustodyInfo } from '../../../contracts/custody.contract.js';
import { datesFrom, interestOf } from '../../../shared/custody.js';
import { amount, format } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { CustodyRates } from '../../core/ports/custody-rates.js';
import { penaltyAt, type OpenCustody } from './custody.state.js';

/** Each date of an order, with its rate and interest once it is revealed. `rates` are those of its first dates. */
export function daysOf(
  {
    principal,
    firstDate,
    cycleDays,
  }: { readonly principal: string; readonly firstDate: string; readonly cycleDays: number },
  rates: readonly string[],
  source: Pick<CustodyRates, 'epochOf'>,
): CustodyDay[] {
  const upTo = (n: number): bigint => amount(interestOf(principal, rates.slice(0, n)));
  return datesFrom(firstDate, cycleDays).map((date, n) => {
    const rate = rates[n] ?? null;
    const interest = rate === null ? null : format(upTo(n + 1) - upTo(n));
    return { date, rate, ...source.epochOf(date), interest };
  });
}

/** What redeeming now would cost, and what the order brings at least and at most by the rates that are known. */
export function outlookOf(
  order: OpenCustody,
  rates: readonly string[],
  at: Instant,
): Pick<CustodyInfo, 'now' | 'atMaturity'> {
  const { principal, cycleDays, rateMin, rateMax } = order;
  const plus = (interest: string, less = '0'): string => format(amount(principal) + amount(interest) - amount(less));
  const penalty = penaltyAt(order, at);
  const filled = (rate: string): string =>
    interestOf(principal, [...rates, ...Array.from({ length: cycleDays - rates.length }, () => rate)]);
  const interest = { least: filled(rateMin), most: filled(rateMax) };
  return {
    now: { penalty, returned: plus(interestOf(principal, rates), penalty) },
    atMaturity: { interest, returned: { least: plus(interest.least), most: plus(interest.most) } },
  };
}
