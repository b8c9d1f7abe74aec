import { Controller } from '@nestjs/common';
import {
  changeMemberOwnUsers,
  changeMemberQueues,
  changeMemberRole,
  createMember,
  disableMember,
  enableMember,
  endMemberSessions,
  resetMemberFactor,
  resetMemberPassword,
} from '../../contracts/staff-lists.calls.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { StaffMembers } from './staff-members.js';

/** The accounts of the staff, for administrators. */
@Controller()
export class StaffMembersController {
  constructor(private readonly members: StaffMembers) {}

  @Handle(createMember)
  create({ session, input }: CallContext<typeof createMember>) {
    return this.members.create(session, input);
  }

  @Handle(changeMemberRole)
  role({ session, input }: CallContext<typeof changeMemberRole>) {
    return this.members.changeRole(session, input.staffId, input.role);
  }

  @Handle(disableMember)
  disable({ session, input }: CallContext<typeof disableMember>) {
    return this.members.disable(session, input.staffId);
  }

  @Handle(enableMember)
  enable({ session, input }: CallContext<typeof enableMember>) {
    return this.members.enable(session, input.staffId);
  }

  @Handle(endMemberSessions)
  endSessions({ session, input }: CallContext<typeof endMemberSessions>) {
    return this.members.endSessions(session, input.staffId);
  }

  @Handle(resetMemberPassword)
  resetPassword({ session, input }: CallContext<typeof resetMemberPassword>) {
    return this.members.resetPassword(session, input.staffId);
  }

  @Handle(resetMemberFactor)
  resetFactor({ session, input }: CallContext<typeof resetMemberFactor>) {
    return this.members.resetFactor(session, input.staffId);
  }

  @Handle(changeMemberQueues)
  queues({ session, input }: CallContext<typeof changeMemberQueues>) {
    return this.members.changeQueues(session, input.staffId, input.queues);
  }

  @Handle(changeMemberOwnUsers)
  ownUsers({ session, input }: CallContext<typeof changeMemberOwnUsers>) {
    return this.members.changeOwnUsers(session, input.staffId, input.userIds);
  }
}
