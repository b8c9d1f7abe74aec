import type { Pool } from 'pg';
import { REALMS } from '../../contracts/realm.contract.js';
import { differencesOf, type RealmDifference } from '../audit/difference.js';
import { replay, replayStream, type RealmStood, type ReplayEnd, type StreamReplay } from '../audit/replay.js';
import type { RecordedEvent } from '../core/event.js';
import { format } from '../../shared/money.js';
import { UsageError, print, printJson, whole } from './terminal.js';

/** The options of a replay: owner, end (an instant or a position) and start. */
interface PastOptions {
  readonly at?: string;
  readonly from?: string;
  readonly owner?: string;
  readonly realm?: string;
  readonly version?: string;
  readonly json?: boolean;
}

export async function runStream(pool: Pool, [realm, stream]: readonly string[], options: PastOptions): Promise<number> {
  if (realm === undefined || stream === undefined)
    throw new UsageError('Name a realm and a stream, such as demo spot-BTCUSDT.');
  const upTo = options.version === undefined ? undefined : whole(options.version);
  const replayed = await replayStream(
    pool,
    realm,
    stream,
    upTo,
    options.at === undefined ? undefined : endOf(options.at),
  );
  if (replayed === undefined) {
    print(`There is no stream ${stream} in ${realm}, or it had no event yet.`);
    return 1;
  }
  if (options.json === true) printJson(replayed);
  else print(describeStream(replayed));
  return 0;
}

/** Balances, books and open orders of a realm, or of one owner, as they stood. */
export async function runReplay(pool: Pool, options: PastOptions): Promise<number> {
  const end = options.at === undefined ? undefined : endOf(options.at);
  const stood: RealmStood[] = [];
  for (const realm of realmsOf(options, end)) stood.push(await replay(pool, realm, end, options.owner));
  if (options.json === true) printJson(stood);
  else for (const one of stood) print(describeStood(one));
  return 0;
}

/** What changed between two instants or positions. */
export async function runDiff(pool: Pool, options: PastOptions): Promise<number> {
  if (options.from === undefined) throw new UsageError('Say since when: --from POSITION|TIME.');
  const from = endOf(options.from);
  const end = options.at === undefined ? undefined : endOf(options.at);
  const differences: RealmDifference[] = [];
  for (const realm of realmsOf(options, end ?? from)) {
    const before = await replay(pool, realm, from, options.owner);
    const after = await replay(pool, realm, end, options.owner);
    if (after.position < before.position) throw new UsageError('--from lies after --at.');
    differences.push(differencesOf(before, after));
  }
  if (options.json === true) printJson(differences);
  else for (const one of differences) print(describeDifference(one));
  return 0;
}

/** An owner's realm stands in their id; a position is one realm's own. */
function realmsOf({ realm, owner }: PastOptions, end: ReplayEnd | undefined): readonly string[] {
  const named = realm ?? /^(demo|real)-/.exec(owner ?? '')?.[1];
  if (owner !== undefined && named === undefined)
    throw new UsageError(`${owner} is no owner: ids begin with demo- or real-.`);
  if (named !== undefined) return [named];
  if (end !== undefined && 'position' in end)
    throw new UsageError('A position belongs to a realm: add --realm demo, real or house.');
  return REALMS;
}

function endOf(text: string): ReplayEnd {
  if (/^\d+$/.test(text)) return { position: whole(text) };
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`${text} is neither a position nor a time.`);
  return { at };
}

const when = (at: number): string => new Date(at).toISOString();

/** An event on a line, with its data and postings below it. */
function describeStream({ events, version, state, stateHash }: StreamReplay): string {
  const lines = events.flatMap((event) => [
    `${event.version}  @${event.position}  ${when(event.at)}  ${event.type}  by ${event.actor}`,
    ...fieldLines(event.data),
    ...postingLines(event),
  ]);
  lines.push(`state at version ${version}:`, ...fieldLines(state), `state hash ${stateHash ?? 'none'}`);
  return lines.join('\n');
}

function postingLines({ postings = [] }: RecordedEvent): string[] {
  return postings.map(({ account, asset, amount }) => `     moves ${format(amount)} ${asset}  ${account}`);
}

/** Each field on a line of its own, named by its path: `policy.version  3`. */
function fieldLines(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`     ${path}  ${String(value)}`];
  const fields = Object.entries(value);
  if (fields.length === 0) return path === '' ? [] : [`     ${path}  ${Array.isArray(value) ? '[]' : '{}'}`];
  return fields.flatMap(([key, field]) => fieldLines(field, path === '' ? key : `${path}.${key}`));
}

function describeStood(stood: RealmStood): string {
  const at = stood.position === 0 ? 'before its first event' : `at ${when(stood.at)}`;
  const whose = stood.owner === null ? '' : `, ${stood.owner} only`;
  const lines = [`${stood.realm} after event ${stood.position}, ${at}, hash ${stood.hash}${whose}`];
  for (const { account, asset, amount } of stood.balances) lines.push(`  ${account}  ${asset}  ${amount}`);
  lines.push(`  balances hash ${stood.balancesHash}`);
  if (stood.owner === null)
    for (const { symbol, orders, trades, bestBid, bestAsk, hash } of stood.books)
      lines.push(
        `  book ${symbol}: ${orders} orders, ${trades} trades, ${bestBid ?? '-'} / ${bestAsk ?? '-'}, hash ${hash}`,
      );
  else lines.push(...stood.orders.map((order) => `  order ${orderText(order)}`));
  lines.push(`  ${Math.round(stood.position / Math.max(stood.seconds, 0.001))} events/s`);
  return lines.join('\n');
}

function describeDifference({ realm, from, to, balances, orders }: RealmDifference): string {
  const lines = [`${realm} from event ${from.position} to event ${to.position}`];
  for (const { account, asset, before, after, change } of balances)
    lines.push(`  ${account}  ${asset}  ${before} -> ${after}  (${change.startsWith('-') ? '' : '+'}${change})`);
  for (const { before, after } of orders) {
    if (before === null && after !== null) lines.push(`  order opened  ${orderText(after)}`);
    else if (after === null && before !== null) lines.push(`  order closed  ${orderText(before)}`);
    else if (before !== null && after !== null)
      lines.push(`  order changed  ${orderText(before)} -> ${after.remaining}`);
  }
  if (balances.length + orders.length === 0) lines.push('  nothing changed');
  return lines.join('\n');
}

function orderText({ orderId, owner, symbol, side, kind, price, quantity, remaining }: RealmStood['orders'][number]) {
  return `${orderId}  ${owner}  ${symbol} ${side} ${kind} ${price ?? 'at market'}  ${remaining} of ${quantity} left`;
}
