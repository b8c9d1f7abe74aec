import type { Pool } from 'pg';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { StaffFactorView, StaffRecoveryView } from '../../contracts/staff.contract.js';
import type { PolicySource } from '../core/policy.js';
import { refuse, type Refusal } from '../core/refusal.js';
import type { StaffSession } from '../edge/http/sessions.js';
import { hashed, type StaffAccounts } from './staff-accounts.js';
import type { StaffFactors } from './staff-factors.js';
import type { StaffService } from './staff.service.js';
import type { StaffSessions } from './staff-sessions.js';

interface Proof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
}

/** What a member of the staff does with his own account. Events are durable before the change is. */
export class StaffSelf {
  constructor(
    private readonly parts: {
      readonly pool: Pool;
      readonly accounts: StaffAccounts;
      readonly factors: StaffFactors;
      readonly sessions: StaffSessions;
      readonly staff: StaffService;
      readonly policies: PolicySource<KnownPolicies>;
    },
  ) {}

  async changePassword(
    session: StaffSession,
    { newPassword, ...proof }: Proof & { newPassword: string },
    address: string,
  ): Promise<null | Refusal> {
    const problem = this.passwordProblem(session, proof.password ?? '', newPassword);
    if (problem !== undefined) return problem;
    const refusal = await this.refusal(session, proof, address);
    if (refusal !== undefined) return refusal;
    const { staffId } = session;
    const passwordHash = await this.parts.accounts.inTurn(staffId, () => hashed(newPassword));
    await this.parts.staff.changed('StaffPasswordChanged', { staffId, by: staffId });
    await this.parts.pool.query(
      'UPDATE staff_accounts SET password_hash = $2, password_own = true WHERE staff_id = $1',
      [staffId, passwordHash],
    );
    await this.parts.sessions.endAll(staffId, session.id);
    return null;
  }

  /** Who has an authenticator already shows a code of it before he gets another. */
  async beginFactor(session: StaffSession, proof: Proof, address: string): Promise<StaffFactorView | Refusal> {
    if (session.setup === 'password') return refuse('staff.setup-needed', { step: session.setup });
    const refusal = session.setup === null ? await this.refusal(session, proof, address) : undefined;
    return refusal ?? this.parts.factors.begin(session.staffId, session.name);
  }

  /** From now on nobody gets in without the authenticator; sessions that never showed a code are over. */
  async confirmFactor(session: StaffSession, code: string): Promise<StaffRecoveryView | Refusal> {
    const { staffId } = session;
    const step = await this.parts.factors.pendingStep(staffId, code.replace(/\s/g, ''));
    if (step === undefined) return refuse('staff.code-wrong');
    await this.parts.staff.changed('StaffFactorBound', { staffId, by: staffId });
    const codes = await this.parts.factors.bind(staffId, step);
    if (codes === undefined) return refuse('staff.code-wrong');
    await this.parts.sessions.endAll(staffId, session.id);
    return { codes };
  }

  async renewRecovery(session: StaffSession, proof: Proof, address: string): Promise<StaffRecoveryView | Refusal> {
    const refusal = await this.refusal(session, proof, address);
    if (refusal !== undefined) return refusal;
    const { staffId } = session;
    await this.parts.staff.changed('StaffRecoveryRenewed', { staffId, by: staffId });
    return { codes: await this.parts.factors.renewRecovery(staffId) };
  }

  /** Asked as at the log-in, and counted with it: a session that was left open buys no more guesses. */
  private async refusal(session: StaffSession, proof: Proof, address: string): Promise<Refusal | undefined> {
    const found = await this.parts.accounts.check(
      { name: session.name, password: proof.password ?? '', code: proof.code, proven: session.setup === 'password' },
      address,
    );
    return 'refusal' in found ? found.refusal : undefined;
  }

  private passwordProblem({ name }: StaffSession, password: string, next: string): Refusal | undefined {
    const { name: policy, version, values } = this.parts.policies.inForce('staff.login');
    const least = values.passwordLengthMin;
    if ([...next].length < least) return refuse('staff.password-short', { least, policy, version });
    if (next === password) return refuse('staff.password-same');
    const plain = next.toLowerCase();
    const guessable = plain.includes(name.toLowerCase()) || new Set(plain).size < DISTINCT_MIN;
    return guessable ? refuse('staff.password-guessable') : undefined;
  }
}

/** A long row of few characters is short for who guesses. */
const DISTINCT_MIN = 5;
