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
import type { Clock } from '../core/clock.js';
import { CHAIN, CLOCK, PG_POOL } from '../core/tokens.js';
import { ChainRunner } from './chain-runner.js';
import { Chain } from './chain.js';
import { networksOf, readChainSeeds } from './networks.js';

/** The simulated networks outside: the port `CHAIN`, the explorer, and the faucet that plays the outside wallet. */
@Global()
@Module({
  providers: [
    {
      provide: Chain,
      inject: [PG_POOL, CLOCK],
      useFactory: (pool: Pool, clock: Clock) => new Chain(pool, networksOf(readChainSeeds()), clock),
    },
    { provide: CHAIN, useExisting: Chain },
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
    @Inject(Chain) private readonly chain: Chain,
    @Inject(ChainRunner) private readonly runner: ChainRunner,
  ) {}

  async onModuleInit(): Promise<void> {
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
