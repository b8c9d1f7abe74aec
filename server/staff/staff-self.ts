import { Injectable } from '@nestjs/common';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { StaffFactorView, StaffRecoveryView } from '../../contracts/staff.contract.js';
import type { Cause } from '../core/event.js';
import { PolicySource } from '../core/ports/policy-source.js';
import { refuse, type Refusal } from '../core/refusal.js';
import { storedDigest } from '../core/stored-digest.js';
import type { StaffSession } from '../edge/http/sessions.js';
import { hashed, StaffAccounts } from './staff-accounts.js';
import { freshCodes, StaffFactors } from './staff-factors.js';
import { StaffChanges } from './staff-changes.js';
import { StaffRecord } from './staff-record.js';
import { StaffSessions } from './staff-sessions.js';

interface Proof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
}

/** A member's calls for their own account. */
@Injectable()
export class StaffSelf {
  constructor(
    private readonly changes: StaffChanges,
    private readonly accounts: StaffAccounts,
    private readonly factors: StaffFactors,
    private readonly sessions: StaffSessions,
    private readonly record: StaffRecord,
    private readonly policies: PolicySource<KnownPolicies>,
  ) {}

  async changePassword(
    session: StaffSession,
    { newPassword, ...proof }: Proof & { newPassword: string },
    address: string,
    cause?: Cause,
  ): Promise<null | Refusal> {
    const problem = this.passwordProblem(session, proof.password ?? '', newPassword);
    if (problem !== undefined) return problem;
    const refusal = await this.refusal(session, proof, address, cause);
    if (refusal !== undefined) return refusal;
    const { staffId } = session;
    await this.accounts.inTurn(staffId, () => this.setPassword(staffId, newPassword, cause));
    await this.sessions.endAll(staffId, session.id);
    return null;
  }

  private async setPassword(staffId: string, password: string, cause?: Cause): Promise<void> {
    const { changes, record } = this;
    const passwordHash = await hashed(password);
    const passwordDigest = storedDigest(staffId, passwordHash);
    const becomes = { password_hash: passwordHash, password_own: true };
    const changed = () => record.changed('StaffPasswordChanged', { staffId, by: staffId, passwordDigest }, cause);
    await changes.make(staffId, {}, { becomes, record: changed });
  }

  /** Replacing an authenticator needs a code of the old one. */
  async beginFactor(
    session: StaffSession,
    proof: Proof,
    address: string,
    cause?: Cause,
  ): Promise<StaffFactorView | Refusal> {
    if (session.setup === 'password') return refuse('staff.setup-needed', { step: session.setup });
    const refusal = session.setup === null ? await this.refusal(session, proof, address, cause) : undefined;
    return refusal ?? this.factors.begin(session.staffId, session.name);
  }

  /** From now on every log-in needs the authenticator; sessions that never gave a code are over. */
  async confirmFactor(session: StaffSession, code: string, cause?: Cause): Promise<StaffRecoveryView | Refusal> {
    const { staffId } = session;
    const { accounts, factors, sessions } = this;
    const pending = await factors.pending(staffId, code.replace(/\s/g, ''));
    if (pending === undefined) return refuse('staff.code-wrong');
    const fresh = freshCodes();
    if (!(await accounts.inTurn(staffId, () => factors.bind(staffId, pending, fresh, cause))))
      return refuse('staff.code-wrong');
    await sessions.endAll(staffId, session.id);
    return { codes: fresh.codes };
  }

  async renewRecovery(
    session: StaffSession,
    proof: Proof,
    address: string,
    cause?: Cause,
  ): Promise<StaffRecoveryView | Refusal> {
    const refusal = await this.refusal(session, proof, address, cause);
    if (refusal !== undefined) return refusal;
    const { staffId } = session;
    const fresh = freshCodes();
    const { accounts, factors } = this;
    await accounts.inTurn(staffId, () => factors.renewRecovery(staffId, fresh, cause));
    return { codes: fresh.codes };
  }

  /** Checked and counted as at the log-in: an open session gains no more guesses. */
  private async refusal(
    session: StaffSession,
    proof: Proof,
    address: string,
    cause: Cause | undefined,
  ): Promise<Refusal | undefined> {
    const found = await this.accounts.check(
      { name: session.name, password: proof.password ?? '', code: proof.code, proven: session.setup === 'password' },
      address,
      cause,
    );
    return 'refusal' in found ? found.refusal : undefined;
  }

  private passwordProblem({ name }: StaffSession, password: string, next: string): Refusal | undefined {
    const { name: policy, version, values } = this.policies.inForce('staff.login');
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
