import { Global, Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ServerConfig } from '../../config/config.js';
import { CONFIG, INVITATIONS, PG_POOL } from '../../core/tokens.js';
import { PROJECTIONS, type ProjectionRunner } from '../../engine/projections/runner.js';
import { InvitationController } from './invitation.controller.js';
import { InvitationQuery } from './invitation.query.js';

@Global()
@Module({
  controllers: [InvitationController],
  providers: [
    {
      provide: InvitationQuery,
      inject: [PG_POOL, PROJECTIONS, CONFIG],
      useFactory: (pool: Pool, projections: ProjectionRunner, { publicUrl }: ServerConfig) =>
        new InvitationQuery(pool, projections, publicUrl),
    },
    { provide: INVITATIONS, useExisting: InvitationQuery },
  ],
  exports: [INVITATIONS],
})
export class InvitationModule {}
