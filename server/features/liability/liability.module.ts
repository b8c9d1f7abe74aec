import { Module, type BeforeApplicationShutdown, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { PolicyStart } from '../../core/ports/policy-source.js';
import { LiabilityController } from './liability.controller.js';
import { LiabilityPublisher } from './liability.publisher.js';
import { LiabilityQuery } from './liability.query.js';
import { TreeMaker } from './tree-maker.js';

/** What users are owed, summed up in a tree every epoch, so that everybody can check that he is counted. */
@Module({
  controllers: [LiabilityController],
  providers: [TreeMaker, LiabilityPublisher, LiabilityQuery],
})
export class LiabilityModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly policies: PolicyStart,
    private readonly keeper: LiabilityPublisher,
    private readonly maker: TreeMaker,
  ) {}

  /** Nonces say nothing without an owner's id, and no id of an owner stands beside them. */
  onModuleInit(): void {
    this.holdings.register({ name: 'liabilities', tables: ['liability_bundles'] });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.policies.start();
    await this.keeper.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.keeper.stop();
    await this.maker.close();
  }
}
