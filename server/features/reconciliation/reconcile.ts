import type { PoolClient } from 'pg';
import type { ReconciliationItem, ReconciliationLine } from '../../../contracts/reconciliation.contract.js';
import type { ChainChange } from '../../core/ports/chain.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { explain } from './explain.js';
import type { OutsideBooks } from '../../core/ports/outside-books.js';
import { isMined, movesOf, type Move, type Outside } from './outside.js';
import { Sums } from './sums.js';
import { unclaimedItems, wiresWithoutReceipt } from './unclaimed.js';
import { backedByWires } from './wires.js';

export interface Found {
  readonly position: number;
  readonly lines: readonly ReconciliationLine[];
  readonly items: readonly ReconciliationItem[];
  readonly differences: number;
}

/** What the platform itself knows, read as of one moment. */
interface Own {
  readonly position: number;
  /** By `account asset`. */
  readonly balances: ReadonlyMap<string, Amount>;
  /** What came in that the books do not have yet, and what goes out that they still have. */
  readonly open: readonly Move[];
  readonly feed: number;
}

const BANK_ASSET = 'USDT';
const ITEMS_MAX = 500;
const PAGE = 1_000;

/**
 * Compares the books with chain, bank and wires. Both sides move while they are read, so what is under way is asked for one by one;
 * a difference that is only a moment's is gone when it is looked at again, which the caller does. `sweptMax`: of `backedByWires`.
 */
export async function reconcile(outside: Outside, sweptMax?: number): Promise<Found> {
  const wires = await wiresWithoutReceipt(outside);
  const own = await readOwn(outside);
  const items: ReconciliationItem[] = [];
  const { backed, items: unbacked } = await backedByWires(outside, own.position, sweptMax);
  const lines = [...(await chainLines(outside, own, items)), ...(await bankLines(outside, own, { items, backed }))];
  items.push(...unbacked);
  lines.push(...wireLines(own, backed));
  for (const { source, asset, difference } of lines.filter(differs)) {
    if (source === 'chain') items.push(...(await explain(outside, asset, amount(difference))));
    if (source === 'bank') items.push({ source, cause: 'unexplained', asset, amount: difference, reference: '' });
  }
  // First, because the newest are kept: what nobody claims crowds out no difference.
  const newest = [...(await unclaimedItems(outside.pool, wires)), ...items].slice(-ITEMS_MAX);
  return { position: own.position, lines, items: newest, differences: lines.filter(differs).length };
}

export const differs = ({ difference }: ReconciliationLine): boolean => difference !== '0';

async function readOwn({ pool, books }: Outside): Promise<Own> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const own = await readAll(client, books);
    await client.query('COMMIT');
    client.release();
    return own;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function readAll(client: PoolClient, books: OutsideBooks): Promise<Own> {
  const head = await client.query<{ position: number }>(`SELECT position FROM realm_heads WHERE realm = 'real'`);
  const balances = await client.query<{ account: string; asset: string; amount: string }>(
    `SELECT account, asset, trim_scale(amount)::text AS amount FROM ledger_balances
      WHERE realm = 'real' AND account = ANY ($1)`,
    [[HOUSE.chain.account, HOUSE.bank.account, HOUSE.c2cSellers.account]],
  );
  const open = await client.query<Move>(`SELECT * FROM ${movesOf(books)} WHERE open`);
  const read: number[] = [];
  for (const { read: sql } of books.moves)
    if (sql !== undefined) read.push((await client.query<{ sequence: number }>(sql)).rows[0]?.sequence ?? 0);
  return {
    position: head.rows[0]?.position ?? 0,
    balances: new Map(balances.rows.map((row) => [`${row.account} ${row.asset}`, amount(row.amount)])),
    open: open.rows,
    feed: read.length === 0 ? 0 : Math.min(...read),
  };
}

async function chainLines(outside: Outside, own: Own, items: ReconciliationItem[]) {
  const { chain } = outside;
  const [arriving, leaving, held] = [new Sums(), new Sums(), new Sums()];
  const note = (cause: 'arriving' | 'leaving', asset: string, value: Amount, reference: string): void => {
    (cause === 'arriving' ? arriving : leaving).add(asset, value);
    items.push({ source: 'chain', cause, asset, amount: format(value), reference });
  };
  const onChain = own.open.filter(({ place, hash }) => place === 'chain' && hash !== '');
  const incoming = [...onChain.filter(({ direction }) => direction === 'in'), ...(await unread(outside, own))];
  for (const { network, hash } of new Map(incoming.map((move) => [`${move.network}/${move.hash}`, move])).values()) {
    const transfer = await chain.transfer(network, hash);
    if (isMined(transfer)) note('arriving', transfer.asset, transfer.amount, `${network}/${hash}`);
  }
  for (const { network, hash } of onChain.filter(({ direction }) => direction === 'out')) {
    const transfer = await chain.transfer(network, hash);
    if (!isMined(transfer)) continue;
    note('leaving', transfer.asset, transfer.amount, `${network}/${hash}`);
    const feeAsset = chain.network(network)?.feeAsset ?? transfer.asset;
    if (transfer.fee > 0n) note('leaving', feeAsset, transfer.fee, `${network}/${hash}`);
  }
  for (const custody of await chain.custody()) held.add(custody.asset, custody.held - custody.endowment);
  const inBooks = [...own.balances.keys()].filter((key) => key.startsWith(`${HOUSE.chain.account} `));
  const assets = new Set([...held.assets(), ...inBooks.map((key) => key.slice(key.indexOf(' ') + 1))]);
  return [...assets].sort().map((asset) => {
    const books = -(own.balances.get(`${HOUSE.chain.account} ${asset}`) ?? 0n);
    return line('chain', asset, {
      books,
      outside: held.of(asset),
      arriving: arriving.of(asset),
      leaving: leaving.of(asset),
    });
  });
}

/** What the networks have told and nobody has read yet: transfers that no noun knows of. */
async function unread({ pool, chain, books }: Outside, own: Own): Promise<{ network: string; hash: string }[]> {
  const hashes = new Map<string, { network: string; hash: string }>();
  for (let after: number | undefined = own.feed; after !== undefined;) {
    const changed: readonly ChainChange[] = await chain.changes(after, PAGE);
    for (const { network, hash } of changed) hashes.set(`${network}/${hash}`, { network, hash });
    after = changed.length < PAGE ? undefined : changed.at(-1)?.sequence;
  }
  const { rows } = await pool.query<{ hash: string }>(`SELECT hash FROM ${movesOf(books)} WHERE hash = ANY ($1)`, [
    [...hashes.values()].map(({ hash }) => hash),
  ]);
  const known = new Set(rows.map(({ hash }) => hash));
  return [...hashes.values()].filter(({ hash }) => !known.has(hash));
}

/** What was paid out, less what came in by wires that the bank has. */
async function bankLines(
  { bank }: Outside,
  own: Own,
  { items, backed }: { items: ReconciliationItem[]; backed: Sums },
): Promise<ReconciliationLine[]> {
  let arriving = 0n;
  for (const { id, place, amount: paid } of own.open) {
    if (place !== 'bank' || (await bank.payout(id))?.status !== 'settled') continue;
    arriving += amount(paid);
    items.push({ source: 'bank', cause: 'arriving', asset: BANK_ASSET, amount: paid, reference: id });
  }
  const books = own.balances.get(`${HOUSE.bank.account} ${BANK_ASSET}`) ?? 0n;
  const { settled } = await bank.totals();
  const outside = settled - backed.of(`${HOUSE.bank.account} ${BANK_ASSET}`);
  return [line('bank', BANK_ASSET, { books, outside, arriving, leaving: 0n })];
}

/** Every credit of C2C rests on wires that the bank has, each for one order. */
function wireLines(own: Own, backed: Sums): ReconciliationLine[] {
  const prefix = `${HOUSE.c2cSellers.account} `;
  const keys = [...own.balances.keys(), ...backed.assets()].filter((key) => key.startsWith(prefix));
  return [...new Set(keys)].sort().map((key) => {
    const books = -(own.balances.get(key) ?? 0n);
    return line('c2c', key.slice(prefix.length), { books, outside: backed.of(key), arriving: 0n, leaving: 0n });
  });
}

type Amounts = Record<'books' | 'outside' | 'arriving' | 'leaving', Amount>;

function line(source: ReconciliationLine['source'], asset: string, sums: Amounts): ReconciliationLine {
  const { books, outside, arriving, leaving } = sums;
  const difference = outside - arriving + leaving - books;
  return {
    source,
    asset,
    books: format(books),
    outside: format(outside),
    arriving: format(arriving),
    leaving: format(leaving),
    difference: format(difference),
  };
}
