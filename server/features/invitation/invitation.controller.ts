import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { commonFields } from '../../../contracts/account.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { InvitationQuery } from './invitation.query.js';

const commonOnly = z.strictObject({ ...commonFields });

@Controller()
export class InvitationController {
  constructor(@Inject(InvitationQuery) private readonly invitations: InvitationQuery) {}

  @Call({
    method: 'GET',
    path: 'web/getMyPromotion',
    access: 'real',
    summary: 'One’s own invitation code and link, and how many came by it on each of four levels.',
    input: commonOnly,
    answer: 'PromotionView',
    refusals: ['request.unavailable'],
  })
  getMyPromotion({ session }: Asked<typeof commonOnly, 'real'>) {
    return this.invitations.promotion(session.userId);
  }
}
