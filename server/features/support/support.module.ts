import { Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { PrivateImages, type SentImagesSource } from '../../core/ports/private-images.js';
import { SupportController } from './support.controller.js';
import { supportProjection } from './support.projection.js';
import { SupportQuery } from './support.query.js';
import { SupportService } from './support.service.js';
import { SupportStaffController } from './support-staff.controller.js';
import { SupportStaffService } from './support-staff.service.js';

/** Conversations of people with staff. */
@Module({
  controllers: [SupportController, SupportStaffController],
  providers: [SupportQuery, SupportService, SupportStaffService],
})
export class SupportModule implements OnModuleInit {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly query: SupportQuery,
    private readonly images: PrivateImages,
  ) {}

  onModuleInit(): void {
    const sent: SentImagesSource['sent'] = (now, spanMs) => this.query.sentImages(now, spanMs);
    this.images.register({ projection: supportProjection.name, sent });
    // Texts stand sealed in the history, so forgetting the person's key is enough; images answer for themselves.
    this.holdings.register({
      name: 'support',
      tables: ['support_conversations', 'support_messages'],
      export: (userId) => this.query.export(userId),
    });
  }
}
