import { join } from 'node:path';
import {
  Global,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import { ServerConfig } from '../config/config.js';
import { Clock } from '../core/clock.js';
import { Commands } from '../core/command.js';
import { UnitPrices } from '../core/unit-prices.js';
import { PolicySource, type PolicyStart } from '../core/ports/policy-source.js';
import { projectRoot } from '../edge/project-root.js';
import { Writers } from '../engine/writer/writers.js';
import { FundingQuery } from './funding/funding.query.js';
import { VolatilityQuery } from './volatility/volatility.query.js';
import { MarketOverviewController } from './market-overview.controller.js';
import { MarketController } from './market.controller.js';
import { DrandClient } from './drand/drand-client.js';
import { DrandRounds } from './drand/drand-rounds.js';
import { EpochPublisher } from './runtime/epoch-publisher.js';
import { MarketService } from './runtime/market.service.js';
import { MarketWatchedPrices } from './runtime/watched-prices.js';
import { MarketOverviewQuery } from './runtime/market-overview.query.js';
import { ContractCandleController } from './contract/contract-candle.controller.js';
import { ContractCandleQuery } from './contract/contract-candle.query.js';
import { MarketQuery } from './runtime/market.query.js';
import { RiskPremiumController } from './risk-premium/risk-premium.controller.js';
import { ScorecardController } from './scorecard/scorecard.controller.js';
import { SettlementQuery } from './runtime/settlement.query.js';
import { SeedVault } from './runtime/seed-vault.js';
import { ActionPrices } from '../core/ports/action-prices.js';
import { IndexPrices } from '../core/ports/index-prices.js';
import { PriceSource } from '../core/ports/price-source.js';
import { WatchedPrices } from '../core/ports/watched-prices.js';
import { CustodyRates } from '../core/ports/custody-rates.js';
import { FundPrices } from '../core/ports/fund-prices.js';
import { NewCoinMarket } from '../core/ports/new-coin-market.js';
import { OptionPrices } from '../core/ports/option-prices.js';
import { ContractFacts } from '../core/ports/contract-facts.js';
import { ContractTickers } from '../core/ports/contract-tickers.js';
import { BookMarket } from './book-market.js';
import { MarketContractFacts } from './contract/market-contract-facts.js';
import { MarketContractTickers } from './contract/market-contract-tickers.js';
import { MarketCustodyRates } from './custody/market-custody-rates.js';
import { MarketFundPrices } from './fund/market-fund-prices.js';
import { MarketNewCoins } from './new-coin/market-new-coins.js';
import { MarketOptionPrices } from './option/market-option-prices.js';

const HOUR_MS = 3_600_000;

@Global()
@Module({
  controllers: [
    MarketController,
    ContractCandleController,
    MarketOverviewController,
    RiskPremiumController,
    ScorecardController,
  ],
  providers: [
    {
      provide: MarketService,
      inject: [Writers, Commands, PolicySource, Clock, UnitPrices, ServerConfig],
      useFactory: (
        writers: Writers,
        commands: Commands,
        policies: PolicySource<KnownPolicies> & PolicyStart,
        clock: Clock,
        units: UnitPrices,
        config: ServerConfig,
      ) => {
        const vault = new SeedVault(config.dataDir);
        const drand = config.drandUrl === null ? null : new DrandClient(config.drandUrl);
        const rounds = new DrandRounds(drand, new Logger('Drand'));
        const epochMs = config.marketEpochHours * HOUR_MS;
        const epochs = new EpochPublisher({ writers, commands, vault, rounds, clock, epochMs });
        const seedsFolder = join(projectRoot, 'seeds');
        const replaysFolder = join(config.dataDir, 'replays');
        const files = { seedsFolder, isCurated: config.instruments === 'curated', replaysFolder };
        return new MarketService({ writers, commands, policies, epochs, clock, units, ...files });
      },
    },
    { provide: BookMarket, useExisting: MarketService },
    { provide: PriceSource, useExisting: MarketService },
    { provide: ActionPrices, useExisting: MarketService },
    { provide: IndexPrices, useExisting: MarketService },
    { provide: WatchedPrices, useClass: MarketWatchedPrices },
    { provide: OptionPrices, useClass: MarketOptionPrices },
    { provide: CustodyRates, useClass: MarketCustodyRates },
    { provide: FundPrices, useClass: MarketFundPrices },
    { provide: NewCoinMarket, useClass: MarketNewCoins },
    { provide: ContractFacts, useClass: MarketContractFacts },
    { provide: ContractTickers, useClass: MarketContractTickers },
    MarketQuery,
    ContractCandleQuery,
    MarketOverviewQuery,
    SettlementQuery,
    FundingQuery,
    VolatilityQuery,
  ],
  exports: [
    MarketService,
    BookMarket,
    PriceSource,
    ActionPrices,
    IndexPrices,
    WatchedPrices,
    OptionPrices,
    CustodyRates,
    FundPrices,
    NewCoinMarket,
    ContractFacts,
    ContractTickers,
    FundingQuery,
  ],
})
export class MarketModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly markets: MarketService) {}

  async onModuleInit(): Promise<void> {
    await this.markets.check();
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.markets.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.markets.stop();
  }
}
