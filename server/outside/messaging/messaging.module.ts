import {
  Global,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Pool } from 'pg';
import { ServerConfig } from '../../config/config.js';
import { Clock } from '../../core/clock.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { Vault } from '../../core/ports/vault.js';
import { StoredCodes } from './codes.js';
import { productTexts } from './message-texts.js';
import { OutboxTable } from './outbox.js';
import { outboxPort, smtpPort } from './ports.js';
import { Sender } from './sender.js';
import { Codes, Outbox } from '../../core/ports/messages-out.js';

/** Messages out: the outbox that everybody writes to, the codes, and the loop that carries messages away. */
@Global()
@Module({
  providers: [
    {
      provide: OutboxTable,
      inject: [Pool, Vault, Clock],
      useFactory: (pool: Pool, vault: Vault, clock: Clock) => new OutboxTable(pool, vault, productTexts(), clock),
    },
    { provide: Outbox, useExisting: OutboxTable },
    {
      provide: Sender,
      inject: [OutboxTable, ServerConfig, Clock],
      useFactory: async (outbox: OutboxTable, { smtpUrl, mailFrom }: ServerConfig, clock: Clock) => {
        const email = smtpUrl === null ? outboxPort : await smtpPort(smtpUrl, mailFrom);
        return new Sender({ outbox, ports: { email, sms: outboxPort }, clock, log: new Logger('Messages') });
      },
    },
    StoredCodes,
    { provide: Codes, useExisting: StoredCodes },
  ],
  exports: [Outbox, Codes, OutboxTable, Sender],
})
export class MessagingModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly outbox: OutboxTable,
    private readonly sender: Sender,
    private readonly codes: StoredCodes,
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
