import type { RecordedEvent } from '../../core/event.js';
import { rowProblems, STAFF_ROWS, type StaffRow } from '../../staff/staff-row.js';
import { staffKind, type StaffState } from '../../features/staff-account/staff-account.handler.js';
import { BesideCheck, headOf, placeOf, type BesideParts, type Place } from './beside.js';

interface Followed extends Place {
  readonly state: StaffState;
}

/** Whether each account of the staff is what events made of it: its rights, its password, its authenticator. */
export class StaffCheck extends BesideCheck {
  readonly types = [
    ...['StaffCreated', 'StaffRoleChanged', 'StaffQueuesChanged', 'StaffOwnUsersChanged', 'StaffDisabled'],
    ...['StaffEnabled', 'StaffPasswordReset', 'StaffPasswordChanged', 'StaffFactorBound', 'StaffFactorReset'],
    ...['StaffRecoveryRenewed', 'StaffRecoveryUsed', 'StaffSignedIn'],
  ];
  private readonly accounts = new Map<string, Followed>();

  constructor(parts: BesideParts) {
    super(parts, 'staff');
  }

  take(event: RecordedEvent): void {
    const staffId = event.stream.slice(staffKind.name.length + 1);
    const before = this.accounts.get(staffId)?.state ?? staffKind.initial(staffId);
    this.accounts.set(staffId, { ...placeOf(event), state: staffKind.evolve(before, event) });
  }

  async finish(heads: ReadonlyMap<string, number>): Promise<void> {
    const { rows } = await this.parts.client.query<StaffRow>(`${STAFF_ROWS} ORDER BY staff_id`);
    const accounts = new Map(this.accounts);
    for (const row of rows) {
      const { staffId, name } = row;
      const account = accounts.get(staffId);
      accounts.delete(staffId);
      if (account === undefined)
        this.find(headOf('house', heads), `the account ${name} (${staffId}) stands in the table, and no event made it`);
      else if (this.isSettled(account))
        for (const problem of rowProblems(account.state, row))
          this.find(account, `the account ${account.state.name} (${staffId}) ${problem}`);
    }
    for (const [staffId, { state, ...place }] of accounts)
      // An account that was never used: its server died before the row was written.
      if (state.signIns > 0 && this.isSettled(place))
        this.find(place, `the account ${state.name} (${staffId}) was made and is not in the table`);
  }
}
