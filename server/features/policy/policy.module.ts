import { join } from 'node:path';
import {
  Global,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import type { Clock } from '../../core/clock.js';
import { CLOCK, COMMAND_HANDLERS, POLICY_SOURCE, WRITERS } from '../../core/tokens.js';
import { projectRoot } from '../../edge/project-root.js';
import type { CommandHandlers } from '../../writer/command-handlers.js';
import type { Writers } from '../../writer/writers.js';
import { HousePolicies } from './house-policies.js';
import { policyHandlers } from './policy.handler.js';

@Global()
@Module({
  providers: [
    {
      provide: HousePolicies,
      inject: [WRITERS, CLOCK],
      useFactory: (writers: Writers, clock: Clock) => new HousePolicies(writers, clock, join(projectRoot, 'seeds')),
    },
    { provide: POLICY_SOURCE, useExisting: HousePolicies },
  ],
  exports: [HousePolicies, POLICY_SOURCE],
})
export class PolicyModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(COMMAND_HANDLERS) private readonly handlers: CommandHandlers,
    @Inject(HousePolicies) private readonly policies: HousePolicies,
  ) {}

  onModuleInit(): void {
    this.handlers.register(...policyHandlers);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.policies.start();
  }

  onModuleDestroy(): void {
    this.policies.close();
  }
}
