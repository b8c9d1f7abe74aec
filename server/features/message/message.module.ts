import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { MessageController } from './message.controller.js';
import { MessageQuery } from './message.query.js';
import { MessageService } from './message.service.js';
import { UnreadMessages } from '../../core/ports/unread-messages.js';

@Global()
@Module({
  controllers: [MessageController],
  providers: [MessageQuery, { provide: UnreadMessages, useExisting: MessageQuery }, MessageService],
  exports: [UnreadMessages],
})
export class MessageModule implements OnModuleInit {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly query: MessageQuery,
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
