import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { MarketModule } from '../../market/market.module.js';
import { FEE_PRODUCT, FeeTiers, type FeeProduct } from '../../trading/runtime/fee-tiers.js';
import { ContractActions } from '../../core/ports/contract-actions.js';
import { ContractCorporateActions } from './contract-actions.js';
import { ContractDeliveryRunner } from './delivery/contract-delivery.runner.js';
import { ContractHaltRunner } from './delivery/contract-halt.runner.js';
import { ContractFundingQuery } from './funding/contract-funding.query.js';
import { ContractFundingRunner } from './funding/contract-funding.runner.js';
import { ContractOwners } from './contract-owners.js';
import { ContractController } from './contract.controller.js';
import { contractProduct } from './contract.product.js';
import { ContractQuery } from './contract.query.js';
import { ContractStaffController } from './contract-staff.controller.js';
import { ContractService } from './contract.service.js';
import { ContractTickerQuery } from './contract-ticker.query.js';
import { ContractTermsSource } from './contract.terms.js';
import { ContractsInUse } from './contracts-in-use.js';
import { GapOrdersRunner } from './liquidation/gap-orders.runner.js';
import { HousePositionQuery } from './position/house-position.query.js';
import { InsuranceQuery } from './liquidation/insurance.query.js';
import { LiquidationRiskQuery } from './liquidation/liquidation-risk.query.js';
import { LiquidationRunner } from './liquidation/liquidation.runner.js';
import { LiquidationTermsSource } from './liquidation/liquidation.terms.js';
import { OpenInterestQuery } from './position/open-interest.query.js';
import { PositionLogQuery } from './position/position-log.query.js';
import { PositionQuery } from './position/position.query.js';
import { PositionsReader } from './position/positions.reader.js';
import { RollService } from './delivery/roll.service.js';

const feeProduct: FeeProduct = { name: contractProduct.name, policy: 'contract.fees' };

/** Perpetual and delivery contracts: their orders, positions and margin. */
@Global()
@Module({
  imports: [MarketModule],
  controllers: [ContractController, ContractStaffController],
  providers: [
    { provide: FEE_PRODUCT, useValue: feeProduct },
    FeeTiers,
    ContractTermsSource,
    ContractQuery,
    ContractTickerQuery,
    ContractFundingQuery,
    InsuranceQuery,
    HousePositionQuery,
    PositionQuery,
    PositionLogQuery,
    PositionsReader,
    ContractService,
    RollService,
    ContractOwners,
    ContractsInUse,
    ContractFundingRunner,
    ContractDeliveryRunner,
    ContractHaltRunner,
    GapOrdersRunner,
    LiquidationRunner,
    OpenInterestQuery,
    LiquidationRiskQuery,
    { provide: LiquidationTermsSource, useExisting: ContractTermsSource },
    { provide: ContractActions, useClass: ContractCorporateActions },
  ],
  exports: [ContractActions],
})
export class ContractModule implements OnModuleInit {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly query: PositionQuery,
  ) {}

  onModuleInit(): void {
    const { query } = this;
    // The rows are numbers and codes. Who has a position open cannot be erased before it is closed.
    this.holdings.register({
      name: 'positions',
      tables: ['positions'],
      export: (userId) => query.export(userId),
      refusal: async (userId) => {
        const count = await query.openCount(userId);
        if (isRefusal(count)) return count;
        return count === 0 ? undefined : refuse('person.positions-open', { count });
      },
    });
  }
}
