import type { PoolClient } from 'pg';
import type { ReconciliationItem } from '../../contracts/reconciliation.contract.js';
import type { SimulatedBank } from '../core/bank.js';
import { amount, format } from '../core/money.js';
import type { Outside } from './outside.js';
import { Sums } from './sums.js';

interface Completed {
  readonly orderId: string;
  readonly position: number;
  readonly at: number;
  readonly data: string;
  readonly postings: string;
}

interface Known {
  readonly position: number;
  readonly at: number;
  readonly backed: string;
  readonly open: readonly string[];
}

/**
 * What credits of C2C came to by orders whose wires the bank has, each wire for one order. An order that holds is not looked at
 * again: only those that are new up to the position, and those that did not hold, which are answered as items.
 */
export async function backedByWires(
  { pool, bank }: Outside,
  position: number,
): Promise<{ backed: Sums; items: ReconciliationItem[] }> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('BEGIN');
    const found = await lookAtOpen(client, bank, position);
    await client.query('COMMIT');
    broken = false;
    return found;
  } finally {
    client.release(broken);
  }
}

async function lookAtOpen(client: PoolClient, bank: SimulatedBank, position: number) {
  const { rows } = await client.query<Known>('SELECT position, at, backed, open FROM reconciled_orders FOR UPDATE');
  const known = rows[0] as Known;
  const backed = new Sums();
  for (const [asset, sum] of Object.entries(JSON.parse(known.backed) as Record<string, string>))
    backed.add(asset, amount(sum));
  const items: ReconciliationItem[] = [];
  const open: string[] = [];
  const completed = await newOrOpen(client, known, position);
  for (const order of completed) {
    const holds = await hasWires(client, bank, order);
    if (!holds) open.push(order.orderId);
    for (const [account, asset, value] of JSON.parse(order.postings) as [string, string, string][]) {
      if (!account.startsWith('user/')) continue;
      if (holds) backed.add(asset, amount(value));
      else items.push({ source: 'c2c', cause: 'without-wire', asset, amount: value, reference: order.orderId });
    }
  }
  const sums = Object.fromEntries(backed.assets().map((asset) => [asset, format(backed.of(asset))]));
  // As far as the read model showed: a completion that came after its look is new at the next one.
  const last = completed.at(-1);
  await client.query('UPDATE reconciled_orders SET position = $1, at = $2, backed = $3, open = $4', [
    Math.max(known.position, last?.position ?? 0),
    Math.max(known.at, last?.at ?? 0),
    ...[JSON.stringify(sums), open],
  ]);
  return { backed, items };
}

/** Instants never go back in a history, so the index by them finds what came after a position. */
async function newOrOpen(client: PoolClient, known: Known, position: number): Promise<Completed[]> {
  const { rows } = await client.query<Completed>(
    `WITH orders AS (
         SELECT order_id FROM c2c_orders WHERE status = 'completed' AND changed_at >= $1
         UNION SELECT unnest($2::text[]))
     SELECT o.order_id AS "orderId", e.position, e.at, e.data, e.postings FROM orders o
       JOIN events e ON e.realm = 'real' AND e.stream = 'c2c-' || o.order_id AND e.type = 'C2cCompleted'
      WHERE e.position <= $3 AND (e.position > $4 OR o.order_id = ANY ($2)) ORDER BY e.position`,
    [known.at, known.open, position, known.position],
  );
  return rows;
}

/** Takes the wires for this order where the bank has every one of them and none holds for another. */
async function hasWires(client: PoolClient, bank: SimulatedBank, { orderId, data }: Completed): Promise<boolean> {
  const { wires } = JSON.parse(data) as { wires: { id: string; amount: string; currency: string }[] };
  for (const told of wires) {
    const wire = await bank.wire(told.id);
    if (wire === undefined || wire.amount !== amount(told.amount) || wire.currency !== told.currency) return false;
  }
  const ids = wires.map(({ id }) => id);
  const { rowCount } = await client.query('SELECT 1 FROM reconciled_wires WHERE wire_id = ANY ($1)', [ids]);
  if (ids.length === 0 || rowCount !== 0 || new Set(ids).size < ids.length) return false;
  await client.query('INSERT INTO reconciled_wires (wire_id, order_id) SELECT unnest($1::text[]), $2', [ids, orderId]);
  return true;
}
