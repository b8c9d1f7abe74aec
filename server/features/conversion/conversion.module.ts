import { Module } from '@nestjs/common';
import { ConversionController } from './conversion.controller.js';
import { ConversionPricing } from './conversion.pricing.js';
import { ConversionService } from './conversion.service.js';

@Module({
  controllers: [ConversionController],
  providers: [ConversionPricing, ConversionService],
})
export class ConversionModule {}
