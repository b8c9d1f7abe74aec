import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Global,
  Inject,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../../core/clock.js';
import type { Ids } from '../../core/ids.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import { BANK, CLOCK, IDS, PERSONAL_HOLDINGS, PG_POOL, VAULT } from '../../core/tokens.js';
import { projectRoot } from '../../edge/project-root.js';
import { BankBooks } from './bank-books.js';
import { BankRunner } from './bank-runner.js';
import { BankController } from './bank.controller.js';
import type { BankRules } from './bank.rules.js';

/** The bank outside, simulated: the platform orders payouts and reads what changed, by the token `BANK`. */
@Global()
@Module({
  controllers: [BankController],
  providers: [
    {
      provide: BankBooks,
      inject: [PG_POOL, VAULT, CLOCK, IDS],
      useFactory: (pool: Pool, vault: Vault, clock: Clock, ids: Ids) => {
        const rules = JSON.parse(readFileSync(join(projectRoot, 'seeds', 'bank.json'), 'utf8')) as BankRules;
        return new BankBooks({ pool, vault, clock, ids, rules });
      },
    },
    { provide: BANK, useExisting: BankBooks },
    {
      provide: BankRunner,
      inject: [BankBooks],
      useFactory: (books: BankBooks) => new BankRunner({ books, log: new Logger('Bank') }),
    },
  ],
  exports: [BANK],
})
export class BankModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(BankBooks) private readonly books: BankBooks,
    @Inject(BankRunner) private readonly runner: BankRunner,
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
