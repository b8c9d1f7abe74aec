import { Controller } from '@nestjs/common';
import { getMyPromotion } from '../../../contracts/invitation.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { InvitationQuery } from './invitation.query.js';

@Controller()
export class InvitationController {
  constructor(private readonly invitations: InvitationQuery) {}

  @Handle(getMyPromotion)
  getMyPromotion({ session }: CallContext<typeof getMyPromotion>) {
    return this.invitations.promotion(session.userId);
  }
}
