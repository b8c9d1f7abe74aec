import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { getRewardRecordsQuery, RewardRecord } from '../../../contracts/reward.contract.js';
import { refuse } from '../../core/refusal.js';
import { pageOf } from '../../engine/projections/cursor.js';
import { upcast } from '../../engine/history/event-types.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import type { SignInZoneSet } from './reward.events.js';
import { rewardRecords, type RewardRecordRow } from './reward.projection.js';

export interface VoucherHolder {
  readonly userId: string;
  readonly ownerId: string;
  readonly ending: boolean;
}

/** A person's points and vouchers: the person comes from the session and stands in every query. */
@Injectable()
export class RewardQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
  ) {}

  isUpToDate(): Promise<boolean> {
    return this.projections.upToDate('reward', 'real');
  }

  async records(userId: string, input: z.output<typeof getRewardRecordsQuery>) {
    if (!(await this.isUpToDate())) return refuse('request.unavailable');
    const rows = ([position]: readonly number[], count: number) =>
      this.pool.query<RewardRecordRow>({
        name: 'reward-records',
        text: `SELECT ${rewardRecords.selected} FROM reward_records
               WHERE realm = 'real' AND user_id = $1 AND position < $2 AND ($3::text IS NULL OR kind = $3)
               ORDER BY position DESC LIMIT $4`,
        values: [userId, position, input.kind ?? null, count],
      });
    const page = await pageOf(input, ['position'], rows, (row) => row);
    return 'items' in page ? { ...page, items: page.items.map(viewOf) } : page;
  }

  /** USDT that vouchers have paid a person back. */
  async paidBack(userId: string): Promise<string> {
    const { rows } = await this.pool.query<{ usdt: string }>(
      `SELECT trim_scale(coalesce(sum(usdt), 0))::text AS usdt FROM fees_paid_back WHERE realm = 'real' AND user_id = $1`,
      [userId],
    );
    return rows[0]?.usdt ?? '0';
  }

  /** All of a person's records, for the export of personal data. */
  async export(userId: string): Promise<RewardRecord[]> {
    const { rows } = await this.pool.query<RewardRecordRow>(
      `SELECT ${rewardRecords.selected} FROM reward_records WHERE realm = 'real' AND user_id = $1 ORDER BY position`,
      [userId],
    );
    return rows.map(viewOf);
  }

  /** Every time zone that the person signed in by, for the export of personal data. */
  async zones(userId: string): Promise<{ timeZone: string; since: number }[]> {
    const { rows } = await this.pool.query<{ schema: number; data: string; at: number }>(
      `SELECT schema, data, at FROM events WHERE realm = 'real' AND stream = $1 AND type = 'SignInZoneSet' ORDER BY position`,
      [`reward-${userId}.1`],
    );
    return rows.map(({ schema, data, at }) => {
      const { timeZone } = upcast('SignInZoneSet', schema, JSON.parse(data)).data as SignInZoneSet;
      return { timeZone, since: at };
    });
  }

  /** When fee vouchers began, and up to which UTC date they have paid; `undefined` before the first one. */
  async chain(): Promise<{ begunOn: string; paidDate: string } | undefined> {
    const { rows } = await this.pool.query<{ begunOn: string; paidDate: string }>(
      `SELECT begun_on AS "begunOn", paid_date AS "paidDate" FROM fee_voucher_chain WHERE realm = 'real'`,
    );
    return rows[0];
  }

  /** Owners of vouchers for fees of a UTC date, each once; `ending`: one of theirs has it as its last date. */
  async holders(date: string): Promise<VoucherHolder[]> {
    const { rows } = await this.pool.query<VoucherHolder>(
      `SELECT user_id AS "userId", owner_id AS "ownerId", bool_or(last_date = $1) AS ending FROM fee_vouchers
        WHERE realm = 'real' AND status = 'open' AND first_date <= $1 AND last_date >= $1
        GROUP BY user_id, owner_id ORDER BY user_id`,
      [date],
    );
    return rows;
  }
}

function viewOf({ position, at, kind, date, points, usdt, fees }: RewardRecordRow): RewardRecord {
  return { id: `${position}`, at, kind, date, points, amount: usdt, fees };
}
