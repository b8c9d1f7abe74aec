import { Module } from '@nestjs/common';
import { CheckpointController } from './checkpoint.controller.js';
import { CheckpointQuery } from './checkpoint.query.js';

@Module({
  controllers: [CheckpointController],
  providers: [CheckpointQuery],
})
export class AuditModule {}
