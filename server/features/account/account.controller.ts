import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { commonFields, tempLoginQuery } from '../../../contracts/account.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { AccountService } from './account.service.js';

const commonOnly = z.strictObject({ ...commonFields });

@Controller()
export class AccountController {
  constructor(@Inject(AccountService) private readonly accounts: AccountService) {}

  @Call({
    method: 'GET',
    path: 'web/tempLogin',
    access: 'public',
    event: 'login',
    summary: 'Creates a demo account with play money and logs in to it, in one call.',
    input: tempLoginQuery,
    answer: 'SessionView',
    refusals: ['account.already-logged-in', 'demo.too-many', 'request.token-reused'],
  })
  tempLogin(asked: Asked<typeof tempLoginQuery, 'public'>) {
    return this.accounts.openDemo(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/logout',
    access: 'user',
    whenBarred: true,
    summary: 'Ends the session.',
    input: commonOnly,
    answer: 'null',
  })
  logout(asked: Asked<typeof commonOnly>) {
    return this.accounts.logOut(asked);
  }

  @Call({
    method: 'GET',
    path: 'web/info',
    access: 'user',
    summary: 'The session and its account, as the client keeps them, with the payment settings of the person.',
    input: commonOnly,
    answer: 'InfoView',
  })
  info(asked: Asked<typeof commonOnly>) {
    return this.accounts.info(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/exitDemo',
    access: 'demo',
    whenBarred: true,
    summary: 'Leaves the demo account for good and ends its sessions.',
    input: commonOnly,
    answer: 'null',
    refusals: ['request.unavailable'],
  })
  exitDemo(asked: Asked<typeof commonOnly, 'demo'>) {
    return this.accounts.exitDemo(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/regenerateDemo',
    access: 'demo',
    whenBarred: true,
    summary: 'Starts the demo account anew: new play money, new 30 days; what was before stays readable.',
    input: commonOnly,
    answer: 'SessionView',
    refusals: ['demo.too-many', 'request.unavailable'],
  })
  regenerateDemo(asked: Asked<typeof commonOnly, 'demo'>) {
    return this.accounts.regenerateDemo(asked);
  }
}
