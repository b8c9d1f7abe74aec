import type { ReconciliationItem } from '../../../contracts/reconciliation.contract.js';
import type { ChainTransfer } from '../../core/ports/chain.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { OutsideBooks } from '../../core/ports/outside-books.js';
import { isMined, movesOf, type Outside } from './outside.js';

const PAGE = 1_000;
const LOOKED_AT_MAX = 50_000;

interface Posted {
  position: number;
  amount: string;
  network: string | null;
  hash: string | null;
}

/** What the books have for a transfer: what nouns moved by its hash, everything else by its event. */
function postedSql({ moves }: OutsideBooks): string {
  const each = (column: string): string => `coalesce(${moves.map((_, n) => `m${n}.${column}`).join(', ')})`;
  const joined = moves.map(
    ({ sql, idField }, n) => `LEFT JOIN (${sql}) m${n} ON m${n}.id = e.data::json->>'${idField}'`,
  );
  return `
  SELECT p.position, trim_scale(p.amount)::text AS amount, ${each('network')} AS network, ${each('hash')} AS hash
    FROM ledger_postings p JOIN events e ON e.realm = p.realm AND e.position = p.position
    ${joined.join(' ')}
   WHERE p.realm = 'real' AND p.account = $1 AND p.asset = $2 ORDER BY p.position, p.line`;
}

/**
 * Why an asset differs, transfer by transfer: those that the books do not have or have otherwise, postings that no transfer stands
 * behind, and what is left over. It looks at everything there ever was, which only a difference is worth.
 */
export async function explain(outside: Outside, asset: string, difference: Amount): Promise<ReconciliationItem[]> {
  const { pool, chain, books } = outside;
  const items: ReconciliationItem[] = [];
  const { rows } = await pool.query<Posted>(postedSql(books), [HOUSE.chain.account, asset]);
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
    const changed = await chain.changes(after, PAGE);
    for (const { network, hash } of changed) {
      const key = `${network}/${hash}`;
      const transfer = all.has(key) ? undefined : await chain.transfer(network, hash);
      if (transfer !== undefined) all.set(key, transfer);
    }
    const last = changed.at(-1);
    if (last === undefined || changed.length < PAGE) return all;
    after = last.sequence;
  }
  return all;
}

const paidOut = (outside: Outside, transfer: ChainTransfer): Promise<boolean> =>
  hasMove(outside, transfer, `direction = 'out'`);

/** Seen, or sent, and not final: it was counted as such already. */
const underWay = (outside: Outside, transfer: ChainTransfer): Promise<boolean> => hasMove(outside, transfer, 'open');

async function hasMove({ pool, books }: Outside, { network, hash }: ChainTransfer, which: string): Promise<boolean> {
  const sql = `SELECT 1 FROM ${movesOf(books)} WHERE network = $1 AND hash = $2 AND ${which}`;
  const { rowCount } = await pool.query(sql, [network, hash]);
  return (rowCount ?? 0) > 0;
}
