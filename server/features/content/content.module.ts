import { join } from 'node:path';
import { Global, Logger, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { projectRoot } from '../../edge/project-root.js';
import { Brand } from './brand.js';
import { ContentController } from './content.controller.js';
import { ContentQuery } from './content.query.js';
import { ContentService } from './content.service.js';
import { FiguresQuery } from './figures.query.js';
import { NoticeReads } from './notice-reads.js';
import { Agreements } from '../../core/ports/agreements.js';

const seedsFolder = join(projectRoot, 'seeds', 'content');

@Global()
@Module({
  controllers: [ContentController],
  providers: [
    { provide: Brand, useValue: new Brand(seedsFolder) },
    FiguresQuery,
    ContentQuery,
    { provide: Agreements, useExisting: ContentQuery },
    NoticeReads,
    ContentService,
  ],
  exports: [ContentService, Agreements],
})
export class ContentModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly content: ContentService,
    private readonly noticeReads: NoticeReads,
    private readonly holdings: PersonalDataHandlers,
  ) {}

  onModuleInit(): void {
    this.holdings.register(this.noticeReads.holding());
  }

  async onApplicationBootstrap(): Promise<void> {
    const published = await this.content.seed();
    if (published > 0) new Logger('Content').log(`published ${published} entries of the seeds`);
  }
}
