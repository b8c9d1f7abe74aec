import { Module } from '@nestjs/common';
import { ConversionController } from './conversion.controller.js';
import { ConversionService } from './conversion.service.js';

@Module({
  controllers: [ConversionController],
  providers: [ConversionService],
})
export class ConversionModule {}
