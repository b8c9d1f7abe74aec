import type { NewEvent } from '../core/event.js';
import { accountProblem, mayGoNegative } from '../ledger/chart.js';
import { balanceKey, type Cache } from './cache.js';

/**
 * The writer's own look at what a decider found, before anything is stored: events stay in touched streams, postings sum to zero for each asset, stay
 * within their realm, and overdraw nobody that is loaded. A failure is our own mistake; the command is not carried out.
 */
export function decisionProblem(events: readonly NewEvent[], realm: string, cache: Cache): string | undefined {
  const changes = new Map<string, bigint>();
  for (const event of events) {
    if (cache.stream(event.stream) === undefined) return `${event.type} goes to ${event.stream}, which was not touched`;
    const sums = new Map<string, bigint>();
    for (const { account, asset, amount } of event.postings ?? []) {
      const problem = accountProblem(account, realm);
      if (problem !== undefined) return problem;
      sums.set(asset, (sums.get(asset) ?? 0n) + amount);
      if (mayGoNegative(account)) continue;
      const key = balanceKey(account, asset);
      changes.set(key, (changes.get(key) ?? 0n) + amount);
    }
    for (const [asset, sum] of sums) if (sum !== 0n) return `${event.type} does not sum to zero in ${asset}`;
  }
  for (const [key, change] of changes) {
    const known = cache.balance(key);
    if (known !== undefined && known + change < 0n) return `${key} would be overdrawn`;
  }
  return undefined;
}
