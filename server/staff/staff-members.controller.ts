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
  create(call: CallContext<typeof createMember>) {
    return this.members.create(call, call.input);
  }

  @Handle(changeMemberRole)
  role(call: CallContext<typeof changeMemberRole>) {
    return this.members.changeRole(call, call.input.staffId, call.input.role);
  }

  @Handle(disableMember)
  disable(call: CallContext<typeof disableMember>) {
    return this.members.disable(call, call.input.staffId);
  }

  @Handle(enableMember)
  enable(call: CallContext<typeof enableMember>) {
    return this.members.enable(call, call.input.staffId);
  }

  @Handle(endMemberSessions)
  endSessions(call: CallContext<typeof endMemberSessions>) {
    return this.members.endSessions(call, call.input.staffId);
  }

  @Handle(resetMemberPassword)
  resetPassword(call: CallContext<typeof resetMemberPassword>) {
    return this.members.resetPassword(call, call.input.staffId);
  }

  @Handle(resetMemberFactor)
  resetFactor(call: CallContext<typeof resetMemberFactor>) {
    return this.members.resetFactor(call, call.input.staffId);
  }

  @Handle(changeMemberQueues)
  queues(call: CallContext<typeof changeMemberQueues>) {
    return this.members.changeQueues(call, call.input.staffId, call.input.queues);
  }

  @Handle(changeMemberOwnUsers)
  ownUsers(call: CallContext<typeof changeMemberOwnUsers>) {
    return this.members.changeOwnUsers(call, call.input.staffId, call.input.userIds);
  }
}
