import { Global, Module } from '@nestjs/common';
import { InvitationController } from './invitation.controller.js';
import { InvitationQuery } from './invitation.query.js';
import { Invitations } from '../../core/ports/invitations.js';

@Global()
@Module({
  controllers: [InvitationController],
  providers: [InvitationQuery, { provide: Invitations, useExisting: InvitationQuery }],
  exports: [Invitations],
})
export class InvitationModule {}
