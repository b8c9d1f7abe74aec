import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { AppliedPolicy } from '../core/policy.js';
import { PolicySource } from '../core/ports/policy-source.js';
import type { RiskFigures, RiskSignal, RiskSignals } from '../core/ports/risk-signals.js';
import { riskSignals, type PersonFigures } from './risk-signals.rules.js';

/** Changes of a person's security factors. */
const FACTOR_CHANGES = [
  'LoginPasswordChanged',
  'AuthenticatorBound',
  'AuthenticatorUnbound',
  'AuthenticatorRemoved',
  'RecoveryCodesRenewed',
  'TradePasswordSet',
  'SecurityQuestionsSet',
  'ContactChanged',
];

/** Reads the person's state at the request, and applies the published rules. */
@Injectable()
export class RiskSignalsReader implements RiskSignals {
  constructor(
    private readonly pool: Pool,
    private readonly policies: PolicySource<KnownPolicies>,
  ) {}

  async of(figures: RiskFigures): Promise<readonly RiskSignal[]> {
    const rules = this.policies.inForce('review.signals').values;
    return riskSignals(await this.person(figures), figures, rules);
  }

  rules(): AppliedPolicy {
    const { name, version, values } = this.policies.inForce('review.signals');
    return { name, version, inputs: { ...values } };
  }

  private async person({ userId, at }: RiskFigures): Promise<PersonFigures> {
    const { rows } = await this.pool.query<PersonFigures>(PERSON, [
      ...[userId, at, `account-${userId}`, `security-${userId}`],
      FACTOR_CHANGES,
    ]);
    return rows[0] ?? { openedAt: null, newestDeviceAt: null, devices: 0, factorAt: null };
  }
}

const PERSON = `SELECT
  (SELECT opened_at FROM users WHERE realm = 'real' AND user_id = $1) AS "openedAt",
  (SELECT CASE WHEN count(*) > 1 THEN max(first_at) END FROM known_devices WHERE user_id = $1 AND first_at <= $2)
    AS "newestDeviceAt",
  (SELECT count(*)::int FROM known_devices WHERE user_id = $1 AND first_at <= $2) AS devices,
  (SELECT max(at) FROM events WHERE realm = 'real' AND stream IN ($3, $4) AND type = ANY ($5) AND at <= $2) AS "factorAt"`;
