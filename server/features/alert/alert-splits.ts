import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { PriceLevels } from '../../core/ports/price-levels.js';
import { refuse, Refused } from '../../core/refusal.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { SplitAlert } from './alert.commands.js';
import { AlertWatcher } from './alert.watcher.js';
import { alerts } from './alerts.projection.js';

/** Divides the levels of alerts when their instrument is split. */
@Injectable()
export class AlertSplits implements PriceLevels {
  constructor(
    private readonly pool: Pool,
    private readonly commands: Commands,
    private readonly watcher: AlertWatcher,
    private readonly projections: ProjectionRunner,
    private readonly clock: Clock,
  ) {}

  async split(realm: TradingRealm, { symbol, ...split }: Parameters<PriceLevels['split']>[1]): Promise<void> {
    if (!(await this.projections.upToDate('alerts', realm)))
      throw new Refused(`alerts of ${symbol}`, refuse('request.unavailable'));
    // What was reached before is told first: once a level is divided, prices of before no longer compare with it.
    await this.watcher.lookBefore(realm, symbol, split.effectiveAt);
    const { rows } = await this.pool.query<{ userId: string; alertId: string }>(
      `SELECT user_id AS "userId", alert_id AS "alertId" FROM ${alerts.name}
        WHERE realm = $1 AND symbol = $2 AND status IN ('active', 'paused')`,
      [realm, symbol],
    );
    const { newShares, oldShares, tickSize, effectiveAt } = split;
    for (const { userId, alertId } of rows) {
      const context = { realm, at: this.clock.now(), actor: 'system:corporate-actions' };
      const standing = this.watcher.standing(realm, symbol, alertId);
      const data = { userId, alertId, newShares, oldShares, tickSize, effectiveAt, standing };
      const result = await this.commands.execute(new SplitAlert(context, data));
      if (!result.ok) throw new Refused(SplitAlert.type, result.refusal);
    }
  }
}
