import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { StaffFactorView } from '../../contracts/staff.contract.js';
import { Clock } from '../core/clock.js';
import type { Cause } from '../core/event.js';
import type { Sealed } from '../core/person.js';
import { Vault } from '../core/ports/vault.js';
import { PolicySource } from '../core/ports/policy-source.js';
import { refuse, type Refusal } from '../core/refusal.js';
import { storedDigest } from '../core/stored-digest.js';
import { hashesOf, indexOfCode, newRecoveryCodes } from '../edge/auth/recovery-codes.js';
import { newTotpSecret, otpauthUri, stepOfCode } from '../edge/auth/totp.js';
import { secondsToNextStep } from '../edge/auth/totp-steps.rules.js';
import { StaffChanges } from './staff-changes.js';
import { StaffRecord } from './staff-record.js';

const ISSUER = 'Glassbook staff';
const RECOVERY_CODES = 10;
const SIX_DIGITS = /^\d{6}$/;

interface Kept {
  totp_secret: Sealed | null;
  totp_step: number;
  recovery_hashes: string;
}

/** A secret that was begun with, and the step of a right code of it. */
interface Pending {
  readonly step: number;
  readonly sealed: Sealed;
}

/** Recovery codes to write down, and what is stored of them. */
interface FreshCodes {
  readonly codes: string[];
  readonly hashes: string;
}

export function freshCodes(): FreshCodes {
  const codes = newRecoveryCodes(RECOVERY_CODES);
  return { codes, hashes: hashesOf(codes) };
}

/** What was spent: a code of the authenticator, or a recovery code and how many are left. */
export type Spent = { readonly by: 'app' } | { readonly by: 'recovery'; readonly left: number };

/** Authenticators of the staff. Secrets are sealed for the house and bound to their account; a code works once. */
@Injectable()
export class StaffFactors {
  constructor(
    private readonly pool: Pool,
    private readonly changes: StaffChanges,
    private readonly record: StaffRecord,
    private readonly vault: Vault,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
  ) {}

  /** A secret to scan. It is in force when a code of it has come back. */
  async begin(staffId: string, name: string): Promise<StaffFactorView> {
    const secret = newTotpSecret();
    await this.pool.query('UPDATE staff_accounts SET totp_pending = $2 WHERE staff_id = $1', [
      staffId,
      this.vault.sealForHouse(contextOf(staffId), secret),
    ]);
    return { secret, uri: otpauthUri(secret, ISSUER, name) };
  }

  /** The step of the code and the sealed secret, when it is one of the secret that was begun with. */
  async pending(staffId: string, code: string): Promise<Pending | undefined> {
    const { rows } = await this.pool.query<{ totp_pending: Sealed | null }>(
      'SELECT totp_pending FROM staff_accounts WHERE staff_id = $1',
      [staffId],
    );
    const sealed = rows[0]?.totp_pending;
    if (sealed == null) return undefined;
    const step = this.stepOf(staffId, sealed, code);
    return step === undefined ? undefined : { step, sealed };
  }

  /** Puts the pending secret in force with its recovery codes; `false` when another request was faster. */
  async bind(staffId: string, { step, sealed }: Pending, { hashes }: FreshCodes, cause?: Cause): Promise<boolean> {
    const { changes, record } = this;
    const factorDigest = storedDigest(staffId, sealed);
    const recoveryDigest = storedDigest(staffId, hashes);
    const seen = { totp_pending: sealed };
    return changes.make(staffId, seen, {
      becomes: { totp_secret: sealed, totp_pending: null, totp_step: step, recovery_hashes: hashes },
      record: () => record.changed('StaffFactorBound', { staffId, by: staffId, factorDigest, recoveryDigest }, cause),
    });
  }

  async renewRecovery(staffId: string, { hashes }: FreshCodes, cause?: Cause): Promise<void> {
    const { changes, record } = this;
    const recoveryDigest = storedDigest(staffId, hashes);
    const becomes = { recovery_hashes: hashes };
    const renewed = () => record.changed('StaffRecoveryRenewed', { staffId, by: staffId, recoveryDigest }, cause);
    await changes.make(staffId, {}, { becomes, record: renewed });
  }

  /** Whether it is a right code that was not used yet; uses nothing up. */
  async shows(staffId: string, typed: string): Promise<boolean> {
    const kept = await this.kept(staffId);
    if (kept?.totp_secret == null) return false;
    const code = typed.replace(/\s/g, '');
    if (!SIX_DIGITS.test(code)) return indexOfCode(kept.recovery_hashes, code) >= 0;
    return this.stepOf(staffId, kept.totp_secret, code) !== undefined;
  }

  /** Uses a code up; `undefined` when it is wrong. Of many that come with the same code at once, one passes. */
  async spend(staffId: string, typed: string, cause?: Cause): Promise<Spent | Refusal | undefined> {
    const kept = await this.kept(staffId);
    if (kept?.totp_secret == null) return undefined;
    const code = typed.replace(/\s/g, '');
    return SIX_DIGITS.test(code)
      ? this.spendStep(staffId, this.stepOf(staffId, kept.totp_secret, code))
      : this.spendRecovery(staffId, kept.recovery_hashes, code, cause);
  }

  private async kept(staffId: string): Promise<Kept | undefined> {
    const { rows } = await this.pool.query<Kept>(
      'SELECT totp_secret, totp_step, recovery_hashes FROM staff_accounts WHERE staff_id = $1',
      [staffId],
    );
    return rows[0];
  }

  /** A second device in the same half minute has to wait: the code is right, so it is no wrong try. */
  private async spendStep(staffId: string, step: number | undefined): Promise<Spent | Refusal | undefined> {
    if (step === undefined) return undefined;
    const { rowCount } = await this.pool.query(
      'UPDATE staff_accounts SET totp_step = $2 WHERE staff_id = $1 AND totp_step < $2',
      [staffId, step],
    );
    if (rowCount === 1) return { by: 'app' };
    return refuse('staff.code-used', { retryAfterSeconds: secondsToNextStep(this.clock.now()) });
  }

  private async spendRecovery(
    staffId: string,
    hashes: string,
    code: string,
    cause: Cause | undefined,
  ): Promise<Spent | undefined> {
    const index = indexOfCode(hashes, code);
    if (index < 0) return undefined;
    const left = (JSON.parse(hashes) as string[]).filter((_, at) => at !== index);
    const kept = JSON.stringify(left);
    const { changes, record } = this;
    const recoveryDigest = storedDigest(staffId, kept);
    const seen = { recovery_hashes: hashes };
    const spent = await changes.make(staffId, seen, {
      becomes: { recovery_hashes: kept },
      record: () => record.add('StaffRecoveryUsed', { staffId, left: left.length, recoveryDigest }, { cause }),
    });
    return spent ? { by: 'recovery', left: left.length } : undefined;
  }

  private stepOf(staffId: string, sealed: Sealed, code: string): number | undefined {
    const { totpDriftSteps } = this.policies.inForce('staff.login').values;
    const secret = this.vault.openForHouse(contextOf(staffId), sealed);
    return stepOfCode(secret, code, this.clock.now(), totpDriftSteps);
  }
}

function contextOf(staffId: string): string {
  return `staff.totp.${staffId}`;
}
