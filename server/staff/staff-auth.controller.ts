import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { staffLoginBody } from '../../contracts/staff.contract.js';
import { Call, type Asked } from '../edge/http/call.js';
import { StaffService } from './staff.service.js';

const nothing = z.object({});

@Controller()
export class StaffAuthController {
  constructor(@Inject(StaffService) private readonly staff: StaffService) {}

  @Call({
    method: 'POST',
    path: 'staff/login',
    access: 'public',
    summary: 'Signs a member of the staff in.',
    input: staffLoginBody,
    answer: 'StaffSessionView',
    body: 'bare',
    refusals: ['staff.credentials-wrong', 'account.locked'],
  })
  login({ input, address }: Asked<typeof staffLoginBody, 'public'>) {
    return this.staff.signIn(input.name, input.password, address);
  }

  @Call({
    method: 'POST',
    path: 'staff/logout',
    access: 'staff',
    summary: 'Ends the session of a member of the staff.',
    input: nothing,
    answer: 'null',
    body: 'bare',
  })
  logout({ session }: Asked<typeof nothing, 'staff'>) {
    return this.staff.signOut(session);
  }

  @Call({
    method: 'GET',
    path: 'staff/me',
    access: 'staff',
    summary: 'The session and its roles.',
    input: nothing,
    answer: 'StaffSessionView',
    body: 'bare',
  })
  me({ session, token }: Asked<typeof nothing, 'staff'>) {
    return this.staff.me(session, token ?? '');
  }
}
