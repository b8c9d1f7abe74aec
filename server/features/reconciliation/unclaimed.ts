import type { Pool } from 'pg';
import type { ReconciliationItem } from '../../../contracts/reconciliation.contract.js';
import type { BankPayee } from '../../core/ports/outside-books.js';
import type { FoundWire } from '../../core/ports/bank.js';
import { format } from '../../../shared/money.js';
import type { Outside } from './outside.js';
import { Sums } from './sums.js';

/** Longer than any policy lets a loan be owed for: what came in before can be claimed by nobody. */
const DAYS = 830;
const DAY_MS = 86_400_000;
/** Anybody can send wires to an account, so neither fills a run. */
const LOOKED_AT_MAX = 10_000;
const NAMELESS_MAX = 100;

interface Named {
  readonly reference: string;
  readonly id: string;
  readonly owed: boolean;
  readonly waits: boolean;
}
/** A wire that no receipt waits for, and what its reference is of. */
interface Unclaimed {
  readonly wire: FoundWire;
  readonly named: Named | undefined;
}

/**
 * Wires to accounts of the house that no receipt waits for. It is asked before the books are read: what is cleared later has its
 * receipt waiting still, and what was cleared before is among the matched wires then, which `unclaimedItems` leaves out.
 */
export async function wiresWithoutReceipt({ pool, bank, books, at }: Outside): Promise<Unclaimed[]> {
  const found: Unclaimed[] = [];
  for (const payee of books.payees) {
    const wires = await bank.wiresTo(payee.account, at - DAYS * DAY_MS, LOOKED_AT_MAX);
    const named = await namedBy(pool, payee, wires);
    for (const wire of wires) {
      const of = named.get(wire.foundBy);
      if (of?.waits !== true) found.push({ wire, named: of });
    }
  }
  return found;
}

async function namedBy(pool: Pool, { named }: BankPayee, wires: readonly FoundWire[]): Promise<Map<string, Named>> {
  const references = [...new Set(wires.map(({ foundBy }) => foundBy))];
  if (references.length === 0) return new Map();
  const { rows } = await pool.query<Named>(named, [references]);
  return new Map(rows.map((row) => [row.reference, row]));
}

/** One item for everything that lies there for a loan, and one for each wire that is for none: the newest of them. */
export async function unclaimedItems(pool: Pool, wires: readonly Unclaimed[]): Promise<ReconciliationItem[]> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT wire_id AS id FROM reconciled_wires WHERE wire_id = ANY ($1)',
    [wires.map(({ wire }) => wire.id)],
  );
  const matched = new Set(rows.map(({ id }) => id));
  const left = wires.filter(({ wire }) => !matched.has(wire.id));
  const nameless = left.filter(({ named }) => named === undefined).slice(0, NAMELESS_MAX);
  const sums = new Sums();
  for (const { wire, named } of [...nameless, ...left.filter((each) => each.named !== undefined)]) {
    const cause = named?.owed === true ? 'wire-without-receipt' : 'wire-unclaimed';
    sums.add(`${cause} ${wire.currency} ${named?.id ?? wire.id}`, wire.amount);
  }
  return sums.assets().map((key) => {
    const [cause, asset = '', reference = ''] = key.split(' ');
    return {
      source: 'bank',
      cause: cause as 'wire-without-receipt' | 'wire-unclaimed',
      asset,
      amount: format(sums.of(key)),
      reference,
    };
  });
}
