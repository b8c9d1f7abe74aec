import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { getSubscriptionsQuery, Subscription } from '../../../contracts/subscription.contract.js';
import { amount, format } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import { pageOf } from '../../engine/projections/cursor.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { newCoins, subscriptions, type NewCoinRow, type SubscriptionRow } from './subscription.projection.js';
import { SHOWN_STATUS } from './subscription.shown.js';

interface Reader {
  readonly realm: string;
  readonly ownerId: string;
}

/** A subscription with what its issue says. */
export type JoinedRow = SubscriptionRow & {
  readonly issue: Pick<NewCoinRow, 'name' | 'status' | 'failure' | 'closesAt' | 'listsAt' | 'lockupDays'>;
};

const NEWEST = Number.MAX_SAFE_INTEGER;
/** Announced issues that the screens show, the latest listing first. */
const SHOWN_MAX = 50;

/** What issues there are, and an owner's subscriptions: realm and owner come from the session and stand in every query. */
@Injectable()
export class SubscriptionQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
  ) {}

  /** A demo account subscribes nothing, so there is nothing to wait for. */
  async isUpToDate(realm = 'real'): Promise<boolean> {
    return realm !== 'real' || (await this.projections.upToDate('subscriptions', realm));
  }

  async waitFor(position: number): Promise<void> {
    await this.projections.waitFor('subscriptions', 'real', position);
  }

  /** Approved issues, open ones and those of before. */
  async announced(): Promise<NewCoinRow[]> {
    const { rows } = await this.pool.query<NewCoinRow>(
      `SELECT ${newCoins.selected} FROM new_coins
        WHERE realm = 'real' AND approved_at > 0 ORDER BY lists_at DESC, position DESC LIMIT ${SHOWN_MAX}`,
    );
    return rows;
  }

  /** The own subscription of each issue, by issue. */
  async ownByIssue({ realm, ownerId }: Reader): Promise<Map<string, string>> {
    const { rows } = await this.pool.query<{ issueId: string; id: string }>(
      `SELECT issue_id AS "issueId", subscription_id AS id FROM subscriptions WHERE realm = $1 AND owner_id = $2`,
      [realm, ownerId],
    );
    return new Map(rows.map(({ issueId, id }) => [issueId, id]));
  }

  async issue(issueId: string): Promise<NewCoinRow | undefined> {
    const { rows } = await this.pool.query<NewCoinRow>(
      `SELECT ${newCoins.selected} FROM new_coins WHERE realm = 'real' AND issue_id = $1`,
      [issueId],
    );
    return rows[0];
  }

  /** `undefined` where it is not this owner's. */
  async row({ realm, ownerId }: Reader, subscriptionId: string): Promise<SubscriptionRow | undefined> {
    const { rows } = await this.pool.query<SubscriptionRow>(
      `SELECT ${subscriptions.selected} FROM subscriptions
        WHERE realm = $1 AND subscription_id = $2 AND owner_id = $3`,
      [realm, subscriptionId, ownerId],
    );
    return rows[0];
  }

  async ofRequest(userId: string, requestId: string): Promise<SubscriptionRow | undefined> {
    const { rows } = await this.pool.query<SubscriptionRow>(
      `SELECT ${subscriptions.selected} FROM subscriptions WHERE realm = 'real' AND user_id = $1 AND request_id = $2`,
      [userId, requestId],
    );
    return rows[0];
  }

  /** The place of a remainder among all of its issue, from 1: larger ones first, then lower ties. */
  async rankOf({ issueId, remainder, tie }: SubscriptionRow): Promise<number | null> {
    if (remainder === null) return null;
    const { rows } = await this.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM subscriptions WHERE realm = 'real' AND issue_id = $1
        AND (remainder > $2::numeric OR (remainder = $2::numeric AND tie COLLATE "C" <= $3))`,
      [issueId, remainder, tie],
    );
    return rows[0]?.n ?? null;
  }

  async page({ realm, ownerId }: Reader, input: z.output<typeof getSubscriptionsQuery>) {
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    const { status, from, to } = input;
    const read = ([position]: readonly number[], count: number) =>
      this.pool.query<SubscriptionRow>({
        name: 'subscriptions',
        text: `SELECT ${subscriptions.selected} FROM subscriptions WHERE realm = $1 AND owner_id = $2 AND position < $3
               AND ($4::text IS NULL OR ${SHOWN_STATUS} = $4) AND subscribed_at BETWEEN $5::bigint AND $6::bigint
               ORDER BY position DESC LIMIT $7`,
        values: [realm, ownerId, position, status ?? null, from ?? 0, to ?? NEWEST, count],
      });
    const page = await pageOf(input, ['position'], read, (row) => row);
    return 'items' in page ? { ...page, items: await this.views(page.items) } : page;
  }

  /** All of a person's, for the export of personal data. */
  async export(userId: string): Promise<Subscription[]> {
    const { rows } = await this.pool.query<SubscriptionRow>(
      `SELECT ${subscriptions.selected} FROM subscriptions WHERE realm = 'real' AND user_id = $1 ORDER BY position`,
      [userId],
    );
    return this.views(rows);
  }

  /** Subscriptions that hold money or coins. */
  async openCount(userId: string): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM subscriptions WHERE realm = 'real' AND user_id = $1
        AND (ended_at = 0 OR (status = 'passed' AND unlocked_at = 0))`,
      [userId],
    );
    return rows[0]?.n ?? 0;
  }

  private async views(rows: readonly SubscriptionRow[]): Promise<Subscription[]> {
    const ids = [...new Set(rows.map(({ issueId }) => issueId))];
    const issues = await this.pool.query<NewCoinRow>(
      `SELECT ${newCoins.selected} FROM new_coins WHERE realm = 'real' AND issue_id = ANY($1)`,
      [ids],
    );
    const byId = new Map(issues.rows.map((issue) => [issue.issueId, issue]));
    return rows.flatMap((row) => {
      const issue = byId.get(row.issueId);
      return issue === undefined ? [] : [viewOf({ ...row, issue })];
    });
  }
}

/** A subscription as its owner sees it. */
export function viewOf({ issue, ...row }: JoinedRow): Subscription {
  const isOpen = row.endedAt === 0;
  const isLocked = row.status === 'passed' && row.unlockedAt === 0;
  const isFailed = isOpen && issue.status === 'failed';
  return {
    subscriptionId: row.subscriptionId,
    issueId: row.issueId,
    coin: row.coin,
    name: issue.name,
    status: isFailed ? 'issue-failed' : row.status,
    coins: row.coins,
    currency: 'USDT',
    issuePrice: row.issuePrice,
    margin: row.margin,
    fee: row.fee,
    onHold: isOpen ? format(amount(row.margin) + amount(row.fee)) : '0',
    coinsOnHold: isLocked ? (row.passed ?? 0) : 0,
    passed: row.passed,
    passedUsdt: row.passedUsdt,
    feePaid: row.feePaid,
    refunded: row.refunded,
    checked: row.checked,
    reasons: row.reasons === '' ? [] : row.reasons.split(','),
    failure: issue.failure || null,
    subscribedAt: row.subscribedAt,
    closesAt: issue.closesAt,
    listsAt: issue.listsAt,
    lockupDays: issue.lockupDays,
    unlocksAt: row.unlocksAt || null,
    endedAt: row.endedAt || null,
    version: row.policyVersion,
  };
}
