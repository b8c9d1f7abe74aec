import { Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../core/clock.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { SupportController } from './support.controller.js';
import { SupportQuery } from './support.query.js';
import { SupportService } from './support.service.js';
import { SupportStaffController } from './support-staff.controller.js';
import { SupportStaffService } from './support-staff.service.js';

const [KEEP_IMAGES_AFTER_MS, HOUR_MS] = [5_000, 3_600_000];

/** Conversations of people with staff. */
@Module({
  controllers: [SupportController, SupportStaffController],
  providers: [SupportQuery, SupportService, SupportStaffService],
})
export class SupportModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private keeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly query: SupportQuery,
    private readonly support: SupportService,
    private readonly policies: PolicySource<{ 'identity.rules': { imagesWaitingHours: number } }>,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    // Texts stand sealed in the history, so forgetting the person's key is enough; images answer for themselves.
    this.holdings.register({
      name: 'support',
      tables: ['support_conversations', 'support_messages'],
      export: (userId) => this.query.export(userId),
    });
  }

  onApplicationBootstrap(): void {
    const failed = (error: unknown): void => new Logger('Support').warn(`images not kept: ${String(error)}`);
    this.keeping = setTimeout(() => this.keepImages().catch(failed), KEEP_IMAGES_AFTER_MS).unref();
  }

  onModuleDestroy(): void {
    clearTimeout(this.keeping);
  }

  /** A process that died between a message and the keeping of its image left it as a forgotten upload. */
  async keepImages(): Promise<void> {
    const spanMs = this.policies.inForce('identity.rules').values.imagesWaitingHours * HOUR_MS;
    for (const { userId, conversationId, imageId } of await this.query.sentImages(this.clock.now(), spanMs))
      await this.support.keep({ userId }, conversationId, imageId);
  }
}
