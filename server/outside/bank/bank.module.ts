import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Global, Module, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '../../core/clock.js';
import { Ids } from '../../core/ids.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { Vault } from '../../core/ports/vault.js';
import { projectRoot } from '../../edge/project-root.js';
import { BankBooks } from './bank-books.js';
import { BankRunner } from './bank-runner.js';
import { BankController } from './bank.controller.js';
import type { BankRules } from './bank.rules.js';
import { SimulatedBank } from '../../core/ports/bank.js';

/** The bank outside, simulated: the platform orders payouts and reads what changed, by the port `SimulatedBank`. */
@Global()
@Module({
  controllers: [BankController],
  providers: [
    {
      provide: BankBooks,
      inject: [Pool, Vault, Clock, Ids],
      useFactory: (pool: Pool, vault: Vault, clock: Clock, ids: Ids) => {
        const rules = JSON.parse(readFileSync(join(projectRoot, 'seeds', 'bank.json'), 'utf8')) as BankRules;
        return new BankBooks({ pool, vault, clock, ids, rules });
      },
    },
    { provide: SimulatedBank, useExisting: BankBooks },
    BankRunner,
  ],
  exports: [SimulatedBank],
})
export class BankModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly books: BankBooks,
    private readonly runner: BankRunner,
  ) {}

  onModuleInit(): void {
    this.holdings.register({
      name: 'bank',
      tables: ['bank_payouts', 'bank_wires'],
      shred: (userId) => this.books.forget(userId),
      export: (userId) => this.books.of(userId),
    });
  }

  onApplicationBootstrap(): void {
    void this.runner.look();
  }

  async onModuleDestroy(): Promise<void> {
    await this.runner.stop();
  }
}
