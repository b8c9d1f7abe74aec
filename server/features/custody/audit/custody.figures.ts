import { grained, ONE, units, written } from '../../../core/audit-figures.js';
import type { PolicyVersionAt } from '../../../core/history-audit.js';
import type { PolicyValues } from '../../../core/policy.js';
import type { CustodyBought, CustodyCovered, CustodyCoverEnded } from '../custody.events.js';

const DAY_MS = 86_400_000;

/** What rates bring, each for `times` dates. */
export function interest(principal: string, rates: readonly string[], times: number, rounding: 'down' | 'up'): bigint {
  const sum = rates.reduce((all, rate) => all + units(rate), 0n) * BigInt(times);
  return grained(units(principal) * sum, rounding);
}

/** What redeeming costs with so many dates to begin. */
export function penalty({ principal, penalty: kind, penaltyRate }: CustodyBought, left: number): bigint {
  const share = units(penaltyRate) * (kind === 'flat' ? 1n : BigInt(left));
  return grained(units(principal) * share, 'down');
}

export const MINUTE_MS = 60_000;
const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The UTC dates after that of an instant; its last minute belongs to the next date, whose seed is fixed in it. */
export function datesAfter(at: number, days: number): string[] {
  const today = Math.floor((at + MINUTE_MS) / DAY_MS);
  return Array.from({ length: days }, (_, n) => dateOfDay(today + n + 1));
}

/** When the rate of a date is revealed: as long after its beginning as that of the last date. */
export function revealedAt({ lastDate, maturesAt }: CustodyBought, date: string): number {
  return Date.parse(`${date}T00:00:00Z`) + maturesAt - Date.parse(`${lastDate}T00:00:00Z`);
}

export const bandKey = (
  { productId, rateMin, rateMax }: Pick<CustodyBought, 'productId' | 'rateMin' | 'rateMax'>,
  date: string,
): string => `${productId} ${rateMin} to ${rateMax} on ${date}`;

/** What an order moves when it is bought, and when it ends with interest and penalty. */
export function postingsOf(
  ownerId: string,
  figures: {
    readonly principal: string;
    readonly highest: string;
    readonly interest?: string;
    readonly penalty?: string;
  },
): Map<string, bigint> {
  const [principal, highest] = [units(figures.principal), units(figures.highest)];
  const account = (bucket: string): string => `user/${ownerId}/finance/${bucket}`;
  const { interest: earned, penalty: costs = '0' } = figures;
  if (earned === undefined)
    return new Map([
      [account('available'), -principal],
      [account('frozen'), principal],
      ['house/treasury', -highest],
      ['house/treasury-holds', highest],
    ]);
  return new Map([
    [account('available'), principal + units(earned) - units(costs)],
    [account('frozen'), -principal],
    ['house/treasury', highest - units(earned) + units(costs)],
    ['house/treasury-holds', -highest],
  ]);
}

/** What the treasury says of an order that it covers, and of its end. */
export const coverOf = ({ productId, principal, highest, rateMin, rateMax }: CustodyCovered): string =>
  `${principal} USDT of ${productId} at ${rateMin} to ${rateMax}, ${highest} held`;
export const endOf = (
  { principal, highest }: Pick<CustodyCoverEnded, 'principal' | 'highest'>,
  earned: string,
  costs: string,
): string => `${principal} USDT, ${highest} held, ${earned} earned, ${costs} as penalty`;

/** The versions that an order of an instant may follow: a call reads them a moment before it is decided. */
export function rulesAt(versions: readonly PolicyVersionAt[], at: number): number[] {
  const before = versions.filter(({ publishedAt }) => publishedAt <= at);
  return before.filter((_, n) => (before[n + 1]?.publishedAt ?? at) > at - MINUTE_MS).map(({ version }) => version);
}

/** What of a VIP order does not follow from the rules: its gates, and the average of net assets by the dates that it names. */
export function wrongInVip({ advanced, vip }: CustodyBought, rules: PolicyValues, at: number): string[] {
  if (vip === null) return [];
  const { class: riskClass, days, average } = vip;
  const count = Number(rules['vipAverageDays']);
  const today = Math.floor(at / DAY_MS);
  const dates = Array.from({ length: count }, (_, n) => dateOfDay(today - count + 1 + n)).join();
  const mean = grained((days.reduce((sum, { usdt }) => sum + units(usdt), 0n) / BigInt(count)) * ONE, 'down');
  const wrong: [isWrong: boolean, what: string][] = [
    [!advanced, 'without advanced verification'],
    [riskClass !== 'balanced' && riskClass !== 'aggressive', `to the class ${riskClass}`],
    [days.map(({ date }) => date).join() !== dates, 'by other dates than the last'],
    [written(mean) !== average, `by an average of ${average}, not ${written(mean)}`],
    [mean < units(String(rules['vipAverageUsdt'])), `by too low an average of ${average}`],
  ];
  return wrong.flatMap(([isWrong, what]) => (isWrong ? [what] : []));
}
