import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { lendMylistQuery, LoanView } from '../../../contracts/loan.contract.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { pageOf } from '../../engine/projections/cursor.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { LOAN_REFERENCE_SQL } from './loan-payment.rules.js';
import type { LoanRequested } from './loan.events.js';
import { loans, type LoanRow } from './loan.projection.js';

interface OwedByReference {
  readonly reference: string;
  readonly userId: string;
  readonly ownerId: string;
  readonly loanId: string;
}

interface Reader {
  readonly realm: string;
  readonly ownerId: string;
}

/** An owner's loans: realm and owner come from the session and stand in every query. */
@Injectable()
export class LoanQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
  ) {}

  /** A demo account has no loans, so there is nothing to wait for. */
  async isUpToDate(realm: string): Promise<boolean> {
    return realm !== 'real' || (await this.projections.upToDate('loans', realm));
  }

  /** One page of an owner's loans, the newest first. */
  async page({ realm, ownerId }: Reader, input: z.output<typeof lendMylistQuery>) {
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    const rows = ([position]: readonly number[], count: number) =>
      this.pool.query<LoanRow>({
        name: 'loans',
        text: `SELECT ${loans.selected} FROM loans WHERE realm = $1 AND owner_id = $2 AND position < $3
                 AND ($4::text IS NULL OR status = $4) ORDER BY position DESC LIMIT $5`,
        values: [realm, ownerId, position, input.status ?? null, count],
      });
    const page = await pageOf(input, ['position'], rows, (row) => row);
    return 'items' in page ? { ...page, items: page.items.map(viewOfRow) } : page;
  }

  /** `undefined` where it is not this owner's. */
  async row({ realm, ownerId }: Reader, loanId: string): Promise<LoanRow | undefined> {
    const { rows } = await this.pool.query<LoanRow>(
      `SELECT ${loans.selected} FROM loans WHERE realm = $1 AND loan_id = $2 AND owner_id = $3`,
      [realm, loanId, ownerId],
    );
    return rows[0];
  }

  /** Loans that are owed, by the references of their payments. */
  async owedBy(references: readonly string[]) {
    const { rows } = await this.pool.query<OwedByReference>(
      `SELECT ${LOAN_REFERENCE_SQL} AS reference, user_id AS "userId", owner_id AS "ownerId", loan_id AS "loanId" FROM loans
        WHERE realm = 'real' AND disbursed_at > 0 AND ended_at = 0 AND ${LOAN_REFERENCE_SQL} = ANY ($1)`,
      [references],
    );
    return rows;
  }

  /** A state of open loans alone cannot tell a loan that is over from one that never was. */
  async overOr(
    reader: Reader,
    loanId: string,
    refusal: Refusal,
    over: 'loan.not-waiting' | 'loan.nothing-owed',
  ): Promise<Refusal> {
    if (refusal.refusal !== 'loan.not-found') return refusal;
    if (!(await this.isUpToDate('real'))) return refuse('request.unavailable');
    return (await this.row(reader, loanId)) === undefined ? refusal : refuse(over, { loanId });
  }

  /** All of a person's loans, the newest first. */
  async ofPerson(userId: string): Promise<LoanRow[]> {
    const { rows } = await this.pool.query<LoanRow>(
      `SELECT ${loans.selected} FROM loans WHERE realm = 'real' AND user_id = $1 ORDER BY position DESC`,
      [userId],
    );
    return rows;
  }
}

export const imagesOf = ({ images }: Pick<LoanRow, 'images'>): LoanRequested['images'] =>
  JSON.parse(images) as LoanRequested['images'];

export function viewOfRow(row: LoanRow): LoanView {
  return {
    loanId: row.loanId,
    status: row.status,
    amount: row.principal,
    periodDays: row.periodDays,
    dailyRate: row.dailyRate,
    freeDays: row.freeDays,
    lateRate: row.lateRate,
    timeZone: row.timeZone,
    setOffDays: row.setOffDays,
    writeOffDays: row.writeOffDays,
    version: row.policyVersion,
    requestedAt: row.requestedAt,
    disbursedAt: row.disbursedAt || null,
    date: row.date || null,
    dueDate: row.dueDate || null,
    setOff: row.setOff,
    rejectedFor: row.rejectedFor === '' ? [] : row.rejectedFor.split(','),
    endedAt: row.endedAt || null,
    interest: row.interest,
    lateFee: row.lateFee,
    paidBy: row.paidBy || null,
    writtenOff: row.writtenOff,
    images: imagesOf(row).map((one) => ({ ...one })),
  };
}
