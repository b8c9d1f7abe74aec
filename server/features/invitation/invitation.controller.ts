import { Controller } from '@nestjs/common';
import {
  exportInvitationRewards,
  getInvitationRewards,
  getInvitationTerms,
  getMyPromotion,
} from '../../../contracts/invitation.calls.js';
import { refuse } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { Files } from '../../edge/work/files.js';
import { INVITATION_FILE, InvitationQuery } from './invitation.query.js';

@Controller()
export class InvitationController {
  constructor(
    private readonly invitations: InvitationQuery,
    private readonly files: Files,
  ) {}

  @Handle(getMyPromotion)
  getMyPromotion({ session }: CallContext<typeof getMyPromotion>) {
    return this.invitations.promotion(session.userId);
  }

  @Handle(getInvitationTerms)
  async getInvitationTerms() {
    return (await this.invitations.isUpToDate()) ? this.invitations.terms() : refuse('request.unavailable');
  }

  @Handle(getInvitationRewards)
  getInvitationRewards({ session, input }: CallContext<typeof getInvitationRewards>) {
    return this.invitations.rewards(session.userId, input);
  }

  @Handle(exportInvitationRewards)
  async exportInvitationRewards({ session, input }: CallContext<typeof exportInvitationRewards>) {
    if (!(await this.invitations.isUpToDate())) return refuse('request.unavailable');
    return this.files.csv('invitations', INVITATION_FILE, { userId: session.userId, filters: input });
  }
}
