import type { ReviewQueue, StaffRole } from '../../../contracts/staff.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import { storedDigest } from '../../core/stored-digest.js';
import { staffKind, type StaffState } from '../../staff/staff.handler.js';
import { BesideCheck, headOf, unlike, type BesideParts, type Place } from './beside.js';

interface AccountRow {
  readonly staffId: string;
  readonly name: string;
  readonly roles: StaffRole[];
  readonly queues: ReviewQueue[];
  readonly ownUsers: string[];
  readonly disabled: boolean;
  readonly passwordHash: string;
  readonly passwordOwn: boolean;
  readonly factor: string | null;
  readonly recovery: string;
}

interface Followed extends Place {
  readonly state: StaffState;
}

const ROWS = `SELECT staff_id AS "staffId", name, roles, queues, own_users AS "ownUsers", disabled_at IS NOT NULL AS disabled,
    password_hash AS "passwordHash", password_own AS "passwordOwn", totp_secret AS factor, recovery_hashes AS recovery
  FROM staff_accounts ORDER BY staff_id`;

/** Whether each account of the staff is what events made of it: its rights, its password, its authenticator. */
export class StaffCheck extends BesideCheck {
  readonly types = [
    ...['StaffCreated', 'StaffRoleChanged', 'StaffQueuesChanged', 'StaffOwnUsersChanged', 'StaffDisabled'],
    ...['StaffEnabled', 'StaffPasswordReset', 'StaffPasswordChanged', 'StaffFactorBound', 'StaffFactorReset'],
    ...['StaffRecoveryRenewed', 'StaffRecoveryUsed'],
  ];
  private readonly accounts = new Map<string, Followed>();
  private readonly byName = new Map<string, string>();

  constructor(parts: BesideParts) {
    super(parts, 'staff');
  }

  take(event: RecordedEvent): void {
    const { realm, position, at, stream } = event;
    const staffId = stream.slice(staffKind.name.length + 1);
    const before = this.accounts.get(staffId)?.state ?? staffKind.initial(staffId);
    const state = staffKind.evolve(before, event);
    this.accounts.set(staffId, { realm, position, at, state });
    if (event.type !== 'StaffCreated') return;
    // A name is free again only where the server fell before the row was there: the later account is the one that counts.
    const name = state.name.toLowerCase();
    const former = this.byName.get(name);
    if (former !== undefined && former !== staffId) this.accounts.delete(former);
    this.byName.set(name, staffId);
  }

  async finish(heads: ReadonlyMap<string, number>): Promise<void> {
    const { rows } = await this.parts.client.query<AccountRow>(ROWS);
    const accounts = new Map(this.accounts);
    for (const row of rows) {
      const account = accounts.get(row.staffId);
      accounts.delete(row.staffId);
      if (account === undefined)
        this.find(
          headOf('house', heads),
          `the account ${row.name} (${row.staffId}) stands in the table, and no event made it`,
        );
      else if (this.isSettled(account)) this.compare(account, row);
    }
    for (const [staffId, account] of accounts)
      if (this.isSettled(account))
        this.find(account, `the account ${account.state.name} (${staffId}) was made and is not in the table`);
  }

  private compare(account: Followed, row: AccountRow): void {
    const { state } = account;
    const who = `the account ${state.name} (${row.staffId})`;
    const differs = (field: string, found: unknown, wanted: unknown): void => {
      if (JSON.stringify(found) !== JSON.stringify(wanted))
        this.find(account, `${who} has ${field} ${told(found)}, its events say ${told(wanted)}`);
    };
    differs('the name', row.name, state.name);
    differs('the role', row.roles, [state.role]);
    differs('the queues', [...row.queues].sort(), [...state.queues].sort());
    differs('as own users', [...row.ownUsers].sort(), [...state.ownUsers].sort());
    differs('disabled', row.disabled, state.disabled);
    differs('a password of its own', row.passwordOwn, state.passwordOwn);
    if (storedDigest(row.staffId, row.passwordHash) !== state.passwordDigest)
      this.find(account, `${who} has ${unlike('password', row.passwordHash, state.passwordDigest)}`);
    const factor = row.factor === null ? null : storedDigest(row.staffId, row.factor);
    if (factor !== state.factorDigest)
      this.find(account, `${who} has ${unlike('authenticator', row.factor, state.factorDigest)}`);
    const recovery =
      row.recovery === '[]' && state.recoveryDigest === null ? null : storedDigest(row.staffId, row.recovery);
    if (recovery !== state.recoveryDigest)
      this.find(account, `${who} has other recovery codes than those its events name`);
  }
}

function told(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.length === 0 ? 'none' : value.join(', ');
}
