import {
  Global,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '../../core/clock.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { ChainStatusQuery } from './chain-status.query.js';
import { ChainRunner } from './chain-runner.js';
import { ChainController } from './chain.controller.js';
import { Chain } from './chain.js';
import { ExplorerQuery } from './explorer.query.js';
import { Faucet } from './faucet.js';
import { networksOf, readChainSeeds } from './networks.js';
import { SimulatedChain } from '../../core/ports/chain.js';

/** The simulated networks outside: the port `SimulatedChain`, the explorer, and the faucet that plays the outside wallet. */
@Global()
@Module({
  controllers: [ChainController],
  providers: [
    {
      provide: Chain,
      inject: [Pool, Clock],
      useFactory: (pool: Pool, clock: Clock) => new Chain(pool, networksOf(readChainSeeds()), clock),
    },
    { provide: SimulatedChain, useExisting: Chain },
    ExplorerQuery,
    ChainStatusQuery,
    Faucet,
    ChainRunner,
  ],
  exports: [SimulatedChain, Chain],
})
export class ChainModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly faucet: Faucet,
    private readonly chain: Chain,
    private readonly runner: ChainRunner,
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
