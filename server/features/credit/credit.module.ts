import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import type { PrivateImages } from '../../core/private-images.js';
import {
  CLOCK,
  EVENT_STORE,
  IDS,
  PERSONAL_HOLDINGS,
  POLICY_SOURCE,
  PRIVATE_IMAGES,
  REVIEW_KINDS,
  VAULT,
  VERIFICATION_LEVELS,
} from '../../core/tokens.js';
import type { VerificationLevels } from '../../core/verification.js';
import { Messages } from '../../edge/http/messages.js';
import type { EventStore } from '../../engine/history/event-store.js';
import type { ReviewKinds } from '../../review/review-kind.js';
import { CreditController } from './credit.controller.js';
import { CreditQuery, CreditReader, type CreditPolicies } from './credit.query.js';
import { creditReview } from './credit.review.js';
import { CreditService } from './credit.service.js';

/** The credit score: a published formula over what happened, and the proofs that count in it. */
@Module({
  controllers: [CreditController],
  providers: [
    { provide: CreditReader, inject: [EVENT_STORE], useFactory: (store: EventStore) => new CreditReader(store) },
    {
      provide: CreditQuery,
      inject: [CreditReader, VERIFICATION_LEVELS, POLICY_SOURCE, VAULT, Messages],
      useFactory: (
        reader: CreditReader,
        levels: VerificationLevels,
        policies: CreditPolicies,
        vault: Vault,
        texts: Messages,
      ) => new CreditQuery({ reader, levels, policies, vault, texts }),
    },
    {
      provide: CreditService,
      inject: [Commands, CreditReader, PRIVATE_IMAGES, CLOCK, IDS],
      useFactory: (commands: Commands, reader: CreditReader, images: PrivateImages, clock: Clock, ids: Ids) =>
        new CreditService({ commands, reader, images, clock, ids }),
    },
  ],
})
export class CreditModule implements OnModuleInit {
  constructor(
    @Inject(REVIEW_KINDS) private readonly kinds: ReviewKinds,
    @Inject(VERIFICATION_LEVELS) private readonly levels: VerificationLevels,
    @Inject(POLICY_SOURCE) private readonly policies: CreditPolicies,
    @Inject(CreditReader) private readonly reader: CreditReader,
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(CreditQuery) private readonly query: CreditQuery,
  ) {}

  onModuleInit(): void {
    const { reader, levels, policies } = this;
    this.kinds.register(creditReview({ reader, levels, policies }));
    const { query } = this;
    this.holdings.register({ name: 'credit', tables: [], export: (userId) => query.view('en', userId) });
  }
}
