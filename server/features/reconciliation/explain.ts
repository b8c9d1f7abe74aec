import type { ReconciliationItem } from '../../../contracts/reconciliation.contract.js';
import type { ChainTransfer } from '../../core/ports/chain.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { isMined, type Outside } from './outside.js';

const PAGE = 1_000;
const LOOKED_AT_MAX = 50_000;

interface Posted {
  position: number;
  type: string;
  amount: string;
  network: string | null;
  hash: string | null;
}

/** What the books have for a transfer: deposits and payouts by their hash, everything else by its event. */
const POSTED = `
  SELECT p.position, e.type, trim_scale(p.amount)::text AS amount,
         coalesce(d.network, w.network) AS network, coalesce(d.hash, w.hash) AS hash
    FROM ledger_postings p JOIN events e ON e.realm = p.realm AND e.position = p.position
    LEFT JOIN deposits d ON e.type LIKE 'Deposit%' AND d.deposit_id = e.data::json->>'depositId'
    LEFT JOIN withdrawals w ON e.type LIKE 'Withdrawal%' AND w.withdrawal_id = e.data::json->>'withdrawalId'
   WHERE p.realm = 'real' AND p.account = $1 AND p.asset = $2 ORDER BY p.position, p.line`;

/**
 * Why an asset differs, transfer by transfer: those that the books do not have or have otherwise, postings that no transfer stands
 * behind, and what is left over. It looks at everything there ever was, which only a difference is worth.
 */
export async function explain(outside: Outside, asset: string, difference: Amount): Promise<ReconciliationItem[]> {
  const { pool, chain } = outside;
  const items: ReconciliationItem[] = [];
  const { rows } = await pool.query<Posted>(POSTED, [HOUSE.chain.account, asset]);
  const booked = new Map<string, { sum: Amount; position: number }>();
  let left = difference;
  const found = (cause: ReconciliationItem['cause'], value: Amount, reference: string): void => {
    left -= value;
    items.push({ source: 'chain', cause, asset, amount: format(value), reference });
  };
  for (const { position, amount: value, network, hash } of rows) {
    if (network === null || hash === null) found('other-posting', amount(value), `@${position}`);
    else {
      const key = `${network}/${hash}`;
      booked.set(key, { sum: (booked.get(key)?.sum ?? 0n) - amount(value), position });
    }
  }
  for (const [key, transfer] of await transfers(outside)) {
    const feeAsset = chain.network(transfer.network)?.feeAsset;
    const isPayout = await paidOut(outside, transfer);
    const moved = isPayout ? -gone(transfer, asset, feeAsset) : transfer.asset === asset ? transfer.amount : 0n;
    const has = booked.get(key);
    booked.delete(key);
    if (!isMined(transfer)) {
      if (has !== undefined) found('without-transfer', -has.sum, `@${has.position}`);
    } else if (has === undefined) {
      if (moved !== 0n && !(await underWay(outside, transfer))) found('unknown-transfer', moved, key);
    } else if (has.sum !== moved) found('other-amount', moved - has.sum, key);
  }
  for (const { sum, position } of booked.values()) if (sum !== 0n) found('without-transfer', -sum, `@${position}`);
  if (left !== 0n) items.push({ source: 'chain', cause: 'unexplained', asset, amount: format(left), reference: '' });
  return items;
}

function gone(transfer: ChainTransfer, asset: string, feeAsset: string | undefined): Amount {
  return (transfer.asset === asset ? transfer.amount : 0n) + (feeAsset === asset ? transfer.fee : 0n);
}

async function transfers({ chain }: Outside): Promise<Map<string, ChainTransfer>> {
  const all = new Map<string, ChainTransfer>();
  for (let after = 0; all.size < LOOKED_AT_MAX;) {
    const told = await chain.changes(after, PAGE);
    for (const { network, hash } of told) {
      const key = `${network}/${hash}`;
      const transfer = all.has(key) ? undefined : await chain.transfer(network, hash);
      if (transfer !== undefined) all.set(key, transfer);
    }
    const last = told.at(-1);
    if (last === undefined || told.length < PAGE) return all;
    after = last.sequence;
  }
  return all;
}

async function paidOut({ pool }: Outside, { network, hash }: ChainTransfer): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM withdrawals WHERE network = $1 AND hash = $2', [network, hash]);
  return (rowCount ?? 0) > 0;
}

/** Seen, or sent, and not final: it was counted as such already. */
async function underWay({ pool }: Outside, { network, hash }: ChainTransfer): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM deposits WHERE network = $1 AND hash = $2 AND status IN ('seen', 'confirming')
      UNION SELECT 1 FROM withdrawals WHERE network = $1 AND hash = $2 AND status IN ('approved', 'sent')`,
    [network, hash],
  );
  return (rowCount ?? 0) > 0;
}
