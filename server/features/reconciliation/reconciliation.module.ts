import { Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Writers } from '../../engine/writer/writers.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { Reconciler } from './reconciler.js';

/** The daily comparison of the books with chain and bank. */
@Module({
  controllers: [ReconciliationController],
  providers: [Reconciler],
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
