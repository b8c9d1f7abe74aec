import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ActionView } from '../../../contracts/corporate-action.contract.js';
import type { DueDividend, DueDividends } from '../../core/ports/due-dividends.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { MarketService } from '../runtime/market.service.js';
import { corporateActions, type CorporateActionRow } from './corporate-action.projection.js';

const SHOWN_MAX = 100;

/** What was announced for an instrument. */
@Injectable()
export class CorporateActionQuery implements DueDividends {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly markets: MarketService,
  ) {}

  async announced(): Promise<readonly DueDividend[] | Refusal> {
    if (!(await this.isUpToDate())) return refuse('request.unavailable');
    const { rows } = await this.pool.query<CorporateActionRow>({
      name: 'corporate-actions-dividends',
      text: `SELECT ${corporateActions.selected} FROM corporate_actions
        WHERE status = 'announced' AND kind = 'dividend' ORDER BY due_at, position`,
    });
    return rows;
  }

  async announcedOf(symbol: string): Promise<ActionView[] | Refusal> {
    if (!this.markets.open.market.has(symbol)) return refuse('market.symbol-unknown', { symbol });
    if (!(await this.isUpToDate())) return refuse('request.unavailable');
    const { rows } = await this.pool.query<CorporateActionRow>({
      name: 'corporate-actions-announced',
      text: `SELECT ${corporateActions.selected} FROM corporate_actions
        WHERE symbol = $1 AND announced_at > 0 ORDER BY due_at DESC, position DESC LIMIT ${SHOWN_MAX}`,
      values: [symbol],
    });
    return rows.map(({ actionId, kind, date, dueAt, session, perShare, newShares, oldShares, status, announcedAt }) => {
      const ratio = { newShares: newShares || null, oldShares: oldShares || null };
      const terms = { symbol, kind, date, dueAt, session: session || null, perShare: perShare || null, ...ratio };
      return { actionId, ...terms, status, announcedAt };
    });
  }

  private isUpToDate(): Promise<boolean> {
    return this.projections.upToDate('corporate-actions', 'house');
  }
}
