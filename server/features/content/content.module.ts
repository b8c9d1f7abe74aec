import { join } from 'node:path';
import { Global, Inject, Logger, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { PersonalHoldings } from '../../core/person.js';
import { AGREEMENTS, CLOCK, PERSONAL_HOLDINGS, PG_POOL, WRITERS } from '../../core/tokens.js';
import { projectRoot } from '../../edge/project-root.js';
import { PROJECTIONS, type ProjectionRunner } from '../../engine/projections/runner.js';
import type { Writers } from '../../engine/writer/writers.js';
import { Brand } from './brand.js';
import { ContentController } from './content.controller.js';
import { ContentQuery } from './content.query.js';
import { ContentService } from './content.service.js';
import { FiguresQuery } from './figures.query.js';
import { NoticeReads } from './notice-reads.js';

const seedsFolder = join(projectRoot, 'seeds', 'content');

@Global()
@Module({
  controllers: [ContentController],
  providers: [
    { provide: Brand, useFactory: () => new Brand(seedsFolder) },
    {
      provide: FiguresQuery,
      inject: [PG_POOL, CLOCK],
      useFactory: (pool: Pool, clock: Clock) => new FiguresQuery(pool, clock),
    },
    {
      provide: ContentQuery,
      inject: [PG_POOL, CLOCK],
      useFactory: (pool: Pool, clock: Clock) => new ContentQuery(pool, clock),
    },
    { provide: AGREEMENTS, useExisting: ContentQuery },
    { provide: NoticeReads, inject: [PG_POOL], useFactory: (pool: Pool) => new NoticeReads(pool) },
    {
      provide: ContentService,
      inject: [PG_POOL, WRITERS, Commands, PROJECTIONS, ContentQuery, CLOCK],
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
  exports: [ContentService, AGREEMENTS],
})
export class ContentModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    @Inject(ContentService) private readonly content: ContentService,
    @Inject(NoticeReads) private readonly noticeReads: NoticeReads,
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
  ) {}

  onModuleInit(): void {
    this.holdings.register(this.noticeReads.holding());
  }

  async onApplicationBootstrap(): Promise<void> {
    const published = await this.content.seed();
    if (published > 0) new Logger('Content').log(`published ${published} entries of the seeds`);
  }
}
