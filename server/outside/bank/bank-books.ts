import type { Pool, PoolClient } from 'pg';
import type { SentWireView, StaffBankView } from '../../../contracts/bank.contract.js';
import type {
  BankAccountDetails,
  BankChange,
  BankPayout,
  BankPayoutStatus,
  BankWire,
  FoundWire,
  SimulatedBank,
} from '../../core/ports/bank.js';
import type { Clock, Instant } from '../../core/clock.js';
import type { Ids } from '../../core/ids.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import type { Vault } from '../../core/ports/vault.js';
import { outcomeFor, referenceOf, settlesAt, workState, type BankRules } from './bank.rules.js';
import { inTransaction } from '../../engine/history/transaction.js';

type Stored<Row extends { amount: Amount }> = Omit<Row, 'amount'> & { readonly amount: string };

const PAYOUT = `key, user_id AS "userId", trim_scale(amount)::text AS amount, status, reference, ordered_at AS "orderedAt",
  settled_at AS "settledAt"`;
const WIRE = `id, to_account AS "toAccount", trim_scale(amount)::text AS amount, currency, reference, arrived_at AS "arrivedAt"`;
const SETTLED_AT_ONCE = 200;
/** Any number without another advisory lock in the database: one server settles at a time. */
const SETTLING = 641_000_001;

interface SentWire extends Omit<BankWire, 'id' | 'arrivedAt'> {
  readonly key: string;
  readonly userId: string;
}

interface Parts {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly rules: BankRules;
}

/** The simulated bank in its own tables: no history of the platform, but an outsider whose statement is read. */
export class BankBooks implements SimulatedBank {
  constructor(private readonly parts: Parts) {}

  async pay(order: { key: string; userId: string; amount: Amount; to: BankAccountDetails }): Promise<BankPayout> {
    const { pool, vault, clock, rules } = this.parts;
    const { key, userId, to } = order;
    const known = await this.payout(key);
    if (known !== undefined) return known;
    const now = clock.now();
    const sealed = await vault.seal(userId, 'bank.payout', JSON.stringify(to));
    // Without a target: the same order on another server meets the unique reference as often as the key.
    await pool.query(
      `INSERT INTO bank_payouts (key, user_id, amount, sealed_details, reference, outcome, ordered_at, due_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
      [
        ...[key, userId, format(order.amount), sealed, referenceOf(rules, key), outcomeFor(rules, to.account)],
        ...[now, settlesAt(rules, key, now)],
      ],
    );
    const ordered = await this.payout(key);
    if (ordered === undefined) throw new Error(`The bank has another payout under the reference of ${key}`);
    return ordered;
  }

  async payout(key: string): Promise<BankPayout | undefined> {
    const { rows } = await this.parts.pool.query<Stored<BankPayout>>(
      `SELECT ${PAYOUT} FROM bank_payouts WHERE key = $1`,
      [key],
    );
    return rows[0] && counted(rows[0]);
  }

  async wires(ids: readonly string[]): Promise<readonly FoundWire[]> {
    const { rows } = await this.parts.pool.query<Stored<FoundWire>>(
      `SELECT ${WIRE}, found_by AS "foundBy" FROM bank_wires WHERE id = ANY ($1)`,
      [ids],
    );
    return rows.map(counted);
  }

  async wiresFor(reference: string): Promise<readonly BankWire[]> {
    const { rows } = await this.parts.pool.query<Stored<BankWire>>(
      `SELECT ${WIRE} FROM bank_wires WHERE found_by = wire_reference($1) ORDER BY arrived_at, id`,
      [reference],
    );
    return rows.map(counted);
  }

  async wiresTo(account: string, since: Instant, limit: number): Promise<readonly FoundWire[]> {
    const { rows } = await this.parts.pool.query<Stored<FoundWire>>(
      `SELECT ${WIRE}, found_by AS "foundBy" FROM bank_wires WHERE to_account = $1 AND arrived_at >= $2
        ORDER BY arrived_at DESC, id DESC LIMIT $3`,
      [account, since, limit],
    );
    return rows.map(counted);
  }

  /** Plays a person's own bank: the wire arrives as a real one would. The same key again sends nothing. */
  async receive(sent: SentWire, client?: PoolClient): Promise<BankWire> {
    if (client === undefined) return inTransaction(this.parts.pool, (own) => this.receive(sent, own));
    const { clock, ids } = this.parts;
    const { key, userId, toAccount, currency, reference } = sent;
    const { rowCount } = await client.query(
      `INSERT INTO bank_wires (id, key, user_id, to_account, amount, currency, reference, arrived_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (key) DO NOTHING`,
      [ids.next('wire'), key, userId, toAccount, format(sent.amount), currency, reference, clock.now()],
    );
    const { rows } = await client.query<Stored<BankWire>>(`SELECT ${WIRE} FROM bank_wires WHERE key = $1`, [key]);
    const wire = counted(rows[0] as Stored<BankWire>);
    if (rowCount === 1) await addChanges(client, 'wire', [wire.id]);
    return wire;
  }

  async changes(after: number, limit: number): Promise<readonly BankChange[]> {
    const { rows } = await this.parts.pool.query<BankChange>(
      'SELECT sequence, payout, wire FROM bank_changes WHERE sequence > $1 ORDER BY sequence LIMIT $2',
      [after, limit],
    );
    return rows;
  }

  async totals(): Promise<Readonly<Record<BankPayoutStatus, Amount>>> {
    const sums = { ordered: 0n, settled: 0n, returned: 0n };
    for (const { status, amount: sum } of await this.payoutSums()) sums[status] = amount(sum);
    return sums;
  }

  /** Settles or returns everything that is due; answers how many. Another server that does it already leaves nothing to do. */
  async settleDue(): Promise<number> {
    return inTransaction(this.parts.pool, async (client) => {
      const { rows: free } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [
        SETTLING,
      ]);
      if (free[0]?.free !== true) return 0;
      const { rows } = await client.query<{ key: string }>(
        `WITH due AS (SELECT key, due_at FROM bank_payouts WHERE status = 'ordered' AND due_at <= $1
                       ORDER BY due_at, key LIMIT ${SETTLED_AT_ONCE} FOR UPDATE),
              done AS (UPDATE bank_payouts p SET status = p.outcome, settled_at = due.due_at FROM due WHERE p.key = due.key)
         SELECT key FROM due ORDER BY due_at, key`,
        [this.parts.clock.now()],
      );
      await addChanges(
        client,
        'payout',
        rows.map(({ key }) => key),
      );
      return rows.length;
    });
  }

  async sentBy(userId: string): Promise<SentWireView[]> {
    const { rows } = await this.parts.pool.query<SentWireView>(
      `SELECT id AS "wireId", to_account AS "toAccount", trim_scale(amount)::text AS amount, currency, reference,
              arrived_at AS "arrivedAt" FROM bank_wires WHERE user_id = $1 ORDER BY arrived_at DESC, id LIMIT 100`,
      [userId],
    );
    return rows;
  }

  async status(): Promise<StaffBankView> {
    const { pool, clock, rules } = this.parts;
    const { rows: wires } = await pool.query<StaffBankView['wires'][number]>(
      `SELECT currency, count(*) AS count, trim_scale(sum(amount))::text AS amount FROM bank_wires
        GROUP BY currency ORDER BY currency`,
    );
    const { rows: marks } = await pool.query<Pick<StaffBankView, 'lastSettledAt' | 'nextDueAt' | 'lastWireAt'>>(
      `SELECT (SELECT max(settled_at) FROM bank_payouts) AS "lastSettledAt",
              (SELECT min(due_at) FROM bank_payouts WHERE status = 'ordered') AS "nextDueAt",
              (SELECT max(arrived_at) FROM bank_wires) AS "lastWireAt"`,
    );
    const { opens, closes, minutesMin, minutesMax, closedAccountEnding } = rules;
    return {
      payouts: await this.payoutSums(),
      wires,
      ...(marks[0] ?? { lastSettledAt: null, nextDueAt: null, lastWireAt: null }),
      ...workState(rules, clock.now()),
      rules: { opens, closes, minutesMin, minutesMax, closedAccountEnding },
    };
  }

  /** Everything that the bank knows of a person, for their export. */
  async of(userId: string): Promise<object> {
    const { pool, vault } = this.parts;
    const { rows } = await pool.query<Stored<BankPayout> & { sealed: string }>(
      `SELECT ${PAYOUT}, sealed_details AS sealed FROM bank_payouts WHERE user_id = $1 ORDER BY ordered_at, key`,
      [userId],
    );
    const payouts = await Promise.all(
      rows.map(async ({ sealed, userId: _, ...row }) => {
        // What stands in this column was sealed by this class.
        const to = await vault.open(userId, 'bank.payout', sealed as Parameters<Vault['open']>[2]);
        return { ...row, to: to === null ? null : (JSON.parse(to) as BankAccountDetails) };
      }),
    );
    return { payouts, wires: await this.sentBy(userId) };
  }

  /** A person's own texts. Amounts stay, because the books are compared with them. */
  async forget(userId: string): Promise<void> {
    await this.parts.pool.query(`UPDATE bank_wires SET reference = '' WHERE user_id = $1`, [userId]);
  }

  private async payoutSums(): Promise<StaffBankView['payouts']> {
    const { rows } = await this.parts.pool.query<StaffBankView['payouts'][number]>(
      `SELECT s.status, count(p.key) AS count, trim_scale(COALESCE(sum(p.amount), 0))::text AS amount
         FROM unnest(ARRAY['ordered', 'settled', 'returned']) WITH ORDINALITY AS s(status, place)
         LEFT JOIN bank_payouts p ON p.status = s.status GROUP BY s.status, s.place ORDER BY s.place`,
    );
    return rows;
  }
}

async function addChanges(client: PoolClient, column: 'payout' | 'wire', ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `WITH head AS (UPDATE bank_change_head SET sequence = sequence + $2 RETURNING sequence - $2 AS before)
     INSERT INTO bank_changes (sequence, ${column})
       SELECT head.before + added.place, added.id FROM head, unnest($1::text[]) WITH ORDINALITY AS added(id, place)`,
    [ids, ids.length],
  );
}

function counted<Row extends { readonly amount: string }>(row: Row): Omit<Row, 'amount'> & { amount: Amount } {
  return { ...row, amount: amount(row.amount) };
}
