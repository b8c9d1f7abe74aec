import { join } from 'node:path';
import { Global, Logger, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { PersonalHoldings } from '../../core/ports/personal-holdings.js';
import { projectRoot } from '../../edge/project-root.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { Writers } from '../../engine/writer/writers.js';
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
    { provide: Brand, useFactory: () => new Brand(seedsFolder) },
    FiguresQuery,
    ContentQuery,
    { provide: Agreements, useExisting: ContentQuery },
    NoticeReads,
    {
      provide: ContentService,
      inject: [Pool, Writers, Commands, ProjectionRunner, ContentQuery, Clock],
      useFactory: (
        pool: Pool,
        writers: Writers,
        commands: Commands,
        projections: ProjectionRunner,
        query: ContentQuery,
        clock: Clock,
      ): ContentService => new ContentService({ pool, writers, commands, projections, query, clock, seedsFolder }),
    },
  ],
  exports: [ContentService, Agreements],
})
export class ContentModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly content: ContentService,
    private readonly noticeReads: NoticeReads,
    private readonly holdings: PersonalHoldings,
  ) {}

  onModuleInit(): void {
    this.holdings.register(this.noticeReads.holding());
  }

  async onApplicationBootstrap(): Promise<void> {
    const published = await this.content.seed();
    if (published > 0) new Logger('Content').log(`published ${published} entries of the seeds`);
  }
}
