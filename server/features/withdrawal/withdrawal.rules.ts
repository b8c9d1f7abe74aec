import type { TurnoverMode, WithdrawalKind, WithdrawalRules } from '../../../contracts/withdrawal.contract.js';
import type { Instant } from '../../core/clock.js';
import { amount, format, ONE, over, roundTo, times, tryAmount, ZERO, type Amount } from '../../../shared/money.js';
import { decidedBy, type PolicyVersion } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { dayOf, isOpen, nextChange, startOfDay, type DailyWindow } from '../../core/zone.js';

/** The bank pays out this one, one for one in US dollars, so with cents. */
export const BANK_CURRENCY = 'USDT';
export const BANK_DECIMALS = 2;
const HUNDRED = 100n * ONE;

/** `USDT:ERC20,BTC:BTC` → the networks that each currency is paid out on. */
export function openChains(chains: string): ReadonlyMap<string, readonly string[]> {
  const open = new Map<string, string[]>();
  for (const pair of chains.split(',')) {
    const [currency = '', network = ''] = pair.split(':');
    open.set(currency, [...(open.get(currency) ?? []), network]);
  }
  return open;
}

/** The fee is inside the amount and rounds up to the currency's last digit; what arrives is the rest. */
export function feeOf(sum: Amount, feeRate: string, decimals: number): { fee: Amount; credited: Amount } {
  const fee = roundTo(times(sum, amount(feeRate), 'up'), decimals, 'up');
  return { fee, credited: sum - fee };
}

/** The policy's limits are in USDT; those of a currency round so that neither is passed by a digit. */
export function limitsOf(rules: WithdrawalRules, priceUsdt: Amount, decimals: number) {
  return {
    minimum: roundTo(over(amount(rules.min), priceUsdt, 'up'), decimals, 'up'),
    maximum: roundTo(over(amount(rules.max), priceUsdt, 'down'), decimals, 'down'),
  };
}

export function windowOf({ windowFrom, windowTo, timeZone }: WithdrawalRules): DailyWindow {
  return { zone: timeZone, fromMinute: minuteOf(windowFrom), toMinute: minuteOf(windowTo) };
}

function minuteOf(clock: string): number {
  const [hours = '', minutes = ''] = clock.split(':');
  return Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10);
}

/** How many of these requests are of the day at hand, and when the next one begins. Days are those of the policy's time zone. */
export function dayOfRequests(
  zone: string,
  requests: readonly Instant[],
  at: Instant,
): { used: number; resetsAt: Instant } {
  const today = dayOf(zone, at);
  return { used: requests.filter((made) => dayOf(zone, made) === today).length, resetsAt: startOfDay(zone, today + 1) };
}

/**
 * The first instant at which the waiting times, the daily limit and the opening hours all allow a request. Each of them may move it
 * to where another one refuses, so they repeat until none does.
 */
export function earliestRequest(
  rules: WithdrawalRules,
  { requests, waits, at }: { requests: readonly Instant[]; waits: readonly Instant[]; at: Instant },
): Instant {
  const window = windowOf(rules);
  const afterLimits = (from: Instant): Instant => {
    const { used, resetsAt } = dayOfRequests(rules.timeZone, requests, from);
    const next = used >= rules.perDay ? resetsAt : isOpen(window, from) ? from : (nextChange(window, from) ?? from);
    return next === from ? from : afterLimits(next);
  };
  return afterLimits(Math.max(at, ...waits));
}

/** A person's turnover, in USDT, from a durable read model at a position of the history. */
interface TurnoverFigures {
  readonly spent: Amount;
  readonly deposited: Amount;
  readonly invested: Amount;
  readonly balance: Amount;
}

/** How far a person is with the turnover rule; for `share` it depends on the amount and not on the person. */
export function turnoverEligibility(
  { turnover: mode, turnoverShare }: WithdrawalRules,
  { spent, deposited, invested, balance }: TurnoverFigures,
): { mode: TurnoverMode; done: Amount; needed: Amount; fulfilled: boolean } {
  const [done, base] =
    mode === 'consumption' ? [spent, deposited] : mode === 'invested' ? [invested, balance] : [ZERO, ZERO];
  const needed = times(base, amount(turnoverShare), 'up');
  return { mode, done, needed, fulfilled: done >= needed };
}

/** Of one request under the mode `share`: at most this; `undefined` under the others. */
function shareMaximum(rules: WithdrawalRules, available: Amount, decimals: number): Amount | undefined {
  if (rules.turnover !== 'share') return undefined;
  return roundTo(times(available, amount(rules.turnoverShare), 'down'), decimals, 'down');
}

/** `0.9` → `90`, for sentences. */
const percent = (share: string): string => format(times(amount(share), HUNDRED, 'down'));

/** All that stands against a request is found from this; texts are as they were sent, figures as the command carries them. */
export interface WithdrawalInput {
  readonly kind: WithdrawalKind;
  readonly payeeId: string;
  readonly currency: string;
  readonly network: string;
  /** Decimal text, or empty. */
  readonly amount: string;
  readonly policy: PolicyVersion<WithdrawalRules>;
  readonly paused: boolean;
  /** Digits of the currency on that network, or at the bank. */
  readonly decimals: number;
  readonly priceUsdt: Amount;
  /** What the entry of the address book is for; `null` for a bank card, and where there is none. */
  readonly payeeChain: { readonly currency: string; readonly network: string } | null;
  readonly turnover: TurnoverFigures;
}

export interface WithdrawalEligibility {
  readonly at: Instant;
  readonly available: Amount;
  /** Debts in USDT, and what of USDT is available to cover them. */
  readonly owed: Amount;
  readonly availableUsdt: Amount;
  /** The person's earlier requests, as far as they may be of this day. */
  readonly requests: readonly Instant[];
  /** The problems of account and payee, which other nouns decide. */
  readonly accountProblem: Refusal | undefined;
  readonly payeeProblem: Refusal | undefined;
}

/**
 * Everything that stands against a request, in a fixed order: the account, the platform, the form, the payee, the limits, the
 * day and the hour, the turnover, the balance. The first one is the answer of a submission, all of them that of a preview.
 */
export function withdrawalProblems(input: WithdrawalInput, eligibility: WithdrawalEligibility): Refusal[] {
  const found = [
    eligibility.accountProblem,
    input.paused ? refuse('withdrawal.paused') : undefined,
    ...formProblems(input),
    eligibility.payeeProblem !== undefined && input.payeeId !== ''
      ? atField(eligibility.payeeProblem, 'payeeId')
      : undefined,
    ...amountProblems(input),
    ...ruleProblems(input, eligibility),
    ...balanceProblems(input, eligibility),
  ];
  return found.filter((problem) => problem !== undefined);
}

function formProblems({ kind, payeeId, currency, network, amount: sum, policy, payeeChain }: WithdrawalInput) {
  const rules = policy.values;
  const open = openChains(rules.chains);
  const networks = open.get(currency) ?? [];
  return [
    sum === '' || tryAmount(sum) === ZERO ? refuse('withdrawal.amount-required', { field: 'amount' }) : undefined,
    payeeId === '' ? refuse('withdrawal.payee-required', { field: 'payeeId' }) : undefined,
    kind === 'bank' && (!rules.paysBank || currency !== BANK_CURRENCY)
      ? refuse('withdrawal.bank-closed', { field: 'currency', ...decidedBy(policy) })
      : undefined,
    kind === 'crypto' && !networks.includes(network)
      ? refuse('withdrawal.network-closed', {
          currency,
          network: network === '' ? '–' : network,
          chains: [...open].flatMap(([each, on]) => on.map((chain) => `${each} ${chain}`)).join(', '),
          field: 'network',
          ...decidedBy(policy),
        })
      : undefined,
    payeeChain !== null && network !== '' && (payeeChain.network !== network || payeeChain.currency !== currency)
      ? refuse('withdrawal.payee-mismatch', {
          payeeNetwork: `${payeeChain.currency} ${payeeChain.network}`,
          network: `${currency} ${network}`,
          field: 'payeeId',
        })
      : undefined,
  ];
}

function amountProblems({ amount: text, currency, policy, priceUsdt, decimals }: WithdrawalInput) {
  const rules = policy.values;
  const sum = tryAmount(text);
  if (sum === undefined || sum === ZERO) return [];
  const { minimum, maximum } = limitsOf(rules, priceUsdt, decimals);
  const field = 'amount';
  // A fee that takes all of it leaves nothing to pay out.
  const tooSmall = sum < minimum || feeOf(sum, rules.feeRate, decimals).credited <= ZERO;
  return [
    roundTo(sum, decimals, 'down') === sum ? undefined : refuse('withdrawal.amount-over-precise', { decimals, field }),
    tooSmall
      ? refuse('withdrawal.below-minimum', { minimum: format(minimum), currency, field, ...decidedBy(policy) })
      : undefined,
    sum > maximum
      ? refuse('withdrawal.above-maximum', { maximum: format(maximum), currency, field, ...decidedBy(policy) })
      : undefined,
  ];
}

function ruleProblems({ policy, turnover: figures }: WithdrawalInput, { at, requests }: WithdrawalEligibility) {
  const rules = policy.values;
  const { perDay, timeZone, windowFrom, windowTo, turnoverShare } = rules;
  const { used, resetsAt } = dayOfRequests(timeZone, requests, at);
  const window = windowOf(rules);
  const { mode, done, needed, fulfilled } = turnoverEligibility(rules, figures);
  const missing = mode === 'invested' ? 'withdrawal.not-invested' : 'withdrawal.turnover-missing';
  const share = percent(turnoverShare);
  return [
    used >= perDay ? refuse('withdrawal.too-many-today', { perDay, used, resetsAt, ...decidedBy(policy) }) : undefined,
    isOpen(window, at)
      ? undefined
      : refuse('withdrawal.window-closed', {
          from: windowFrom,
          to: windowTo,
          timeZone,
          opensAt: nextChange(window, at) ?? at,
          ...decidedBy(policy),
        }),
    fulfilled
      ? undefined
      : refuse(missing, { share, done: cents(done, 'down'), needed: cents(needed, 'up'), ...decidedBy(policy) }),
  ];
}

function balanceProblems(
  { amount: text, currency, policy, decimals, priceUsdt }: WithdrawalInput,
  eligibility: WithdrawalEligibility,
) {
  const rules = policy.values;
  const { available, owed } = eligibility;
  const sum = tryAmount(text) ?? ZERO;
  const free = freeOfDebts(eligibility, { currency, priceUsdt, decimals });
  const most = shareMaximum(rules, available, decimals);
  const field = 'amount';
  return [
    most !== undefined && sum > most && sum <= available
      ? refuse('withdrawal.above-share', {
          share: percent(rules.turnoverShare),
          maximum: format(most),
          currency,
          field,
          ...decidedBy(policy),
        })
      : undefined,
    sum > available
      ? refuse('asset.insufficient', { currency, needed: text, available: format(available), field })
      : undefined,
    sum > free && sum <= available
      ? refuse('loan.debts-first', { owed: format(owed), maximum: format(free), currency, field })
      : undefined,
  ];
}

/** What an approval is decided by: balances beside what is on hold, debts and the price of now. */
interface LateDebts extends Pick<WithdrawalEligibility, 'available' | 'availableUsdt' | 'owed'> {
  readonly overdue: Refusal | undefined;
  /** `null` where nothing prices the currency now. */
  readonly priceUsdt: Amount | null;
}

/** As many decimals as any network moves, and as many as a reviewer reads. */
const [EXACT, SHOWN] = [18, 8];

/**
 * A person who borrowed or became overdue after the request must not be paid past the debts. The rule is that of the request: what
 * is on hold for it counts as available.
 */
export function lateDebtProblem(
  { currency, amount: held }: { readonly currency: string; readonly amount: string },
  { available, availableUsdt, owed, overdue, priceUsdt }: LateDebts,
): Refusal | undefined {
  if (overdue !== undefined) {
    const { since = '', owed: sum = '' } = overdue.params;
    return refuse('loan.borrower-overdue', { since, owed: sum });
  }
  if (owed === ZERO) return undefined;
  // Without a price nobody knows what covers the debts.
  if (priceUsdt === null) return refuse('request.unavailable');
  const sum = amount(held);
  const free = freeOfDebts(
    { available: available + sum, availableUsdt, owed },
    { currency, priceUsdt, decimals: EXACT },
  );
  if (sum <= free) return undefined;
  const maximum = format(roundTo(free, SHOWN, 'down'));
  return refuse('withdrawal.debts-uncovered', { owed: format(owed), maximum, currency });
}

/** What is available less debts. USDT covers them first; what it does not cover, the currency must. */
function freeOfDebts(
  { available, availableUsdt, owed }: Pick<WithdrawalEligibility, 'available' | 'availableUsdt' | 'owed'>,
  { currency, priceUsdt, decimals }: Pick<WithdrawalInput, 'currency' | 'priceUsdt' | 'decimals'>,
): Amount {
  const uncovered = currency === 'USDT' ? owed : owed - availableUsdt;
  if (uncovered <= ZERO) return available;
  const free = roundTo(available - over(uncovered, priceUsdt, 'up'), decimals, 'down');
  return free > ZERO ? free : ZERO;
}

/** Sums in USDT as people read them; rounded so that a shortage never disappears. */
export const cents = (sum: Amount, rounding: 'up' | 'down'): string => format(roundTo(sum, 2, rounding));

function atField(refusal: Refusal, field: string): Refusal {
  return { ...refusal, params: { ...refusal.params, field } };
}
