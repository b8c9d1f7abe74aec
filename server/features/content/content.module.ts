import { join } from 'node:path';
import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../../core/clock.js';
import { CLOCK, PG_POOL } from '../../core/tokens.js';
import { projectRoot } from '../../edge/project-root.js';
import { ContentController } from './content.controller.js';
import { ContentLibrary } from './content-library.js';
import { FiguresQuery } from './figures.query.js';

@Module({
  controllers: [ContentController],
  providers: [
    { provide: ContentLibrary, useFactory: () => new ContentLibrary(join(projectRoot, 'seeds', 'content')) },
    {
      provide: FiguresQuery,
      inject: [PG_POOL, CLOCK],
      useFactory: (pool: Pool, clock: Clock) => new FiguresQuery(pool, clock),
    },
  ],
})
export class ContentModule {}
