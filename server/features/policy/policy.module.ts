import { join } from 'node:path';
import { Global, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { projectRoot } from '../../edge/project-root.js';
import { Writers } from '../../engine/writer/writers.js';
import { HousePolicies } from './house-policies.js';
import { PolicyController } from './policy.controller.js';
import { PolicyQuery } from './policy.query.js';
import { PolicyService } from './policy.service.js';
import { PolicySource, PolicyStart } from '../../core/ports/policy-source.js';

@Global()
@Module({
  controllers: [PolicyController],
  providers: [
    {
      provide: HousePolicies,
      inject: [Writers, Commands, Clock],
      useFactory: (writers: Writers, commands: Commands, clock: Clock) =>
        new HousePolicies(writers, commands, clock, join(projectRoot, 'seeds')),
    },
    { provide: PolicySource, useExisting: HousePolicies },
    { provide: PolicyStart, useExisting: HousePolicies },
    PolicyQuery,
    PolicyService,
  ],
  exports: [HousePolicies, PolicySource, PolicyStart, PolicyService],
})
export class PolicyModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(private readonly policies: HousePolicies) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.policies.start();
  }

  onModuleDestroy(): void {
    this.policies.close();
  }
}
