import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { AccountSpace } from '../../../contracts/asset.contract.js';
import type { ChainPoint } from '../../../contracts/statement.contract.js';
import { amount, ZERO, type Amount } from '../../../shared/money.js';
import { genesisHash } from '../../engine/history/codec.js';
import type { Bucket } from '../../engine/ledger/chart.js';
import { SUMMED_MINUTES, spanStart } from './balances.projection.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';

/** What one type of event changed in one balance up to a point of the history. */
export interface BalanceSum {
  readonly space: AccountSpace;
  readonly bucket: Bucket;
  readonly asset: string;
  readonly eventType: string;
  readonly amount: Amount;
  readonly postings: number;
}

/** A place in the history: an event and, within it, a posting. */
export interface HistoryPlace {
  readonly at: number;
  readonly position: number;
  readonly line: number;
}

const READ_MODELS = ['ledger', 'balances'] as const;
const LAST_LINE = 32_767;
const { day: DAY, quarter: QUARTER } = SUMMED_MINUTES;

/**
 * Balances as they were. Instants never run backwards in a realm's history, so an instant is a position: what lies before
 * its day is summed up by days, what lies before its quarter of an hour by quarters, and only the rest is added posting by posting.
 */
@Injectable()
export class BalanceHistory {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
  ) {}

  /** Whether everything that had happened when this was asked can be read; false when it takes too long. */
  async ready(realm: string): Promise<boolean> {
    const ready = await Promise.all(READ_MODELS.map((name) => this.projections.upToDate(name, realm)));
    return !ready.includes(false);
  }

  pointAt(realm: string, at: number): Promise<ChainPoint & HistoryPlace> {
    return pointAt(this.pool, realm, at);
  }

  /** Everything posted to the owner up to a place of the history, which is included, summed up. */
  async sums(realm: string, ownerId: string, { at, position, line }: HistoryPlace): Promise<BalanceSum[]> {
    const { rows } = await this.pool.query<Omit<BalanceSum, 'amount'> & { amount: string }>({
      name: 'balance-sums',
      text: SUMS,
      values: [realm, ownerId, spanStart(at, DAY), spanStart(at, QUARTER), position, line],
    });
    return rows.map((row) => ({ ...row, amount: amount(row.amount) }));
  }

  /** Balances of all spaces together at each of the instants, which begin spans of a quarter of an hour, in ascending order. */
  async before(realm: string, ownerId: string, instants: readonly number[]): Promise<Map<string, Amount>[]> {
    const first = instants[0] ?? 0;
    const { rows } = await this.pool.query<{ span: number; asset: string; amount: string }>({
      name: 'balances-before',
      text: BEFORE,
      values: [realm, ownerId, spanStart(first, DAY), instants],
    });
    const changes = instants.map(() => new Map<string, Amount>());
    for (const { span, asset, amount: changed } of rows) changes[span]?.set(asset, amount(changed));
    const running = new Map<string, Amount>();
    return changes.map((changed) => {
      for (const [asset, amounts] of changed) running.set(asset, (running.get(asset) ?? ZERO) + amounts);
      return new Map(running);
    });
  }

  /** When the owner's first posting was made; `undefined` when there is none. */
  async beginning(realm: string, ownerId: string): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ at: number }>({
      name: 'balances-beginning',
      text: 'SELECT at FROM account_records WHERE realm = $1 AND owner_id = $2 ORDER BY position LIMIT 1',
      values: [realm, ownerId],
    });
    return rows[0]?.at;
  }
}

/** The last event up to an instant, which is included. */
export async function pointAt(pool: Pool, realm: string, at: number): Promise<ChainPoint & HistoryPlace> {
  const { rows } = await pool.query<{ position: number; at: number; hash: Buffer }>({
    name: 'history-point-at',
    text: POINT_AT,
    values: [realm, at],
  });
  const [event] = rows;
  if (event === undefined) return { at: 0, position: 0, hash: genesisHash(realm), line: LAST_LINE };
  return { at: event.at, position: event.position, hash: event.hash.toString('hex'), line: LAST_LINE };
}

/** Halves the history until one event is left: some twenty looks into the primary key, however long it is. */
const POINT_AT = `
  WITH RECURSIVE search (low, high) AS (
    SELECT 0::bigint, position FROM realm_heads WHERE realm = $1
    UNION ALL
    SELECT CASE WHEN e.at <= $2 THEN middle ELSE low END, CASE WHEN e.at <= $2 THEN high ELSE middle - 1 END
      FROM (SELECT low, high, (low + high + 1) / 2 AS middle FROM search WHERE low < high) s
      JOIN events e ON e.realm = $1 AND e.position = s.middle
  )
  SELECT e.position, e.at, e.hash FROM search s JOIN events e ON e.realm = $1 AND e.position = s.low
   WHERE s.low = s.high`;

const SUMS = `
  SELECT space, bucket, asset, event_type AS "eventType", trim_scale(sum(amount))::text AS amount,
         sum(postings)::bigint AS postings
    FROM (SELECT space, bucket, asset, event_type, amount, postings FROM account_sums
           WHERE realm = $1 AND owner_id = $2 AND minutes = ${DAY} AND start < $3
          UNION ALL
          SELECT space, bucket, asset, event_type, amount, postings FROM account_sums
           WHERE realm = $1 AND owner_id = $2 AND minutes = ${QUARTER} AND start >= $3 AND start < $4
          UNION ALL
          SELECT space, bucket, asset, event_type, amount, 1 FROM account_records
           WHERE realm = $1 AND owner_id = $2 AND (position, line) <= ($5::bigint, $6::bigint)
             AND position >= (SELECT min(first_position) FROM account_sums
                               WHERE realm = $1 AND owner_id = $2 AND minutes = ${QUARTER} AND start = $4)) changes
   GROUP BY space, bucket, asset, event_type`;

const BEFORE = `
  SELECT span, asset, trim_scale(sum(amount))::text AS amount
    FROM (SELECT 0 AS span, asset, amount FROM account_sums
           WHERE realm = $1 AND owner_id = $2 AND minutes = ${DAY} AND start < $3
          UNION ALL
          SELECT width_bucket(start, $4::bigint[]), asset, amount FROM account_sums
           WHERE realm = $1 AND owner_id = $2 AND minutes = ${QUARTER} AND start >= $3) changes
   GROUP BY span, asset`;
