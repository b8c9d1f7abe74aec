import { join } from 'node:path';
import { Global, Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import { CLOCK, IDS, PG_POOL, POLICY_SOURCE, WRITERS } from '../../core/tokens.js';
import { projectRoot } from '../../edge/project-root.js';
import { PROJECTIONS, type ProjectionRunner } from '../../engine/projections/runner.js';
import type { Writers } from '../../engine/writer/writers.js';
import { HousePolicies } from './house-policies.js';
import { PolicyController } from './policy.controller.js';
import { PolicyQuery } from './policy.query.js';
import { PolicyService } from './policy.service.js';

@Global()
@Module({
  controllers: [PolicyController],
  providers: [
    {
      provide: HousePolicies,
      inject: [WRITERS, Commands, CLOCK],
      useFactory: (writers: Writers, commands: Commands, clock: Clock) =>
        new HousePolicies(writers, commands, clock, join(projectRoot, 'seeds')),
    },
    { provide: POLICY_SOURCE, useExisting: HousePolicies },
    {
      provide: PolicyQuery,
      inject: [PG_POOL, HousePolicies, PROJECTIONS],
      useFactory: (pool: Pool, policies: HousePolicies, projections: ProjectionRunner) =>
        new PolicyQuery(pool, policies, projections),
    },
    {
      provide: PolicyService,
      inject: [Commands, HousePolicies, PROJECTIONS, CLOCK, IDS],
      useFactory: (
        commands: Commands,
        policies: HousePolicies,
        projections: ProjectionRunner,
        clock: Clock,
        ids: Ids,
      ) => new PolicyService({ commands, policies, projections, clock, ids }),
    },
  ],
  exports: [HousePolicies, POLICY_SOURCE, PolicyService],
})
export class PolicyModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(@Inject(HousePolicies) private readonly policies: HousePolicies) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.policies.start();
  }

  onModuleDestroy(): void {
    this.policies.close();
  }
}
