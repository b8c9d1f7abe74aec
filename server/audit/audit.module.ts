import { Module } from '@nestjs/common';
import { CheckpointController } from './checkpoint.controller.js';
import { CheckpointQuery } from './checkpoint.query.js';
import { PublicLogController } from './public-log.controller.js';
import { PublicLogQuery } from './public-log.query.js';

@Module({
  controllers: [CheckpointController, PublicLogController],
  providers: [CheckpointQuery, PublicLogQuery],
})
export class AuditModule {}
