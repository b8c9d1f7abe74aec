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
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { ServerConfig } from '../../config/config.js';
import type { Clock } from '../../core/clock.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import { CLOCK, CODES, CONFIG, OUTBOX, PERSONAL_HOLDINGS, PG_POOL, POLICY_SOURCE, VAULT } from '../../core/tokens.js';
import { StoredCodes } from './codes.js';
import { productLetters } from './letters.js';
import { OutboxTable } from './outbox.js';
import { outboxPort, smtpPort } from './ports.js';
import { Sender } from './sender.js';

/** Messages out: the outbox that everybody writes to, the codes, and the loop that carries messages away. */
@Global()
@Module({
  providers: [
    {
      provide: OutboxTable,
      inject: [PG_POOL, VAULT, CLOCK],
      useFactory: (pool: Pool, vault: Vault, clock: Clock) => new OutboxTable(pool, vault, productLetters(), clock),
    },
    { provide: OUTBOX, useExisting: OutboxTable },
    {
      provide: Sender,
      inject: [OutboxTable, CONFIG, CLOCK],
      useFactory: (outbox: OutboxTable, { smtpUrl, mailFrom }: ServerConfig, clock: Clock) => {
        const email = smtpUrl === null ? outboxPort : smtpPort(smtpUrl, mailFrom);
        return new Sender({ outbox, ports: { email, sms: outboxPort }, clock, log: new Logger('Messages') });
      },
    },
    {
      provide: StoredCodes,
      inject: [PG_POOL, VAULT, OutboxTable, POLICY_SOURCE, CLOCK, CONFIG],
      useFactory: (
        pool: Pool,
        vault: Vault,
        outbox: OutboxTable,
        policies: PolicySource<KnownPolicies>,
        clock: Clock,
        { smtpUrl }: ServerConfig,
      ) => {
        const delivery = { email: smtpUrl === null ? 'kept' : 'sent', sms: 'kept' } as const;
        return new StoredCodes({ pool, vault, outbox, policies, clock, delivery, log: new Logger('Codes') });
      },
    },
    { provide: CODES, useExisting: StoredCodes },
  ],
  exports: [OUTBOX, CODES, OutboxTable, Sender],
})
export class MessagingModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(OutboxTable) private readonly outbox: OutboxTable,
    @Inject(Sender) private readonly sender: Sender,
    @Inject(StoredCodes) private readonly codes: StoredCodes,
  ) {}

  onModuleInit(): void {
    this.holdings.register({
      name: 'messages-out',
      tables: ['outbox'],
      shred: (userId) => this.outbox.forget(userId),
      export: (userId) => this.outbox.of(userId),
    });
  }

  onApplicationBootstrap(): void {
    void this.sender.look();
  }

  async onModuleDestroy(): Promise<void> {
    await this.codes.close();
    await this.sender.stop();
  }
}
