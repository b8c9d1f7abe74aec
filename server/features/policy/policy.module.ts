import { Global, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HousePolicies } from './house-policies.js';
import { PolicyController } from './policy.controller.js';
import { PolicyQuery } from './policy.query.js';
import { PolicyService } from './policy.service.js';
import { PolicySource, PolicyStart } from '../../core/ports/policy-source.js';

@Global()
@Module({
  controllers: [PolicyController],
  providers: [
    HousePolicies,
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
