import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  changeStaffPasswordBody,
  confirmFactorBody,
  proveStaffBody,
  staffLoginBody,
} from '../../contracts/staff.contract.js';
import { Call, type Asked } from '../edge/http/call.js';
import { StaffSelf } from './staff-self.js';
import { StaffService } from './staff.service.js';

const nothing = z.object({});
const PROOF = [
  'staff.credentials-wrong',
  'staff.code-required',
  'staff.code-wrong',
  'staff.code-used',
  'account.locked',
] as const;

@Controller()
export class StaffAuthController {
  constructor(
    @Inject(StaffService) private readonly staff: StaffService,
    @Inject(StaffSelf) private readonly self: StaffSelf,
  ) {}

  @Call({
    method: 'POST',
    path: 'staff/login',
    access: 'public',
    summary: 'Signs a member of the staff in; answers `{codeWanted: true}` where a code has to come with the password.',
    input: staffLoginBody,
    answer: 'StaffSessionView',
    body: 'bare',
    refusals: ['staff.credentials-wrong', 'staff.code-wrong', 'staff.code-used', 'account.locked'],
  })
  login({ input, address }: Asked<typeof staffLoginBody, 'public'>) {
    return this.staff.signIn(input, address);
  }

  @Call({
    method: 'POST',
    path: 'staff/logout',
    access: 'staff:setup',
    summary: 'Ends the session of a member of the staff.',
    input: nothing,
    answer: 'null',
    body: 'bare',
  })
  logout({ session }: Asked<typeof nothing, 'staff:setup'>) {
    return this.staff.signOut(session);
  }

  @Call({
    method: 'GET',
    path: 'staff/me',
    access: 'staff:setup',
    summary: 'The session and its roles.',
    input: nothing,
    answer: 'StaffSessionView',
    body: 'bare',
  })
  me({ session, token }: Asked<typeof nothing, 'staff:setup'>) {
    return this.staff.me(session, token ?? '');
  }

  @Call({
    method: 'POST',
    path: 'staff/changePassword',
    access: 'staff:setup',
    summary: 'Gives the asker a password of his own and ends his other sessions.',
    input: changeStaffPasswordBody,
    answer: 'null',
    body: 'bare',
    refusals: [...PROOF, 'staff.password-short', 'staff.password-same', 'staff.password-guessable'],
  })
  changePassword({ session, input, address }: Asked<typeof changeStaffPasswordBody, 'staff:setup'>) {
    return this.self.changePassword(session, input, address);
  }

  @Call({
    method: 'POST',
    path: 'staff/beginFactor',
    access: 'staff:setup',
    summary: 'A secret for an authenticator; it is in force once a code of it is confirmed.',
    input: proveStaffBody,
    answer: 'StaffFactorView',
    body: 'bare',
    refusals: [...PROOF, 'staff.setup-needed'],
  })
  beginFactor({ session, input, address }: Asked<typeof proveStaffBody, 'staff:setup'>) {
    return this.self.beginFactor(session, input, address);
  }

  @Call({
    method: 'POST',
    path: 'staff/confirmFactor',
    access: 'staff:setup',
    summary: 'Binds the authenticator and answers ten recovery codes, once.',
    input: confirmFactorBody,
    answer: 'StaffRecoveryView',
    body: 'bare',
    refusals: ['staff.code-wrong'],
  })
  confirmFactor({ session, input }: Asked<typeof confirmFactorBody, 'staff:setup'>) {
    return this.self.confirmFactor(session, input.code);
  }

  @Call({
    method: 'POST',
    path: 'staff/renewRecoveryCodes',
    access: 'staff',
    summary: 'Ten new recovery codes in the place of the old ones.',
    input: proveStaffBody,
    answer: 'StaffRecoveryView',
    body: 'bare',
    refusals: PROOF,
  })
  renewRecovery({ session, input, address }: Asked<typeof proveStaffBody, 'staff'>) {
    return this.self.renewRecovery(session, input, address);
  }
}
