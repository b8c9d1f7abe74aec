import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import { CLOCK, PERSONAL_HOLDINGS, PG_POOL, UNREAD_MESSAGES, VAULT } from '../../core/tokens.js';
import { Messages } from '../../edge/http/messages.js';
import { PROJECTIONS, type ProjectionRunner } from '../../engine/projections/runner.js';
import { MessageController } from './message.controller.js';
import { MessageQuery } from './message.query.js';
import { MessageService } from './message.service.js';

@Global()
@Module({
  controllers: [MessageController],
  providers: [
    {
      provide: MessageQuery,
      inject: [PG_POOL, VAULT, Messages],
      useFactory: (pool: Pool, vault: Vault, texts: Messages) => new MessageQuery(pool, vault, texts),
    },
    { provide: UNREAD_MESSAGES, useExisting: MessageQuery },
    {
      provide: MessageService,
      inject: [Commands, PROJECTIONS, MessageQuery, CLOCK],
      useFactory: (commands: Commands, projections: ProjectionRunner, query: MessageQuery, clock: Clock) =>
        new MessageService({ commands, projections, query, clock }),
    },
  ],
  exports: [UNREAD_MESSAGES],
})
export class MessageModule implements OnModuleInit {
  constructor(
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(MessageQuery) private readonly query: MessageQuery,
  ) {}

  onModuleInit(): void {
    const { query } = this;
    this.holdings.register({
      name: 'messages',
      tables: ['messages'],
      export: async (userId) => (await query.page('en', { realm: 'real', userId }, { limit: 10_000 })).items,
    });
  }
}
