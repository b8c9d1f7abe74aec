import { Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { EntitlementRunner } from './entitlement.runner.js';

/** What holders are told and paid. The market opens before the runner starts. */
@Module({ imports: [MarketModule], providers: [EntitlementRunner] })
export class EntitlementModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly runner: EntitlementRunner) {}

  onApplicationBootstrap(): void {
    this.runner.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.runner.stop();
  }
}
