import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { Instant } from '../core/clock.js';
import { amount, format, roundTo, times, ZERO, type Amount } from '../../shared/money.js';
import type { RiskFigures, RiskSignal } from '../core/ports/risk-signals.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type SignalRules = KnownPolicies['review.signals'];

/** What is looked up about the person, as it was at the request. `null` where there is no such thing. */
export interface PersonFigures {
  readonly openedAt: Instant | null;
  /** Of several devices the newest; with one only there is nothing to compare. */
  readonly newestDeviceAt: Instant | null;
  readonly devices: number;
  /** When a password, authenticator, contact or security question was last set or changed. */
  readonly factorAt: Instant | null;
}

/**
 * The published rules of the risk panel (policy `review.signals`): every signal with its figures, and a warning where a rule
 * applies.
 */
export function riskSignals(person: PersonFigures, figures: RiskFigures, rules: SignalRules): RiskSignal[] {
  const { at, payeeSince, sharedPayee, sharedDevice } = figures;
  const { accountDays, deviceDays, payeeDays, factorHours, sharedFrom } = rules;
  const { openedAt, newestDeviceAt, devices, factorAt } = person;
  const days = (since: Instant): number => Math.floor((at - since) / DAY_MS);
  const found: (RiskSignal | undefined)[] = [
    openedAt === null
      ? undefined
      : signal('account-age', days(openedAt) < accountDays, { days: days(openedAt), below: accountDays }),
    newestDeviceAt === null
      ? undefined
      : signal('new-device', days(newestDeviceAt) < deviceDays, {
          days: days(newestDeviceAt),
          within: deviceDays,
          devices,
        }),
    payeeSince === undefined
      ? undefined
      : signal('payee-age', days(payeeSince) < payeeDays, { days: days(payeeSince), within: payeeDays }),
    factorAt === null ? undefined : factorSignal(Math.floor((at - factorAt) / HOUR_MS), factorHours),
    structuringSignal(figures, rules),
    sharedSignal('shared-payee', sharedPayee, sharedFrom),
    sharedDevice === null
      ? signal('device-unknown', false, {})
      : sharedSignal('shared-device', sharedDevice, sharedFrom),
    turnoverSignal(figures.turnover),
  ];
  return found.filter((each) => each !== undefined);
}

/** Several amounts just below the threshold for two approvals, this one among them or not. */
function structuringSignal(
  { at, amounts, fourEyesFrom }: RiskFigures,
  { structuringCount, structuringDays, structuringFrom }: SignalRules,
): RiskSignal | undefined {
  if (amounts === undefined || fourEyesFrom === undefined) return undefined;
  const from = times(fourEyesFrom, amount(structuringFrom), 'up');
  const near = amounts.filter(
    (each) => each.at > at - structuringDays * DAY_MS && each.at <= at && each.usdt >= from && each.usdt < fourEyesFrom,
  );
  const inputs = { count: near.length, days: structuringDays, least: structuringCount };
  const limits = { from: format(roundTo(from, 2, 'up')), to: format(fourEyesFrom) };
  return signal('structuring', near.length >= structuringCount, { ...inputs, ...limits });
}

function factorSignal(hours: number, within: number): RiskSignal {
  return signal('factor-changed', hours < within, { hours, within });
}

function sharedSignal(name: string, accounts: number | undefined, least: number): RiskSignal | undefined {
  return accounts === undefined ? undefined : signal(name, accounts >= least, { accounts, least });
}

/** Money that goes out as it came in. */
function turnoverSignal(turnover: { spent: Amount; deposited: Amount } | undefined): RiskSignal | undefined {
  if (turnover === undefined) return undefined;
  const { spent, deposited } = turnover;
  const inputs = { spent: format(roundTo(spent, 2, 'down')), deposited: format(roundTo(deposited, 2, 'up')) };
  return signal('turnover', spent === ZERO && deposited > ZERO, inputs);
}

function signal(name: string, warns: boolean, inputs: Record<string, string | number>): RiskSignal {
  return { name, level: warns ? 'warning' : 'info', inputs };
}
