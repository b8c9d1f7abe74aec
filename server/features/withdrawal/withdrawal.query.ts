import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { Page } from '../../../contracts/envelope.contract.js';
import type { Language } from '../../../shared/language.js';
import {
  LABEL_OF_WITHDRAWAL,
  WITHDRAWAL_STATUSES,
  type exportWithdrawalsQuery,
  type getWithdrawalsQuery,
  type WithdrawalStep,
  type WithdrawalView,
} from '../../../contracts/withdrawal.contract.js';
import { Vault } from '../../core/ports/vault.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { Messages } from '../../edge/http/messages.js';
import { pageOf } from '../../engine/projections/cursor.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { payeeView } from './withdrawal.payee.js';
import { withdrawals, type WithdrawalRow } from './withdrawals.projection.js';

const NEWEST = Number.MAX_SAFE_INTEGER;

type Filters = Omit<z.output<typeof exportWithdrawalsQuery>, 'token' | 'lang' | 'requestToken'>;
type PageOf = Pick<z.output<typeof getWithdrawalsQuery>, 'cursor' | 'limit'>;

/** A person's withdrawals. Whose they are comes from the session and stands in every query. */
@Injectable()
export class WithdrawalQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly vault: Vault,
    private readonly texts: Messages,
  ) {}

  async one(lang: Language, userId: string, withdrawalId: string, after?: number): Promise<WithdrawalView | Refusal> {
    if (!(await this.isUpToDate(after))) return refuse('request.unavailable');
    const row = await this.row(withdrawalId);
    if (row === undefined || row.userId !== userId) return refuse('withdrawal.not-found');
    return this.view(lang, row, await this.steps([row.withdrawalId]));
  }

  /** Newest first. */
  async list(lang: Language, userId: string, input: Filters & PageOf): Promise<Page<WithdrawalView> | Refusal> {
    if (!(await this.isUpToDate())) return refuse('request.unavailable');
    const page = await withdrawalPage(this.pool, userId, input);
    if (isRefusal(page)) return page;
    const steps = await this.steps(page.items.map(({ withdrawalId }) => withdrawalId));
    return { ...page, items: await Promise.all(page.items.map((row) => this.view(lang, row, steps))) };
  }

  async row(withdrawalId: string): Promise<WithdrawalRow | undefined> {
    const { rows } = await this.pool.query<WithdrawalRow>(
      `SELECT ${withdrawals.selected} FROM withdrawals WHERE withdrawal_id = $1`,
      [withdrawalId],
    );
    return rows[0];
  }

  /** What waits to be paid, the oldest first. A frozen account's waits until it is thawed, unless its payout had begun. */
  async payable(after: number, limit: number): Promise<WithdrawalRow[]> {
    const { rows } = await this.pool.query<WithdrawalRow>(
      `SELECT ${withdrawals.selected} FROM withdrawals w WHERE status IN ('approved', 'sent') AND status = 'approved' AND position > $1
          AND (NOT EXISTS (SELECT FROM users u WHERE realm = 'real' AND u.user_id = w.user_id AND u.status = 'frozen')
            OR EXISTS (SELECT FROM events WHERE realm = 'real' AND stream = 'withdrawal-' || withdrawal_id
                 AND type = 'WithdrawalPayoutBegun'))
        ORDER BY position LIMIT $2`,
      [after, limit],
    );
    return rows;
  }

  /** What waits to be known as paid, the oldest first. */
  async sent(after: number, limit: number): Promise<WithdrawalRow[]> {
    const { rows } = await this.pool.query<WithdrawalRow>(
      `SELECT ${withdrawals.selected} FROM withdrawals WHERE status IN ('approved', 'sent') AND status = 'sent' AND position > $1
        ORDER BY position LIMIT $2`,
      [after, limit],
    );
    return rows;
  }

  async byHash(hashes: readonly string[]): Promise<WithdrawalRow[]> {
    const { rows } = await this.pool.query<WithdrawalRow>(
      `SELECT ${withdrawals.selected} FROM withdrawals WHERE hash <> '' AND hash = ANY ($1)`,
      [hashes],
    );
    return rows;
  }

  async openCount(userId: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM withdrawals WHERE user_id = $1 AND status = ANY ($2)',
      [userId, WITHDRAWAL_STATUSES.filter((status) => LABEL_OF_WITHDRAWAL[status] === 'waiting')],
    );
    return rows[0]?.count ?? 0;
  }

  /** All withdrawals of a person, opened, for their own export. */
  async export(userId: string): Promise<WithdrawalView[]> {
    const { rows } = await this.pool.query<WithdrawalRow>(
      `SELECT ${withdrawals.selected} FROM withdrawals WHERE user_id = $1 ORDER BY position`,
      [userId],
    );
    const steps = await this.steps(rows.map(({ withdrawalId }) => withdrawalId));
    return Promise.all(rows.map((row) => this.view('en', row, steps)));
  }

  isUpToDate(after?: number): Promise<boolean> {
    const { projections } = this;
    return projections.waitFor('withdrawals', 'real', after ?? projections.feed('real').position);
  }

  private async steps(ids: readonly string[]): Promise<ReadonlyMap<string, WithdrawalStep[]>> {
    const { rows } = await this.pool.query<WithdrawalStep & { id: string }>(
      `SELECT withdrawal_id AS id, status, at, position FROM withdrawal_steps WHERE withdrawal_id = ANY ($1)
        ORDER BY position`,
      [ids],
    );
    const found = new Map<string, WithdrawalStep[]>();
    for (const { id, ...step } of rows) found.set(id, [...(found.get(id) ?? []), step]);
    return found;
  }

  private async view(
    lang: Language,
    row: WithdrawalRow,
    steps: ReadonlyMap<string, WithdrawalStep[]>,
  ): Promise<WithdrawalView> {
    const { vault, texts } = this;
    const { withdrawalId, userId, kind, currency, feeRate, status, requestedAt, updatedAt, fourEyes, sealedNote } = row;
    const { amount, fee, credited } = row;
    const reasons = row.reasons === '' ? [] : row.reasons.split(',');
    return {
      withdrawalId,
      kind,
      currency,
      feeRate,
      status,
      fourEyes,
      requestedAt,
      updatedAt,
      network: row.network === '' ? null : row.network,
      amount,
      fee,
      credited,
      payee: await payeeView(vault, userId, row.sealedPayee),
      label: LABEL_OF_WITHDRAWAL[status],
      cancellable: status === 'review' || status === 'second-review' || status === 'held',
      hash: row.hash === '' ? null : row.hash,
      reference: row.reference === '' ? null : row.reference,
      reasons: reasons.map((reason) => texts.text(lang, `review:reason.withdrawal-${kind}.${reason}`, {})),
      note: sealedNote === '' ? null : await vault.open(userId, 'review.note', sealedNote),
      policy: { name: 'withdrawal.rules', version: row.policyVersion },
      timeline: steps.get(withdrawalId) ?? [],
    };
  }
}

/** One page of a person's withdrawals, newest first, as the rows have them now. */
export function withdrawalPage(
  pool: Pool,
  userId: string,
  input: Filters & PageOf,
): Promise<Page<WithdrawalRow> | Refusal> {
  const { kind, label, status, currency, network, search, from, to } = input;
  const statuses = WITHDRAWAL_STATUSES.filter(
    (each) => (status ?? each) === each && (label ?? LABEL_OF_WITHDRAWAL[each]) === LABEL_OF_WITHDRAWAL[each],
  );
  const rows = ([position]: readonly number[], count: number) =>
    pool.query<WithdrawalRow>({
      name: 'my-withdrawals',
      text: `SELECT ${withdrawals.selected} FROM withdrawals WHERE user_id = $1 AND position < $2 AND status = ANY ($3)
             AND ($4::text IS NULL OR kind = $4) AND ($5::text IS NULL OR currency = $5)
             AND ($6::text IS NULL OR network = $6) AND requested_at BETWEEN $7::bigint AND $8::bigint
             AND ($9::text IS NULL OR strpos(lower(withdrawal_id || ' ' || hash || ' ' || reference), lower($9)) > 0)
             ORDER BY position DESC LIMIT $10`,
      values: [
        ...[userId, position, statuses, kind ?? null, currency ?? null, network ?? null],
        ...[from ?? 0, to ?? NEWEST, search === undefined || search === '' ? null : search, count],
      ],
    });
  return pageOf(input, ['position'], rows, (row) => row);
}
