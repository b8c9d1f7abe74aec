import { Module, type BeforeApplicationShutdown, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { PolicyStart } from '../../core/ports/policy-source.js';
import { LiabilityController } from './liability.controller.js';
import { LiabilityPublisher } from './liability.publisher.js';
import { LiabilityQuery } from './liability.query.js';
import { TreeMaker } from './tree-maker.js';

/** All liabilities in a tree, once an epoch, so that every user can check their own balance in it. */
@Module({
  controllers: [LiabilityController],
  providers: [TreeMaker, LiabilityPublisher, LiabilityQuery],
})
export class LiabilityModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly policies: PolicyStart,
    private readonly publisher: LiabilityPublisher,
    private readonly maker: TreeMaker,
  ) {}

  /** Nonces are meaningless without the owner's id, which is not stored beside them. */
  onModuleInit(): void {
    this.holdings.register({ name: 'liabilities', tables: ['liability_bundles'] });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.policies.start();
    await this.publisher.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.publisher.stop();
    await this.maker.close();
  }
}
