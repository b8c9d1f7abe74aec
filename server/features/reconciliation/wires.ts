import type { PoolClient } from 'pg';
import type { ReconciliationItem } from '../../../contracts/reconciliation.contract.js';
import type { BankWire, SimulatedBank } from '../../core/ports/bank.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import type { WiredCredits } from '../../core/ports/outside-books.js';
import type { Outside } from './outside.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { Sums } from './sums.js';
import { inTransaction } from '../../engine/history/transaction.js';

interface RecordedWire {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
}

interface Completed {
  readonly orderId: string;
  readonly position: number;
  readonly at: number;
  readonly type: string;
  readonly data: string;
  readonly postings: string;
}

interface Known {
  readonly position: number;
  readonly at: number;
  readonly backed: string;
  readonly open: readonly string[];
  /** The last wire that was checked again. */
  readonly swept: string;
}

/** The number of matched wires to check again in each run: all of them over time, never all at once. */
const SWEPT_MAX = 5_000;

/**
 * What credits came to by orders whose wires the bank has, each wire for one order, by `account asset`. Looked at are orders new up to
 * the position, those that did not hold, which are answered as items, and a slice of those that held: a bank may change its mind.
 */
export async function backedByWires(
  { pool, bank, books: { credits } }: Outside,
  position: number,
  sweptMax = SWEPT_MAX,
): Promise<{ backed: Sums; items: ReconciliationItem[] }> {
  return inTransaction(pool, (client) => look(client, bank, { credits, position, sweptMax }));
}

async function look(
  client: PoolClient,
  bank: SimulatedBank,
  { credits, position, sweptMax }: { credits: readonly WiredCredits[]; position: number; sweptMax: number },
) {
  const { rows } = await client.query<Known>(
    'SELECT position, at, backed, open, swept FROM reconciled_orders FOR UPDATE',
  );
  const last = rows[0] as Known;
  const backed = new Sums();
  for (const [asset, sum] of Object.entries(JSON.parse(last.backed) as Record<string, string>))
    backed.add(asset.includes(' ') ? asset : `${HOUSE.c2cSellers.account} ${asset}`, amount(sum));
  const { lost, swept } = await sweep(client, bank, { credits, after: last.swept, limit: sweptMax });
  for (const order of lost)
    for (const { account, asset, value } of creditsOf(credits, order)) backed.add(`${account} ${asset}`, -value);
  const known = { ...last, open: [...last.open, ...lost.map(({ orderId }) => orderId)] };
  const items: ReconciliationItem[] = [];
  const open: string[] = [];
  const completed = await newOrOpen(client, credits, known, position);
  for (const order of completed) {
    const holds = await hasWires(client, bank, order);
    if (!holds) open.push(order.orderId);
    for (const { account, asset, value } of creditsOf(credits, order)) {
      if (holds) backed.add(`${account} ${asset}`, value);
      else items.push({ ...unbacked(account, asset, value), reference: order.orderId });
    }
  }
  const sums = Object.fromEntries(backed.assets().map((asset) => [asset, format(backed.of(asset))]));
  // As far as the read model showed: a completion that came after its look is new at the next one.
  const newest = completed.at(-1);
  await client.query('UPDATE reconciled_orders SET position = $1, at = $2, backed = $3, open = $4, swept = $5', [
    Math.max(known.position, newest?.position ?? 0),
    Math.max(known.at, newest?.at ?? 0),
    ...[JSON.stringify(sums), open, swept],
  ]);
  return { backed, items };
}

/** What an order took from the account that its noun credits from. */
function creditsOf(credits: readonly WiredCredits[], { type, postings }: Pick<Completed, 'type' | 'postings'>) {
  const from = credits.find(({ event }) => event === type)?.account;
  const all = JSON.parse(postings) as [account: string, asset: string, value: string][];
  return all.flatMap(([account, asset, value]) =>
    account === from ? [{ account, asset, value: -amount(value) }] : [],
  );
}

const unbacked = (account: string, asset: string, value: Amount) =>
  ({
    source: account === HOUSE.bank.account ? 'bank' : 'c2c',
    cause: 'without-wire',
    asset,
    amount: format(value),
  }) as const;

/**
 * Checks the next matched wires again; after the last it starts over. Orders with a changed or missing wire are lost: their wires
 * are free, and the orders count as never matched.
 */
async function sweep(
  client: PoolClient,
  bank: SimulatedBank,
  { credits, after, limit }: { credits: readonly WiredCredits[]; after: string; limit: number },
): Promise<{ lost: Completed[]; swept: string }> {
  const completing = credits.map(
    ({ stream, event }) => `(e.stream = '${stream}' || w.order_id AND e.type = '${event}')`,
  );
  const { rows } = await client.query<Completed & { wireId: string }>(
    `SELECT w.wire_id AS "wireId", w.order_id AS "orderId", e.position, e.at, e.type, e.data, e.postings
       FROM (SELECT * FROM reconciled_wires WHERE wire_id > $1 ORDER BY wire_id LIMIT $2) w
       JOIN events e ON e.realm = 'real' AND (${completing.join(' OR ')}) ORDER BY w.wire_id`,
    [after, limit],
  );
  const there = new Map((await bank.wires(rows.map(({ wireId }) => wireId))).map((wire) => [wire.id, wire]));
  const changed = rows.filter(
    ({ wireId, data }) =>
      !isAsRecorded(
        wiresOf({ data }).find(({ id }) => id === wireId),
        there,
      ),
  );
  const lost = [...new Map(changed.map((order) => [order.orderId, order])).values()];
  await client.query('DELETE FROM reconciled_wires WHERE order_id = ANY ($1)', [lost.map(({ orderId }) => orderId)]);
  return { lost, swept: rows.length < limit ? '' : (rows.at(-1)?.wireId ?? '') };
}

const wiresOf = ({ data }: Pick<Completed, 'data'>): RecordedWire[] =>
  (JSON.parse(data) as { wires: RecordedWire[] }).wires;

function isAsRecorded(recorded: RecordedWire | undefined, there: ReadonlyMap<string, BankWire>): boolean {
  const wire = recorded && there.get(recorded.id);
  return recorded !== undefined && wire?.amount === amount(recorded.amount) && wire.currency === recorded.currency;
}

/** Instants never go back in a history, so the index by them finds what came after a position. */
async function newOrOpen(
  client: PoolClient,
  credits: readonly WiredCredits[],
  known: Known,
  position: number,
): Promise<Completed[]> {
  const found = credits.map(
    ({ stream, event, completedSince }) =>
      `SELECT id, '${stream}' || id AS stream, '${event}' AS type
         FROM (${completedSince} UNION SELECT unnest($2::text[])) completed`,
  );
  const { rows } = await client.query<Completed>(
    `WITH found AS (${found.join(' UNION ')})
     SELECT o.id AS "orderId", e.position, e.at, e.type, e.data, e.postings FROM found o
       JOIN events e ON e.realm = 'real' AND e.stream = o.stream AND e.type = o.type
      WHERE e.position <= $3 AND (e.position > $4 OR o.id = ANY ($2)) ORDER BY e.position`,
    [known.at, known.open, position, known.position],
  );
  return rows;
}

/** Takes the wires for this order where the bank has every one of them and none holds for another. */
async function hasWires(client: PoolClient, bank: SimulatedBank, { orderId, data }: Completed): Promise<boolean> {
  const wires = wiresOf({ data });
  const ids = wires.map(({ id }) => id);
  const there = new Map((await bank.wires(ids)).map((wire) => [wire.id, wire]));
  if (!wires.every((recorded) => isAsRecorded(recorded, there))) return false;
  const { rowCount } = await client.query('SELECT 1 FROM reconciled_wires WHERE wire_id = ANY ($1)', [ids]);
  if (ids.length === 0 || rowCount !== 0 || new Set(ids).size < ids.length) return false;
  await client.query('INSERT INTO reconciled_wires (wire_id, order_id) SELECT unnest($1::text[]), $2', [ids, orderId]);
  return true;
}
