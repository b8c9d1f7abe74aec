import { Global, Module } from '@nestjs/common';
import { Pool } from 'pg';
import { ServerConfig } from '../../config/config.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { InvitationController } from './invitation.controller.js';
import { InvitationQuery } from './invitation.query.js';
import { Invitations } from '../../core/ports/invitations.js';

@Global()
@Module({
  controllers: [InvitationController],
  providers: [
    {
      provide: InvitationQuery,
      inject: [Pool, ProjectionRunner, ServerConfig],
      useFactory: (pool: Pool, projections: ProjectionRunner, { publicUrl }: ServerConfig) =>
        new InvitationQuery(pool, projections, publicUrl),
    },
    { provide: Invitations, useExisting: InvitationQuery },
  ],
  exports: [Invitations],
})
export class InvitationModule {}
