import { STAFF_ROLES } from '../../../contracts/staff.contract.js';
import type { StaffMemberRow } from '../../../contracts/staff-lists.contract.js';
import { selectFilter, yesFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { Count, Instant } from '../../ui/values';
import { CreateMember, MemberActions, MemberStatus, NewPasswords, RoleText } from './member-actions';
import { FactorText, QueueNames } from './member-queues';

const filters = [selectFilter('role', 'console.role', STAFF_ROLES, true), yesFilter('locked'), yesFilter('disabled')];

const columns: Column<StaffMemberRow>[] = [
  { source: 'name', phone: 'title', render: ({ name }) => <b>{name}</b> },
  { source: 'role', render: ({ role }) => <RoleText role={role} /> },
  { source: 'queues', fixedOrder: true, render: ({ queues }) => <QueueNames queues={queues} /> },
  { source: 'factor', fixedOrder: true, render: ({ factor }) => <FactorText bound={factor} /> },
  { source: 'status', fixedOrder: true, phone: 'corner', render: (row) => <MemberStatus member={row} /> },
  { source: 'sessions', align: 'right', fixedOrder: true, render: ({ sessions }) => <Count value={sessions} /> },
  { source: 'lastSignInAt', render: ({ lastSignInAt }) => <Instant short at={lastSignInAt} /> },
  { source: 'createdAt', render: ({ createdAt }) => <Instant short at={createdAt} /> },
  { source: 'actions', fixedOrder: true, render: (row) => <MemberActions member={row} /> },
];

/** Who works here. What is done to an account is an event in its stream, with who did it. */
export function MemberList() {
  return (
    <NewPasswords>
      <ResourceList filters={filters} sort={{ field: 'name', order: 'ASC' }} action={<CreateMember />}>
        <ListTable columns={columns} rowLink={false} />
      </ResourceList>
    </NewPasswords>
  );
}
