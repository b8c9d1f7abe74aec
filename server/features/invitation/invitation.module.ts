import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { InvitationFees } from '../../core/ports/invitation-fees.js';
import { Invitations } from '../../core/ports/invitations.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { RiskSignals } from '../../core/ports/risk-signals.js';
import { TradingFees } from '../../core/ports/trading-fees.js';
import { refuse } from '../../core/refusal.js';
import { ReviewKinds } from '../../review/review-kind.js';
import { InvitationController } from './invitation.controller.js';
import { InvitationDates } from './invitation.fees.js';
import { InvitationQuery } from './invitation.query.js';
import { PaidFees } from './paid-fees.js';
import { invitationReview } from './invitation.review.js';

/** Invitation codes, who came by them, and what inviters earn of these people's trading fees. */
@Global()
@Module({
  controllers: [InvitationController],
  providers: [
    InvitationQuery,
    { provide: Invitations, useExisting: InvitationQuery },
    InvitationDates,
    { provide: InvitationFees, useExisting: InvitationDates },
    { provide: TradingFees, useClass: PaidFees },
  ],
  exports: [Invitations, InvitationFees, TradingFees],
})
export class InvitationModule implements OnModuleInit {
  constructor(
    private readonly kinds: ReviewKinds,
    private readonly holdings: PersonalDataHandlers,
    private readonly signals: RiskSignals,
    private readonly query: InvitationQuery,
  ) {}

  onModuleInit(): void {
    const { signals, query } = this;
    this.kinds.register(invitationReview({ query, signals }));
    // The rows are numbers and codes. A reward that is held belongs to the person until staff decide.
    this.holdings.register({
      name: 'invitation-rewards',
      tables: ['invitation_fees', 'invitation_rewards', 'invitation_profits'],
      export: (userId) => query.export(userId),
      refusal: async (userId) => {
        if (!(await query.isUpToDate())) return refuse('request.unavailable');
        const count = await query.heldCount(userId);
        return count === 0 ? undefined : refuse('person.requests-open', { count });
      },
    });
  }
}
