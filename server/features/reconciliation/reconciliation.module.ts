import { Inject, Logger, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Pool } from 'pg';
import type { SimulatedBank } from '../../core/bank.js';
import type { SimulatedChain } from '../../core/chain.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { BANK, CHAIN, CLOCK, PG_POOL, WRITERS } from '../../core/tokens.js';
import { PROJECTIONS, type ProjectionRunner } from '../../engine/projections/runner.js';
import type { Writers } from '../../engine/writer/writers.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { Reconciler } from './reconciler.js';

/** The daily comparison of the books with what chain and bank say. */
@Module({
  controllers: [ReconciliationController],
  providers: [
    {
      provide: Reconciler,
      inject: [PG_POOL, CHAIN, BANK, WRITERS, Commands, PROJECTIONS, CLOCK],
      useFactory: (
        pool: Pool,
        chain: SimulatedChain,
        bank: SimulatedBank,
        writers: Writers,
        commands: Commands,
        projections: ProjectionRunner,
        clock: Clock,
      ) =>
        new Reconciler({
          ...{ pool, chain, bank, writers, commands, projections, clock },
          log: new Logger('Reconciliation'),
        }),
    },
  ],
})
export class ReconciliationModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(WRITERS) private readonly writers: Writers,
    @Inject(Reconciler) private readonly reconciler: Reconciler,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.writers.start();
    await this.reconciler.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.reconciler.stop();
  }
}
