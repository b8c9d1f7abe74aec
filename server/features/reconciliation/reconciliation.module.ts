import { Logger, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { SimulatedBank } from '../../core/ports/bank.js';
import { SimulatedChain } from '../../core/ports/chain.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { Writers } from '../../engine/writer/writers.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { Reconciler } from './reconciler.js';

/** The daily comparison of the books with what chain and bank say. */
@Module({
  controllers: [ReconciliationController],
  providers: [
    {
      provide: Reconciler,
      inject: [Pool, SimulatedChain, SimulatedBank, Writers, Commands, ProjectionRunner, Clock],
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
    private readonly writers: Writers,
    private readonly reconciler: Reconciler,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.writers.start();
    await this.reconciler.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.reconciler.stop();
  }
}
