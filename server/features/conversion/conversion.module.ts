import { Global, Module } from '@nestjs/common';
import { ConvertedShares } from '../../core/ports/converted-shares.js';
import { ConversionShares } from './conversion-shares.js';
import { ConversionController } from './conversion.controller.js';
import { ConversionPricing } from './conversion.pricing.js';
import { ConversionService } from './conversion.service.js';

@Global()
@Module({
  controllers: [ConversionController],
  providers: [ConversionPricing, ConversionService, { provide: ConvertedShares, useClass: ConversionShares }],
  exports: [ConvertedShares],
})
export class ConversionModule {}
