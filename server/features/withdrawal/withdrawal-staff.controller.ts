import { Controller } from '@nestjs/common';
import { Pool } from 'pg';
import { staffWithdrawalPause } from '../../../contracts/withdrawal.staff.calls.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { WithdrawalPauseView } from '../../../contracts/withdrawal.staff.contract.js';
import { Handle } from '../../edge/http/call.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';

/** Whether withdrawals are paused, for the console. They are decided in the review room. */
@Controller()
export class WithdrawalStaffController {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
  ) {}

  @Handle(staffWithdrawalPause)
  async pause(): Promise<WithdrawalPauseView> {
    await Promise.all([
      this.projections.upToDate('policy', 'house', 1_000),
      this.projections.upToDate('withdrawals', 'real', 1_000),
    ]);
    const { rows } = await this.pool.query<Row>(PAUSE);
    const [row] = rows;
    if (row === undefined) throw new Error('withdrawal.pause was never published');
    const { version, since, proposedByName, approvedByName, reason, held, riskAccounts } = row;
    const { paused, reason: publicReason = 'none' } = givenOf(row.given);
    return {
      paused,
      publicReason,
      version,
      since,
      proposedByName,
      approvedByName,
      reason,
      held,
      riskAccounts,
      waiting:
        row.waitingGiven === null
          ? null
          : {
              paused: givenOf(row.waitingGiven).paused,
              proposedByName: row.waitingByName ?? '',
              proposedAt: row.waitingAt ?? 0,
              reason: row.waitingReason ?? '',
            },
    };
  }
}

interface Row extends Omit<WithdrawalPauseView, 'paused' | 'publicReason' | 'waiting'> {
  given: string;
  waitingGiven: string | null;
  waitingByName: string | null;
  waitingAt: number | null;
  waitingReason: string | null;
}

type Given = KnownPolicies['withdrawal.pause'];
const givenOf = (given: string): Given => JSON.parse(given) as Given;
const nameOf = (column: string): string =>
  `coalesce((SELECT a.name FROM staff_accounts a WHERE a.staff_id = ${column}), '')`;

const PAUSE = `SELECT v.given, v.version, v.published_at AS since, v.reason, ${nameOf('v.proposed_by')} AS "proposedByName",
    ${nameOf('v.approved_by')} AS "approvedByName", p.given AS "waitingGiven", p.proposed_at AS "waitingAt",
    p.reason AS "waitingReason", ${nameOf('p.proposed_by')} AS "waitingByName",
    (SELECT count(*)::int FROM withdrawals w WHERE w.status IN ('approved', 'sent') AND w.status = 'approved') AS held,
    (SELECT count(*)::int FROM staff_accounts a WHERE 'risk' = ANY (a.roles) AND a.disabled_at IS NULL) AS "riskAccounts"
  FROM policy_versions v LEFT JOIN policy_proposals p ON p.name = v.name AND p.state IN ('waiting', 'scheduled')
  WHERE v.name = 'withdrawal.pause' ORDER BY v.version DESC LIMIT 1`;
