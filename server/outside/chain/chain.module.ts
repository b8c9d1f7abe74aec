import {
  Global,
  Inject,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import type { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { Clock } from '../../core/clock.js';
import type { PersonalHoldings } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import { CHAIN, CLOCK, PERSONAL_HOLDINGS, PG_POOL, POLICY_SOURCE, PRICE_SOURCE } from '../../core/tokens.js';
import type { PriceSource } from '../../core/price-source.js';
import { ChainStatusQuery } from './chain-status.query.js';
import { ChainRunner } from './chain-runner.js';
import { ChainController } from './chain.controller.js';
import { Chain } from './chain.js';
import { ExplorerQuery } from './explorer.query.js';
import { Faucet } from './faucet.js';
import { networksOf, readChainSeeds } from './networks.js';

/** The simulated networks outside: the port `CHAIN`, the explorer, and the faucet that plays the outside wallet. */
@Global()
@Module({
  controllers: [ChainController],
  providers: [
    {
      provide: Chain,
      inject: [PG_POOL, CLOCK],
      useFactory: (pool: Pool, clock: Clock) => new Chain(pool, networksOf(readChainSeeds()), clock),
    },
    { provide: CHAIN, useExisting: Chain },
    {
      provide: ExplorerQuery,
      inject: [PG_POOL, Chain, CLOCK],
      useFactory: (pool: Pool, chain: Chain, clock: Clock) => new ExplorerQuery(pool, chain, clock),
    },
    {
      provide: ChainStatusQuery,
      inject: [PG_POOL, Chain, ExplorerQuery, CLOCK],
      useFactory: (pool: Pool, chain: Chain, explorer: ExplorerQuery, clock: Clock) =>
        new ChainStatusQuery(pool, chain, explorer, clock),
    },
    {
      provide: Faucet,
      inject: [PG_POOL, Chain, ExplorerQuery, POLICY_SOURCE, CLOCK, PRICE_SOURCE],
      useFactory: (
        pool: Pool,
        chain: Chain,
        explorer: ExplorerQuery,
        policies: PolicySource<KnownPolicies>,
        clock: Clock,
        prices: PriceSource,
      ) => new Faucet({ pool, chain, explorer, policies, clock, priceUsdt: (asset) => prices.priceUsdt(asset) }),
    },
    {
      provide: ChainRunner,
      inject: [Chain, CLOCK],
      useFactory: (chain: Chain, clock: Clock) => new ChainRunner(chain, clock, new Logger('Chain')),
    },
  ],
  exports: [CHAIN, Chain],
})
export class ChainModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(Faucet) private readonly faucet: Faucet,
    @Inject(Chain) private readonly chain: Chain,
    @Inject(ChainRunner) private readonly runner: ChainRunner,
  ) {}

  async onModuleInit(): Promise<void> {
    this.holdings.register(this.faucet.holding);
    await this.chain.open();
  }

  onApplicationBootstrap(): void {
    this.runner.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.runner.stop();
    await this.chain.close();
  }
}
