import { Module, type OnModuleInit } from '@nestjs/common';
import { SimulatedBank } from '../../core/ports/bank.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { PrivateImages } from '../../core/ports/private-images.js';
import { RiskSignals } from '../../core/ports/risk-signals.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { ReviewKinds } from '../../review/review-kind.js';
import { C2cController } from './c2c.controller.js';
import { c2cProjection } from './c2c.projection.js';
import { C2cQuery } from './c2c.query.js';
import { C2cReader } from './c2c.reader.js';
import { c2cReviews } from './c2c.review.js';
import { C2cService } from './c2c.service.js';
import { C2cStaffController } from './c2c-staff.controller.js';
import { C2cStaffService } from './c2c-staff.service.js';

/** Buying coins by wire: orders, their sellers, and what person and support write to each other. */
@Module({
  controllers: [C2cController, C2cStaffController],
  providers: [C2cReader, C2cQuery, C2cService, C2cStaffService],
})
export class C2cModule implements OnModuleInit {
  constructor(
    private readonly kinds: ReviewKinds,
    private readonly levels: VerificationLevels,
    private readonly bank: SimulatedBank,
    private readonly risks: RiskSignals,
    private readonly reader: C2cReader,
    private readonly query: C2cQuery,
    private readonly holdings: PersonalDataHandlers,
    private readonly images: PrivateImages,
  ) {}

  onModuleInit(): void {
    const { reader, bank, levels, risks, query } = this;
    this.images.register({ projection: c2cProjection.name, sent: (now, spanMs) => query.sentImages(now, spanMs) });
    this.kinds.register(...c2cReviews({ reader, bank, levels, risks }));
    // Numbers and sealed texts only: unreadable once the key is gone.
    this.holdings.register({
      name: 'c2c',
      tables: ['c2c_orders', 'c2c_messages'],
      export: (userId) => query.export(userId),
      refusal: (userId) => query.openRefusal(userId),
    });
  }
}
