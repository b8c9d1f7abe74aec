import { format, tryAmount, type Amount } from '../../shared/money.js';
import type { EventRow } from '../engine/history/codec.js';
import { accountProblem, mayGoNegative } from '../engine/ledger/chart.js';
import type { Findings } from './findings.js';

export type Line = readonly [account: string, asset: string, amount: string];

/** The postings of one realm's events: zero sums, allowed accounts, and the balances that follow from them. */
export class PostingsCheck {
  /** By `account asset`. */
  readonly balances = new Map<string, Amount>();
  private readonly lastPositions = new Map<string, number>();

  constructor(
    private readonly realm: string,
    private readonly findings: Findings,
  ) {}

  /** Answers the event's lines. */
  take(row: EventRow): readonly Line[] {
    const lines = this.linesOf(row);
    this.post(row.position, row.type, lines);
    return lines;
  }

  /** The event that last moved the balance of `account asset`. */
  lastPosition(key: string): number | undefined {
    return this.lastPositions.get(key);
  }

  private linesOf(row: EventRow): readonly Line[] {
    if (row.postings === null) return [];
    try {
      return JSON.parse(row.postings) as Line[];
    } catch {
      this.findings.add('postings', this.realm, row.position, `the postings of ${row.type} are not JSON`);
      return [];
    }
  }

  private post(position: number, type: string, lines: readonly Line[]): void {
    const sums = new Map<string, Amount>();
    const touched = new Set<string>();
    for (const [account, asset, text] of lines) {
      const value = tryAmount(String(text));
      if (value === undefined) {
        this.findings.add('postings', this.realm, position, `${type} posts ${text}, which is no amount`);
        continue;
      }
      const problem = accountProblem(account, this.realm);
      if (problem !== undefined) this.findings.add('postings', this.realm, position, `${type}: ${problem}`);
      sums.set(asset, (sums.get(asset) ?? 0n) + value);
      const key = `${account} ${asset}`;
      touched.add(key);
      this.balances.set(key, (this.balances.get(key) ?? 0n) + value);
      this.lastPositions.set(key, position);
    }
    for (const [asset, sum] of sums)
      if (sum !== 0n)
        this.findings.add('postings', this.realm, position, `${type} does not sum to zero in ${asset}: ${format(sum)}`);
    for (const key of touched) {
      const balance = this.balances.get(key) ?? 0n;
      const account = key.slice(0, key.lastIndexOf(' '));
      if (balance < 0n && !mayGoNegative(account))
        this.findings.add('balances', this.realm, position, `${type} leaves ${key} at ${format(balance)}`);
    }
  }
}
