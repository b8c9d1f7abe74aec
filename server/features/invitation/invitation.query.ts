import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import {
  INVITATION_LEVELS,
  type exportInvitationRewardsQuery,
  type getInvitationRewardsQuery,
  type InvitationLevel,
  type InvitationReward,
  type InvitationTerms,
  type PromotionView,
} from '../../../contracts/invitation.contract.js';
import { sharesOf } from '../../../shared/invitation.js';
import { amount, format, ZERO } from '../../../shared/money.js';
import { ServerConfig } from '../../config/config.js';
import { Clock } from '../../core/clock.js';
import type { Invitations } from '../../core/ports/invitations.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { fieldsOf, type CsvColumns } from '../../edge/http/csv.js';
import { listFile } from '../../edge/work/file-writing.js';
import { upcast } from '../../engine/history/event-types.js';
import { pageOf } from '../../engine/projections/cursor.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import type { InvitationRewardHeld } from './invitation.events.js';
import { InvitationDates } from './invitation.fees.js';
import { invitationRewards, type RewardRow } from './invitation-rewards.projection.js';
import { normalCode, shownMedian } from './invitation.rules.js';

type Filters = z.output<typeof getInvitationRewardsQuery>;

/** Codes and who came by them, from the registrations, and what inviters earned of their fees. */
@Injectable()
export class InvitationQuery implements Invitations {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly config: ServerConfig,
    private readonly dates: InvitationDates,
    private readonly clock: Clock,
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
    if (!(await this.isUpToDate())) return refuse('request.unavailable');
    const own = await this.pool.query<{ code: string; was_invited: boolean }>(
      `SELECT code, invited_by IS NOT NULL AS was_invited FROM invitations WHERE realm = 'real' AND user_id = $1`,
      [userId],
    );
    const mine = own.rows[0];
    if (mine === undefined) return refuse('request.unavailable');
    const [terms, levels] = await Promise.all([this.terms(), this.pool.query<LevelRow>(LEVELS, [userId])]);
    const byLevel = new Map(levels.rows.map((row) => [row.level, row]));
    const path = `/register?code=${mine.code}`;
    return {
      code: mine.code,
      link: `${this.config.publicUrl ?? ''}${path}`,
      wasInvited: mine.was_invited,
      levels: terms.shares.map(({ level, share }) => {
        const { count = 0, paid: profit = '0', held = '0' } = byLevel.get(level) ?? {};
        return { level, count, share, profit, held };
      }),
      terms,
    };
  }

  /** What an inviter and those above earn, as a visitor may read it before registering. */
  async terms(): Promise<InvitationTerms> {
    const { policy, most } = this.dates.sharesAt(this.clock.now());
    const shares = sharesOf(policy.values, amount(most));
    const { rows } = await this.pool.query<{ inviters: number; median: string | null }>(MEDIAN);
    const { inviters = 0, median = null } = rows[0] ?? {};
    return {
      shares: INVITATION_LEVELS.map((level) => ({ level, share: format(shares[level - 1] ?? ZERO) })),
      version: policy.version,
      inviters,
      medianUsdt: shownMedian(inviters, median),
    };
  }

  isUpToDate(): Promise<boolean> {
    return this.projections.upToDate('invitation-rewards', 'real');
  }

  async rewards(userId: string, input: Filters) {
    if (!(await this.isUpToDate())) return refuse('request.unavailable');
    return rewardPage(this.pool, userId, input);
  }

  /** A reward that was held, decided or not; `undefined` where there is none. */
  async held(userId: string, requestId: string): Promise<{ data: InvitationRewardHeld; at: number } | undefined> {
    const { rows } = await this.pool.query<{ schema: number; data: string; at: number }>(
      `SELECT e.schema, e.data, e.at FROM events e
        WHERE e.realm = 'real' AND e.stream = $1 AND e.type = 'InvitationRewardHeld'`,
      [`invitation-${userId}.1`],
    );
    return rows
      .map(({ schema, data, at }) => ({
        data: upcast('InvitationRewardHeld', schema, JSON.parse(data)).data as InvitationRewardHeld,
        at,
      }))
      .find(({ data }) => data.requestId === requestId);
  }

  async heldCount(userId: string): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM invitation_rewards WHERE realm = 'real' AND user_id = $1 AND status = 'held'`,
      [userId],
    );
    return rows[0]?.n ?? 0;
  }

  /** All of a person's rewards, for the export of personal data. */
  async export(userId: string): Promise<InvitationReward[]> {
    const { rows } = await this.pool.query<RewardRow>(
      `SELECT ${invitationRewards.selected} FROM invitation_rewards WHERE realm = 'real' AND user_id = $1
        ORDER BY position`,
      [userId],
    );
    return rows.map(viewOf);
  }
}

interface LevelRow {
  readonly level: InvitationLevel;
  readonly count: number;
  readonly paid: string;
  readonly held: string;
}

/** Invitations cannot form a circle, so the walk down ends. */
const LEVELS = `WITH RECURSIVE below (user_id, level) AS (
    SELECT user_id, 1 FROM invitations WHERE realm = 'real' AND invited_by = $1
    UNION ALL SELECT i.user_id, b.level + 1 FROM below b
      JOIN invitations i ON i.realm = 'real' AND i.invited_by = b.user_id WHERE b.level < ${INVITATION_LEVELS.length})
  SELECT l.level, (SELECT count(*) FROM below b WHERE b.level = l.level)::bigint AS count,
         trim_scale(coalesce(p.paid_usdt, 0))::text AS paid, trim_scale(coalesce(p.held_usdt, 0))::text AS held
    FROM generate_series(1, ${INVITATION_LEVELS.length}) AS l (level)
    LEFT JOIN invitation_profits p ON p.realm = 'real' AND p.user_id = $1 AND p.level = l.level`;

/** Everybody whose invitation was used counts, also those who earned nothing. */
const MEDIAN = `SELECT count(*)::int AS inviters,
    trim_scale(percentile_disc(0.5) WITHIN GROUP (ORDER BY earned))::text AS median
  FROM (SELECT i.invited_by, coalesce(sum(p.paid), 0) AS earned
          FROM (SELECT DISTINCT invited_by FROM invitations WHERE realm = 'real' AND invited_by IS NOT NULL) i
          LEFT JOIN (SELECT user_id, sum(paid_usdt) AS paid FROM invitation_profits WHERE realm = 'real'
                      GROUP BY user_id) p ON p.user_id = i.invited_by GROUP BY i.invited_by) each_inviter`;

const NEWEST = Number.MAX_SAFE_INTEGER;

/** One page of an inviter's rewards, the newest first. */
async function rewardPage(pool: Pool, userId: string, input: Filters) {
  const { status, from, to } = input;
  const rows = ([position]: readonly number[], count: number) =>
    pool.query<RewardRow>({
      name: 'invitation-rewards',
      text: `SELECT ${invitationRewards.selected} FROM invitation_rewards
             WHERE realm = 'real' AND user_id = $1 AND position < $2 AND ($3::text IS NULL OR status = $3)
               AND at BETWEEN $4::bigint AND $5::bigint
             ORDER BY position DESC LIMIT $6`,
      values: [userId, position, status ?? null, from ?? 0, to ?? NEWEST, count],
    });
  const page = await pageOf(input, ['position'], rows, (row) => row);
  return 'items' in page ? { ...page, items: page.items.map(viewOf) } : page;
}

function viewOf({ date, status, rewardUsdt, levels, policyVersion, at, endedAt }: RewardRow): InvitationReward {
  return {
    date,
    status,
    reward: rewardUsdt,
    levels: JSON.parse(levels) as InvitationReward['levels'],
    version: policyVersion,
    at,
    endedAt: endedAt || null,
  };
}

type OfLevel = 'fees' | 'share' | 'reward';

/** A level without anyone who paid has no share in the event: its cell is empty. */
const ofLevel = (level: InvitationLevel, field: OfLevel) => (reward: InvitationReward) =>
  reward.levels.find((one) => one.level === level)?.[field] ?? (field === 'share' ? '' : '0');
/** Fees x share, rounded down at the eighth decimal, is the reward: a reader can compute it again. */
const columnsOf = (level: InvitationLevel): CsvColumns<InvitationReward> => ({
  [`level${level}Fees`]: ofLevel(level, 'fees'),
  [`level${level}Share`]: ofLevel(level, 'share'),
  [`level${level}`]: ofLevel(level, 'reward'),
});

const COLUMNS: CsvColumns<InvitationReward> = {
  ...fieldsOf('date', 'status', 'reward'),
  ...Object.assign({}, ...INVITATION_LEVELS.map(columnsOf)),
  ...fieldsOf('version', 'at', 'endedAt'),
};

interface Job {
  readonly userId: string;
  readonly filters: z.output<typeof exportInvitationRewardsQuery> & object;
}

export const INVITATION_FILE = listFile<Job, InvitationReward>(
  import.meta.url,
  'INVITATION_FILE',
  COLUMNS,
  ({ pool }, { userId }, query) => rewardPage(pool, userId, query),
);
