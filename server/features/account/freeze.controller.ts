import { Controller, Inject } from '@nestjs/common';
import { freezeByStaffBody, staffFreezeBody, unfreezeAccountBody } from '../../../contracts/account.contract.js';
import { proofBody } from '../../../contracts/security.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { FreezeService } from './freeze.service.js';

/** Freezing an account: what stops everything at once, and how it goes on. */
@Controller()
export class FreezeController {
  constructor(@Inject(FreezeService) private readonly freezing: FreezeService) {}

  @Call({
    method: 'POST',
    path: 'web/freezeAccount',
    access: 'real',
    summary:
      'Freezes one’s account: every session ends, open orders are cancelled, nobody logs in, trades or withdraws.',
    input: proofBody,
    answer: 'null',
    refusals: [
      'security.password-missing',
      'security.password-wrong',
      'security.google-required',
      'security.google-wrong',
      'security.google-used',
      'account.locked',
      'account.frozen',
      'request.unavailable',
    ],
  })
  freezeAccount(asked: Asked<typeof proofBody, 'real'>) {
    return this.freezing.freeze(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/unfreezeAccount',
    access: 'public',
    summary: 'Unfreezes one’s account by password, second factor and a code; what support froze, support unfreezes.',
    input: unfreezeAccountBody,
    answer: 'null',
    refusals: [
      'account.required',
      'code.required',
      'account.credentials-wrong',
      'account.locked',
      'account.frozen',
      'account.not-frozen',
      'security.google-required',
      'security.google-wrong',
      'security.google-used',
      'code.wrong',
      'request.unavailable',
    ],
  })
  unfreezeAccount(asked: Asked<typeof unfreezeAccountBody, 'public'>) {
    return this.freezing.unfreeze(asked);
  }

  @Call({
    method: 'POST',
    path: 'staff/users/:id/freeze',
    access: 'staff:accounts',
    summary:
      'Freezes a real account, with a reason that is recorded, and says whether its owner may still log in to read.',
    input: freezeByStaffBody,
    answer: 'null',
    refusals: ['account.not-found', 'account.frozen', 'demo.real-only', 'request.unavailable'],
  })
  freezeByStaff(asked: Asked<typeof freezeByStaffBody, 'staff:accounts'>) {
    return this.freezing.freezeByStaff(asked);
  }

  @Call({
    method: 'POST',
    path: 'staff/users/:id/unfreeze',
    access: 'staff:accounts',
    summary: 'Unfreezes an account after checking who asks, with a reason that is recorded.',
    input: staffFreezeBody,
    answer: 'null',
    refusals: ['account.not-found', 'account.not-frozen', 'demo.real-only', 'request.unavailable'],
  })
  unfreezeByStaff(asked: Asked<typeof staffFreezeBody, 'staff:accounts'>) {
    return this.freezing.unfreezeByStaff(asked);
  }
}
