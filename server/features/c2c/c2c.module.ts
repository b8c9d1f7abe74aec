import { Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../core/clock.js';
import { SimulatedBank } from '../../core/ports/bank.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { RiskSignals } from '../../core/ports/risk-signals.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { ReviewKinds } from '../../review/review-kind.js';
import { C2cController } from './c2c.controller.js';
import { C2cQuery } from './c2c.query.js';
import { C2cReader } from './c2c.reader.js';
import { c2cReviews } from './c2c.review.js';
import { C2cService } from './c2c.service.js';
import { C2cStaffController } from './c2c-staff.controller.js';
import { C2cStaffService } from './c2c-staff.service.js';

const [KEEP_IMAGES_AFTER_MS, HOUR_MS] = [5_000, 3_600_000];

/** Buying coins by wire: orders, their sellers, and what person and support write to each other. */
@Module({
  controllers: [C2cController, C2cStaffController],
  providers: [C2cReader, C2cQuery, C2cService, C2cStaffService],
})
export class C2cModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private keeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly kinds: ReviewKinds,
    private readonly levels: VerificationLevels,
    private readonly bank: SimulatedBank,
    private readonly risks: RiskSignals,
    private readonly reader: C2cReader,
    private readonly query: C2cQuery,
    private readonly holdings: PersonalDataHandlers,
    private readonly c2c: C2cService,
    private readonly policies: PolicySource<{ 'identity.rules': { imagesWaitingHours: number } }>,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { reader, bank, levels, risks, query } = this;
    this.kinds.register(...c2cReviews({ reader, bank, levels, risks }));
    // Numbers and sealed texts only: unreadable once the key is gone.
    this.holdings.register({
      name: 'c2c',
      tables: ['c2c_orders', 'c2c_messages'],
      export: (userId) => query.export(userId),
      refusal: (userId) => query.openRefusal(userId),
    });
  }

  onApplicationBootstrap(): void {
    const failed = (error: unknown): void => new Logger('C2C').warn(`images not kept: ${String(error)}`);
    this.keeping = setTimeout(() => this.keepImages().catch(failed), KEEP_IMAGES_AFTER_MS).unref();
  }

  onModuleDestroy(): void {
    clearTimeout(this.keeping);
  }

  /** A process that died between a message and the keeping of its image left it as a forgotten upload. */
  async keepImages(): Promise<void> {
    const spanMs = this.policies.inForce('identity.rules').values.imagesWaitingHours * HOUR_MS;
    for (const { userId, orderId, imageId } of await this.query.sentImages(this.clock.now(), spanMs))
      await this.c2c.keep(userId, orderId, imageId);
  }
}
