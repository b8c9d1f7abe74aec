import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { kindOfEvent, type AccountSpace, type RecordKind } from '../../../../contracts/asset.contract.js';
import {
  PDF_MOVEMENTS_MAX,
  type ChainPoint,
  type getStatementQuery,
  type StatementBalance,
  type StatementKind,
  type StatementRow,
  type StatementView,
} from '../../../../contracts/statement.contract.js';
import { Clock } from '../../../core/clock.js';
import { format, ZERO, type Amount } from '../../../../shared/money.js';
import { refuse, type Refusal } from '../../../core/refusal.js';
import type { Bucket } from '../../../engine/ledger/chart.js';
import { withFees, type Point, type Span, StatementResults } from './statement-result.js';
import { BalanceHistory, type BalanceSum } from '../balance-history.js';

type Period = z.output<typeof getStatementQuery>;

/** One posting of the period as a file shows it. Positional, because a hundred thousand of them are read at a time. */
export type Movement = [
  position: number,
  line: number,
  at: number,
  event: string,
  space: AccountSpace,
  bucket: Bucket,
  currency: string,
  amount: string,
  reference: string,
  hash: string,
];

/** The statement with what its files are written from. */
export interface Statement {
  readonly view: StatementView;
  readonly span: Span;
  /** Every balance at the beginning, by `space/bucket/currency`. */
  readonly openings: ReadonlyMap<string, Amount>;
}

export const balanceKey = (space: string, bucket: string, currency: string): string => `${space}/${bucket}/${currency}`;

const PAGE_ROWS = 4_000;

/**
 * What an account held before and after a period, and what happened in between. Everything shown is a difference of two sums over
 * the same history, so opening plus movements is closing by construction, for any period.
 */
@Injectable()
export class StatementQuery {
  constructor(
    private readonly history: BalanceHistory,
    private readonly results: StatementResults,
    private readonly clock: Clock,
  ) {}

  async statement(realm: 'demo' | 'real', ownerId: string, period: Period): Promise<Statement | Refusal> {
    const now = this.clock.now();
    const [from, to] = [Math.min(period.from, now), Math.min(period.to, now)];
    if (!(await this.history.ready(realm))) return refuse('request.unavailable');
    const [opening, closing] = await Promise.all([
      this.history.pointAt(realm, from - 1),
      this.history.pointAt(realm, to),
    ]);
    const [before, after] = await Promise.all([
      this.history.sums(realm, ownerId, opening),
      this.history.sums(realm, ownerId, closing),
    ]);
    const { rows, movements } = rowsOf(before, after);
    const span = { realm, ownerId, opening, closing };
    const { result, holdings, fees } = await this.results.of(span, from, to);
    const view: StatementView = {
      account: ownerId,
      realm,
      from,
      to,
      timeZone: period.timeZone,
      madeAt: now,
      opening: pointOf(opening),
      closing: pointOf(closing),
      rows,
      kinds: withFees(kindsOf(before, after), fees),
      result,
      holdings,
      movements,
      pdfMovementsMax: PDF_MOVEMENTS_MAX,
    };
    return { view, span, openings: openingsOf(before) };
  }
}

/** The movements of a period, the oldest first, a page at a time; the next page is read while the last one is used. */
export async function* movementsOf(pool: Pool, { realm, ownerId, opening, closing }: Span): AsyncGenerator<Movement[]> {
  const read = async (position: number, line: number): Promise<Movement[]> => {
    const { rows } = await pool.query<Movement>({
      name: 'statement-movements',
      text: MOVEMENTS,
      values: [realm, ownerId, position, line, closing.position, PAGE_ROWS],
      rowMode: 'array',
    });
    return rows;
  };
  let page = await read(opening.position, opening.line);
  while (page.length > 0) {
    const last = page.at(-1) as Movement;
    const next = page.length < PAGE_ROWS ? undefined : read(last[0], last[1]);
    // A reader that stops here abandons a page, so its failure is ignored.
    next?.catch(() => undefined);
    yield page;
    page = (await next) ?? [];
  }
}

const MOVEMENTS = `
  SELECT r.position, r.line, r.at, r.event_type, r.space, r.bucket, r.asset, trim_scale(r.amount)::text, r.reference,
         encode(e.hash, 'hex')
    FROM (SELECT * FROM account_records
           WHERE realm = $1 AND owner_id = $2 AND (position, line) > ($3::bigint, $4::bigint) AND position <= $5
           ORDER BY position, line LIMIT $6) r
    JOIN events e ON e.realm = $1 AND e.position = r.position
   ORDER BY r.position, r.line`;

const pointOf = ({ at, position, hash }: Point): ChainPoint => ({ at, position, hash });

function openingsOf(before: readonly BalanceSum[]): Map<string, Amount> {
  const openings = new Map<string, Amount>();
  for (const { space, bucket, asset, amount } of before) {
    const key = balanceKey(space, bucket, asset);
    openings.set(key, (openings.get(key) ?? ZERO) + amount);
  }
  return openings;
}

interface Balances {
  space: AccountSpace;
  currency: string;
  opening: Record<Bucket, Amount>;
  closing: Record<Bucket, Amount>;
  movements: number;
}

function rowsOf(before: readonly BalanceSum[], after: readonly BalanceSum[]) {
  const found = new Map<string, Balances>();
  const add = (end: 'opening' | 'closing', sign: 1 | -1) => (sum: BalanceSum) => {
    const key = `${sum.space} ${sum.asset}`;
    const none = () => ({ available: ZERO, frozen: ZERO });
    const { space, asset: currency } = sum;
    const row = found.get(key) ?? { space, currency, opening: none(), closing: none(), movements: 0 };
    row[end][sum.bucket] += sum.amount;
    row.movements += sign * sum.postings;
    found.set(key, row);
  };
  before.forEach(add('opening', -1));
  after.forEach(add('closing', 1));
  const rows: StatementRow[] = [...found.values()].map(({ space, currency, opening, closing, movements }) => ({
    space,
    currency,
    opening: balanceOf(opening),
    closing: balanceOf(closing),
    change: format(totalOf(closing) - totalOf(opening)),
    movements,
  }));
  // What was gone before the period and did not move in it is none of its business.
  const nonEmpty = rows.filter((row) => row.movements > 0 || row.opening.total !== '0');
  nonEmpty.sort((a, b) => a.space.localeCompare(b.space, 'en') || a.currency.localeCompare(b.currency, 'en'));
  return { rows: nonEmpty, movements: rows.reduce((sum, row) => sum + row.movements, 0) };
}

const totalOf = ({ available, frozen }: Record<Bucket, Amount>): Amount => available + frozen;

function balanceOf(balance: Record<Bucket, Amount>): StatementBalance {
  return {
    available: format(balance.available),
    frozen: format(balance.frozen),
    total: format(totalOf(balance)),
  };
}

function kindsOf(before: readonly BalanceSum[], after: readonly BalanceSum[]): StatementKind[] {
  const found = new Map<string, { kind: RecordKind; currency: string; change: Amount; movements: number }>();
  const add = (sign: 1 | -1) => (sum: BalanceSum) => {
    const kind = kindOfEvent(sum.eventType);
    const key = `${kind} ${sum.asset}`;
    const row = found.get(key) ?? { kind, currency: sum.asset, change: ZERO, movements: 0 };
    row.change += BigInt(sign) * sum.amount;
    row.movements += sign * sum.postings;
    found.set(key, row);
  };
  before.forEach(add(-1));
  after.forEach(add(1));
  return [...found.values()]
    .filter(({ movements }) => movements > 0)
    .sort((a, b) => a.kind.localeCompare(b.kind, 'en') || a.currency.localeCompare(b.currency, 'en'))
    .map((row) => ({ ...row, change: format(row.change) }));
}
