import { units } from '../../core/audit-figures.js';
import type { PolicyVersionAt } from '../../core/history-audit.js';
import type { FundStrikeMissed, FundStruck } from './fund.events.js';
import { strikesAt } from './fund.figures.js';

const CLOSE_KEPT_MS = 5 * 86_400_000;

interface Published {
  readonly version: number;
  readonly price: string;
  readonly reason: string;
}

/** What the version in force at 22:00 of a date says an asset is worth on it. */
function publishedFor(versions: readonly PolicyVersionAt[], asset: string, date: string): Published | undefined {
  const inForce = versions.findLast(({ publishedAt }) => publishedAt <= strikesAt(date)) ?? versions[0];
  for (const entry of String(inForce?.values['fairValues'] ?? 'none').split(' ')) {
    const [name, price = '0', from = '', to = '', reason = ''] = entry.split(':');
    if (inForce !== undefined && name === asset && from <= date && date <= to)
      return { version: inForce.version, price, reason };
  }
  return undefined;
}

/** Each close is official and of the last five days, or the fair value that two people published for the date. */
export function fairProblems(
  { date, closes, trades, rebalanced }: FundStruck,
  versions: readonly PolicyVersionAt[],
): string[] {
  const problems: string[] = [];
  for (const { asset, price, closeAt, fair } of closes) {
    if (fair === undefined) {
      if (strikesAt(date) - closeAt > CLOSE_KEPT_MS) problems.push(`${asset} closed more than five days before`);
      continue;
    }
    const published = publishedFor(versions, asset, date);
    if (published === undefined) problems.push(`${asset} has no fair value that two people set`);
    else if (units(published.price) !== units(price))
      problems.push(`the fair value of ${asset} is ${price}, not ${published.price}`);
    else if (published.version !== fair.version || published.reason !== fair.reason)
      problems.push(
        `the fair value of ${asset} is of version ${fair.version} (${fair.reason}), not ${published.version} (${published.reason})`,
      );
    if (closeAt !== strikesAt(date)) problems.push(`the fair value of ${asset} is not of 22:00`);
  }
  if (isFair({ closes }) && (trades.length > 0 || rebalanced)) problems.push('was traded at a fair value');
  return problems;
}

/** No order gets a value that people set. */
export const isFair = ({ closes }: Pick<FundStruck, 'closes'>): boolean =>
  closes.some(({ fair }) => fair !== undefined);

/** A value is missed only for holdings that nobody valued. */
export function missedProblems({ date, assets }: FundStrikeMissed, versions: readonly PolicyVersionAt[]): string[] {
  return assets
    .filter((asset) => publishedFor(versions, asset, date) !== undefined)
    .map((asset) => `${asset} has a fair value and is missed`);
}
