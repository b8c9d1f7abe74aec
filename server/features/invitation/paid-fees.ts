import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { TradingFees } from '../../core/ports/trading-fees.js';
import { refuse, Refused } from '../../core/refusal.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { invitationFees } from './invitation-rewards.projection.js';

const READ_MODELS = ['invitation-rewards', 'reward'];

/** Trading fees of people by UTC date, from the read model that rewards are reckoned from: that has them less what fee vouchers paid back. */
@Injectable()
export class PaidFees implements TradingFees {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
  ) {}

  async paid(date: string, userIds: readonly string[]): Promise<Map<string, string>> {
    for (const name of READ_MODELS)
      if (!(await this.projections.upToDate(name, 'real')))
        throw new Refused(`fees of ${date}`, refuse('request.unavailable'));
    const { rows } = await this.pool.query<{ user_id: string; fees: string }>(
      `SELECT f.user_id, trim_scale(f.fees + coalesce(b.usdt, 0))::text AS fees FROM ${invitationFees.name} f
         LEFT JOIN fees_paid_back b ON b.realm = f.realm AND b.user_id = f.user_id AND b.date = f.date
        WHERE f.realm = 'real' AND f.date = $1 AND f.user_id = ANY ($2) AND f.fees + coalesce(b.usdt, 0) > 0`,
      [date, userIds],
    );
    return new Map(rows.map(({ user_id, fees }) => [user_id, fees]));
  }
}
