import { Controller, Inject } from '@nestjs/common';
import {
  changeOwnUsersBody,
  changeQueuesBody,
  changeRoleBody,
  createMemberBody,
  memberBody,
} from '../../contracts/staff-desk.contract.js';
import { Call, type Asked } from '../edge/http/call.js';
import { LIST, ONE, type List, type One } from './call-shapes.js';
import { StaffLists } from './staff-lists.js';
import { StaffMembers } from './staff-members.js';

// Nobody changes his own account.
const OTHERS = ['staff.not-found', 'staff.own-account'] as const;

/** The accounts of the staff, for administrators. */
@Controller()
export class StaffMembersController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(StaffMembers) private readonly members: StaffMembers,
  ) {}

  @Call({
    method: 'GET',
    path: 'staff/members',
    access: 'staff:staff',
    summary: 'Who works here.',
    answer: 'StaffMemberRow[]',
    ...LIST,
  })
  list({ session, input, header }: List<'staff:staff'>) {
    return this.lists.list(session, 'members', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/members/:id',
    access: 'staff:staff',
    summary: 'One account of the staff.',
    answer: 'StaffMemberRow',
    ...ONE,
  })
  one({ session, input }: One<'staff:staff'>) {
    return this.lists.one(session, 'members', input.id);
  }

  @Call({
    method: 'POST',
    access: 'staff:staff',
    body: 'bare',
    path: 'staff/createMember',
    summary: 'Makes an account; its password is told once.',
    input: createMemberBody,
    answer: 'StaffPasswordView',
    refusals: ['staff.name-taken', 'staff.queues-for-reviewers'],
  })
  create({ session, input }: Asked<typeof createMemberBody, 'staff:staff'>) {
    return this.members.create(session, input);
  }

  @Call({
    method: 'POST',
    access: 'staff:staff',
    body: 'bare',
    path: 'staff/changeMemberRole',
    summary: 'Gives an account another role and ends its sessions.',
    input: changeRoleBody,
    answer: 'null',
    refusals: [...OTHERS, 'staff.last-admin'],
  })
  role({ session, input }: Asked<typeof changeRoleBody, 'staff:staff'>) {
    return this.members.changeRole(session, input.staffId, input.role);
  }

  @Call({
    method: 'POST',
    access: 'staff:staff',
    body: 'bare',
    path: 'staff/disableMember',
    summary: 'Shuts an account and ends its sessions.',
    input: memberBody,
    answer: 'null',
    refusals: [...OTHERS, 'staff.last-admin'],
  })
  disable({ session, input }: Asked<typeof memberBody, 'staff:staff'>) {
    return this.members.disable(session, input.staffId);
  }

  @Call({
    method: 'POST',
    access: 'staff:staff',
    body: 'bare',
    path: 'staff/enableMember',
    summary: 'Opens an account that was shut.',
    input: memberBody,
    answer: 'null',
    refusals: OTHERS,
  })
  enable({ session, input }: Asked<typeof memberBody, 'staff:staff'>) {
    return this.members.enable(session, input.staffId);
  }

  @Call({
    method: 'POST',
    access: 'staff:staff',
    body: 'bare',
    path: 'staff/endMemberSessions',
    summary: 'Ends every session of an account.',
    input: memberBody,
    answer: 'null',
    refusals: OTHERS,
  })
  endSessions({ session, input }: Asked<typeof memberBody, 'staff:staff'>) {
    return this.members.endSessions(session, input.staffId);
  }

  @Call({
    method: 'POST',
    access: 'staff:staff',
    body: 'bare',
    path: 'staff/resetMemberPassword',
    summary: 'Makes a new password, told once, and ends the sessions under the old one.',
    input: memberBody,
    answer: 'StaffPasswordView',
    refusals: OTHERS,
  })
  resetPassword({ session, input }: Asked<typeof memberBody, 'staff:staff'>) {
    return this.members.resetPassword(session, input.staffId);
  }

  @Call({
    method: 'POST',
    access: 'staff:staff',
    body: 'bare',
    path: 'staff/resetMemberFactor',
    summary: 'Takes a lost authenticator away and ends the sessions; the next log-in binds another.',
    input: memberBody,
    answer: 'null',
    refusals: OTHERS,
  })
  resetFactor({ session, input }: Asked<typeof memberBody, 'staff:staff'>) {
    return this.members.resetFactor(session, input.staffId);
  }

  @Call({
    method: 'POST',
    access: 'staff:staff',
    body: 'bare',
    path: 'staff/changeMemberQueues',
    summary: 'Says which queues of requests a reviewer decides, and ends the sessions.',
    input: changeQueuesBody,
    answer: 'null',
    refusals: [...OTHERS, 'staff.queues-for-reviewers'],
  })
  queues({ session, input }: Asked<typeof changeQueuesBody, 'staff:staff'>) {
    return this.members.changeQueues(session, input.staffId, input.queues);
  }

  @Call({
    method: 'POST',
    access: 'staff:staff',
    body: 'bare',
    path: 'staff/changeMemberOwnUsers',
    summary: 'Says which accounts of users are a member’s own; he never reviews their requests.',
    input: changeOwnUsersBody,
    answer: 'null',
    refusals: OTHERS,
  })
  ownUsers({ session, input }: Asked<typeof changeOwnUsersBody, 'staff:staff'>) {
    return this.members.changeOwnUsers(session, input.staffId, input.userIds);
  }
}
