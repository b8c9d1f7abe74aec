import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ServerConfig } from '../../config/config.js';
import { INVITATION_LEVELS, type PromotionView } from '../../../contracts/invitation.contract.js';
import type { Invitations } from '../../core/ports/invitations.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { normalCode } from './invitation.rules.js';

/** Codes and who came by them, from the registrations. */
@Injectable()
export class InvitationQuery implements Invitations {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly config: ServerConfig,
  ) {}

  async inviterOf(code: string): Promise<string | undefined> {
    // Who registers by a code that was shown a moment ago must not hear that there is none.
    await this.projections.upToDate('invitations', 'real');
    const { rows } = await this.pool.query<{ user_id: string }>(
      // An erased person's invitation is void.
      `SELECT i.user_id FROM invitations i LEFT JOIN users u ON u.realm = i.realm AND u.user_id = i.user_id
        WHERE i.realm = 'real' AND i.code = $1 AND u.status IS DISTINCT FROM 'erased' ORDER BY i.opened_at LIMIT 1`,
      [normalCode(code)],
    );
    return rows[0]?.user_id;
  }

  async promotion(userId: string): Promise<PromotionView | Refusal> {
    await this.projections.upToDate('invitations', 'real');
    const own = await this.pool.query<{ code: string; was_invited: boolean }>(
      `SELECT code, invited_by IS NOT NULL AS was_invited FROM invitations WHERE realm = 'real' AND user_id = $1`,
      [userId],
    );
    const mine = own.rows[0];
    if (mine === undefined) return refuse('request.unavailable');
    const { rows } = await this.pool.query<{ level: number; count: number }>(LEVELS, [userId]);
    const counts = new Map(rows.map(({ level, count }) => [level, count]));
    const path = `/register?code=${mine.code}`;
    return {
      code: mine.code,
      link: `${this.config.publicUrl ?? ''}${path}`,
      wasInvited: mine.was_invited,
      levels: INVITATION_LEVELS.map((level) => ({ level, count: counts.get(level) ?? 0, profit: '0' })),
      rewardsPaid: false,
    };
  }
}

/** Invitations cannot form a circle, so the walk down ends. */
const LEVELS = `WITH RECURSIVE below (user_id, level) AS (
    SELECT user_id, 1 FROM invitations WHERE realm = 'real' AND invited_by = $1
    UNION ALL SELECT i.user_id, b.level + 1 FROM below b
      JOIN invitations i ON i.realm = 'real' AND i.invited_by = b.user_id WHERE b.level < ${INVITATION_LEVELS.length})
  SELECT level, count(*)::bigint AS count FROM below GROUP BY level`;
