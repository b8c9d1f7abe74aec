import { Module } from '@nestjs/common';
import { MarketModule } from '../market.module.js';
import { ContractHaltController } from './contract-halt.controller.js';
import { ContractHaltService } from './contract-halt.service.js';

/** Trading in one contract is halted, resumed or ended: proposed by one member of the staff, approved by another. */
@Module({
  imports: [MarketModule],
  controllers: [ContractHaltController],
  providers: [ContractHaltService],
})
export class ContractHaltModule {}
