import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { IDENTITY_LEVELS } from '../../../contracts/identity.contract.js';
import { Clock } from '../../core/clock.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { ReviewKinds } from '../../review/review-kind.js';
import { IdentityController } from './identity.controller.js';
import { IdentityQuery } from './identity.query.js';
import { IdentityReader } from './identity.reader.js';
import { identityReview } from './identity.review.js';
import { IdentityService } from './identity.service.js';
import { VerificationLevels } from '../../core/ports/verification.js';

/** Real-name verification: primary, advanced, address. Other features read `VerificationLevels`. */
@Global()
@Module({
  controllers: [IdentityController],
  providers: [
    IdentityReader,
    { provide: VerificationLevels, useExisting: IdentityReader },
    IdentityQuery,
    IdentityService,
  ],
  exports: [VerificationLevels],
})
export class IdentityModule implements OnModuleInit {
  constructor(
    private readonly kinds: ReviewKinds,
    private readonly reader: IdentityReader,
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly holdings: PersonalDataHandlers,
    private readonly identity: IdentityService,
    private readonly query: IdentityQuery,
  ) {}

  onModuleInit(): void {
    const { reader, pool, clock, identity, query } = this;
    this.kinds.register(...IDENTITY_LEVELS.map((level) => identityReview(level, { reader, pool, clock })));
    this.holdings.register({
      name: 'identity',
      tables: ['identity_requests'],
      shred: (userId, cause) => identity.erase(userId, cause),
      export: (userId) => query.export(userId),
    });
  }
}
