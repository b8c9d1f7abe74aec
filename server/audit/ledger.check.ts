import type { PoolClient } from 'pg';
import { format, tryAmount } from '../../shared/money.js';
import type { EventRow } from '../engine/history/codec.js';
import { HOUSE, mayGoNegative } from '../engine/ledger/chart.js';
import type { Findings } from './findings.js';
import type { Line, PostingsCheck } from './postings.check.js';

interface PostingRow {
  position: number;
  line: number;
  account: string;
  asset: string;
  amount: string;
}

const ROWS = `SELECT position, line, account, asset, amount::text AS amount FROM ledger_postings
  WHERE realm = $1 AND position > $2 AND position <= $3 ORDER BY position, line`;

/** The ledger of one realm beside its history: the postings of the events are the truth, and the tables must match them. */
export class LedgerCheck {
  private to = 0;

  constructor(
    private readonly client: PoolClient,
    private readonly realm: string,
    private readonly postings: PostingsCheck,
    private readonly findings: Findings,
  ) {}

  /** The page's postings, and the rows that the ledger has for them. `lines` are those of each row. */
  async page(rows: readonly EventRow[], lines: readonly (readonly Line[])[]): Promise<void> {
    const last = rows.at(-1)?.position ?? this.to;
    const stored = this.client.query<PostingRow>({
      name: 'audit-postings',
      text: ROWS,
      values: [this.realm, this.to, last],
    });
    const byPosition = new Map<number, readonly Line[]>();
    for (const [index, { position }] of rows.entries()) {
      const own = lines[index] ?? [];
      if (own.length > 0) byPosition.set(position, own);
    }
    this.compare(byPosition, (await stored).rows);
    this.to = last;
  }

  async finish(): Promise<void> {
    const { rows } = await this.client.query<PostingRow>(ROWS, [this.realm, this.to, Number.MAX_SAFE_INTEGER]);
    this.compare(new Map(), rows);
    await this.compareBalances();
    // The chart belongs to all realms, so only a realm with events compares it.
    if (this.to > 0) await this.compareChart();
  }

  /** Line by line; of an event whose rows differ, the first difference is reported. */
  private compare(wanted: Map<number, readonly Line[]>, rows: readonly PostingRow[]): void {
    const found = new Map<number, PostingRow[]>();
    for (const row of rows) {
      const there = found.get(row.position);
      if (there === undefined) found.set(row.position, [row]);
      else there.push(row);
    }
    for (const [position, lines] of wanted) {
      const there = found.get(position) ?? [];
      found.delete(position);
      if (there.length !== lines.length)
        this.find('postings', position, `the ledger has ${there.length} rows for ${lines.length} postings`);
      else {
        const at = lines.findIndex((line, index) => !isSame(line, index, there[index] as PostingRow));
        const row = there[at];
        if (row !== undefined)
          this.find(
            'postings',
            position,
            `the ledger’s line ${at} says ${row.account} ${row.amount} ${row.asset}, the event ${(lines[at] as Line).join(' ')}`,
          );
      }
    }
    for (const [position, extra] of found)
      this.find('postings', position, `the ledger has ${extra.length} rows for an event that posts nothing`);
  }

  private async compareBalances(): Promise<void> {
    const { rows } = await this.client.query<{ account: string; asset: string; amount: string; free: boolean }>(
      `SELECT account, asset, amount::text AS amount, may_go_negative AS free FROM ledger_balances WHERE realm = $1`,
      [this.realm],
    );
    const left = new Map(this.postings.balances);
    for (const { account, asset, amount, free } of rows) {
      const key = `${account} ${asset}`;
      const wanted = left.get(key) ?? 0n;
      left.delete(key);
      const posted = this.postings.lastPosition(key);
      const position = posted ?? this.to;
      if (posted === undefined) this.find('balances', position, `the balance of ${key} has no posting`);
      else if (tryAmount(amount) !== wanted)
        this.find('balances', position, `the balance of ${key} is ${amount}, its postings give ${format(wanted)}`);
      if (free !== mayGoNegative(account))
        this.find(
          'balances',
          position,
          `the balance of ${key} ${free ? 'may' : 'may not'} go below zero, against the chart`,
        );
    }
    for (const [key, wanted] of left)
      if (wanted !== 0n)
        this.find(
          'balances',
          this.postings.lastPosition(key) ?? this.to,
          `the balance of ${key} is missing: ${format(wanted)}`,
        );
  }

  private async compareChart(): Promise<void> {
    const { rows } = await this.client.query<{ account: string; may_go_negative: boolean }>(
      'SELECT account, may_go_negative FROM ledger_house_accounts',
    );
    const known = new Set<string>(Object.values(HOUSE).map(({ account }) => account));
    const there = new Set(rows.map(({ account }) => account));
    for (const account of known)
      if (!there.has(account)) this.find('balances', this.to, `the database’s chart has no ${account}`);
    for (const { account, may_go_negative: free } of rows) {
      if (known.has(account) && free === mayGoNegative(account)) continue;
      this.find(
        'balances',
        this.to,
        `the database’s chart has ${account}, ${free ? 'which may go below zero' : 'never below zero'}`,
      );
    }
  }

  private find(check: 'postings' | 'balances', position: number, what: string): void {
    this.findings.add(check, this.realm, position, what);
  }
}

function isSame([account, asset, amount]: Line, index: number, row: PostingRow): boolean {
  if (row.account !== account || row.asset !== asset || row.line !== index) return false;
  return row.amount === amount || tryAmount(row.amount) === tryAmount(amount);
}
