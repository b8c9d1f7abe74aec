import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { AlertView, AlertsFilter, getAlertsQuery } from '../../../contracts/alert.contract.js';
import type { Page } from '../../../contracts/envelope.contract.js';
import { Vault } from '../../core/ports/vault.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { pageOf } from '../../engine/projections/cursor.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { alerts, type AlertRow } from './alerts.projection.js';

interface Reader {
  readonly realm: string;
  readonly userId: string;
}

const SHOWN: Record<AlertsFilter, string> = {
  active: `status IN ('active', 'paused')`,
  triggered: `times > 0 AND status <> 'removed'`,
  ended: `status = 'ended'`,
};

/** A person's own alerts: the id comes from the session. */
@Injectable()
export class AlertQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly vault: Vault,
  ) {}

  async page(
    { realm, userId }: Reader,
    { show, symbol, ...input }: z.output<typeof getAlertsQuery>,
  ): Promise<Page<AlertView> | Refusal> {
    if (!(await this.projections.upToDate('alerts', realm))) return refuse('request.unavailable');
    const rows = ([position]: readonly number[], count: number) =>
      this.pool.query<AlertRow>({
        name: `alerts-page-${show}`,
        text: `SELECT ${alerts.selected} FROM alerts
          WHERE realm = $1 AND user_id = $2 AND position < $3 AND ($4::text IS NULL OR symbol = $4) AND ${SHOWN[show]}
          ORDER BY position DESC LIMIT $5`,
        values: [realm, userId, position, symbol ?? null, count],
      });
    const page = await pageOf(input, ['position'], rows, (row) => row);
    if (isRefusal(page)) return page;
    const items = await Promise.all(page.items.map((row) => this.view(row)));
    return { items, nextCursor: page.nextCursor };
  }

  /** All of a person's alerts, with their notes. */
  async export(userId: string): Promise<AlertView[]> {
    const { rows } = await this.pool.query<AlertRow>(
      `SELECT ${alerts.selected} FROM alerts WHERE realm = 'real' AND user_id = $1 ORDER BY position`,
      [userId],
    );
    return Promise.all(rows.map((row) => this.view(row)));
  }

  private async view(row: AlertRow): Promise<AlertView> {
    const { alertId, symbol, kind, level, repeat, pauseMinutes, endsAt, email, status, createdAt, times } = row;
    const note = row.sealedNote === '' ? null : await this.vault.open(row.userId, 'alert.note', row.sealedNote);
    const terms = { alertId, symbol, kind, level, repeat, pauseMinutes, endsAt, email, note };
    const reachedAt = row.reachedAt === 0 ? null : row.reachedAt;
    const reachedPrice = row.reachedPrice === '' ? null : row.reachedPrice;
    return { ...terms, status, createdAt, times, reachedAt, reachedPrice };
  }
}
