import type { ReviewQueue, StaffRole } from '../../contracts/staff.contract.js';
import { storedDigest, unlike } from '../core/stored-digest.js';
import type { StaffState } from '../features/staff-account/staff-account.handler.js';

/** An account of the staff as the table has it. */
export interface StaffRow {
  readonly staffId: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly queues: readonly ReviewQueue[];
  readonly ownUsers: readonly string[];
  readonly disabled: boolean;
  readonly passwordHash: string;
  readonly passwordOwn: boolean;
  readonly factor: string | null;
  readonly recovery: string;
}

export const STAFF_ROWS = `SELECT staff_id AS "staffId", name, roles, queues, own_users AS "ownUsers", disabled_at IS NOT NULL AS disabled,
    password_hash AS "passwordHash", password_own AS "passwordOwn", totp_secret AS factor, recovery_hashes AS recovery
  FROM staff_accounts`;

/** Where the row is not what its events made of the account. */
export function rowProblems(state: StaffState, row: StaffRow): string[] {
  const { staffId, factor, recovery } = row;
  const found = {
    'the name': row.name,
    'the role': row.roles,
    'the queues': [...row.queues].sort(),
    'as own users': [...row.ownUsers].sort(),
    disabled: row.disabled,
    'a password of its own': row.passwordOwn,
  };
  const wanted: Record<keyof typeof found, unknown> = {
    'the name': state.name,
    'the role': [state.role],
    'the queues': [...state.queues].sort(),
    'as own users': [...state.ownUsers].sort(),
    disabled: state.disabled,
    'a password of its own': state.passwordOwn,
  };
  const problems = (Object.keys(found) as (keyof typeof found)[])
    .filter((field) => JSON.stringify(found[field]) !== JSON.stringify(wanted[field]))
    .map((field) => `has ${field} ${textOf(found[field])}, its events say ${textOf(wanted[field])}`);
  if (storedDigest(staffId, row.passwordHash) !== state.passwordDigest)
    problems.push(`has ${unlike('password', row.passwordHash, state.passwordDigest)}`);
  if ((factor === null ? null : storedDigest(staffId, factor)) !== state.factorDigest)
    problems.push(`has ${unlike('authenticator', factor, state.factorDigest)}`);
  const noCodes = recovery === '[]' && state.recoveryDigest === null;
  if (!noCodes && storedDigest(staffId, recovery) !== state.recoveryDigest)
    problems.push('has other recovery codes than those its events name');
  return problems;
}

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.length === 0 ? 'none' : value.join(', ');
}
