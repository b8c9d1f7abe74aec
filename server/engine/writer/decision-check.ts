import {
  HandlerError,
  type Command,
  type CommandHandler,
  type Decided,
  type CommandScope,
} from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { accountProblem, mayGoNegative } from '../ledger/chart.js';
import { balanceKey, type Cache } from './cache.js';
import { NotLoaded, touchedStreams, viewOf } from './view.js';

/** The basis of a decision: loaded states, of which a handler sees those in its scope. */
interface Loaded {
  readonly realm: string;
  readonly cache: Cache;
  readonly scope: CommandScope;
  readonly at: number;
}

/** What the command touches, by its handler. */
export function scopeOf(handler: CommandHandler<unknown>, { type, data }: Command): CommandScope {
  return undecidedBy(type, () => handler.scope(data));
}

/** What the command touches, together with what its handler finds by that. */
export function wholeScopeOf(
  handler: CommandHandler<unknown>,
  { type, data, actor }: Command,
  { realm, cache, scope, at }: Loaded,
): CommandScope {
  const more = undecidedBy(type, () => handler.moreScope?.(viewOf({ realm, cache }, scope), data, { at, actor }));
  if (more === undefined) return scope;
  const { balances = [] } = more;
  if (more.streams.length === 0 && balances.length === 0) return scope;
  return { streams: [...scope.streams, ...more.streams], balances: [...(scope.balances ?? []), ...balances] };
}

/**
 * What the handler decides, looked at.
 * @throws {Undecidable} whatever the handler throws, and for a decision that may not be stored
 */
export function decisionOf(
  handler: CommandHandler<unknown>,
  { type, data, actor }: Command,
  { realm, cache, scope, at }: Loaded,
  reached?: CommandHandler<unknown>['reaches'],
): Decided<unknown> | Refusal {
  const touched = touchedStreams(scope);
  const view = viewOf({ realm, cache }, scope, { streams: touched, reached });
  const decision = undecidedBy(type, () => handler.decide(view, data, { at, actor }));
  const problem = isRefusal(decision) ? undefined : decisionProblem(decision.events, touched, realm, cache);
  if (problem !== undefined) throw new HandlerError(`${type}: ${problem}`);
  return decision;
}

/** @throws {Undecidable} whatever the work throws, unless that names a refusal or a stream: they hold for a moment only */
export function undecidedBy<Found>(type: string, work: () => Found): Found {
  try {
    return work();
  } catch (error) {
    if (error instanceof NotLoaded) throw error;
    // Prices of an epoch that is not there yet: no mistake of ours, and decided at the next try.
    if (isRefusal((error as { refusal?: unknown } | undefined)?.refusal)) throw error;
    const thrown = error instanceof Error ? error : new Error(String(error));
    // It keeps the stack and names no cause: one with a cause is an append that was lost, which is sent again.
    throw Object.assign(new HandlerError(`${type}: ${thrown.message}`), { stack: thrown.stack });
  }
}

/**
 * The writer's check of a decision before anything is stored: events stay in touched streams, postings sum to zero for each asset,
 * stay within their realm, and overdraw no loaded account. A failure is a bug; the command is not carried out.
 */
function decisionProblem(
  events: readonly NewEvent[],
  touched: ReadonlySet<string>,
  realm: string,
  cache: Cache,
): string | undefined {
  const changes = new Map<string, bigint>();
  for (const event of events) {
    if (!touched.has(event.stream)) return `${event.type} goes to ${event.stream}, which was not touched`;
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
