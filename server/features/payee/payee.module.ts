import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { PayeeController } from './payee.controller.js';
import { PayeeQuery } from './payee.query.js';
import { PayeeReader } from './payee.reader.js';
import { PayeeService } from './payee.service.js';
import { Payees } from '../../core/ports/payees.js';

/** Address book, bank cards and payment settings. Other features read `Payees` for payout destinations. */
@Global()
@Module({
  controllers: [PayeeController],
  providers: [PayeeReader, { provide: Payees, useExisting: PayeeReader }, PayeeQuery, PayeeService],
  exports: [Payees],
})
export class PayeeModule implements OnModuleInit {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly query: PayeeQuery,
  ) {}

  onModuleInit(): void {
    // Everything stands sealed in the history, so forgetting the person's key is enough.
    this.holdings.register({ name: 'payees', tables: ['saved_payees'], export: (userId) => this.query.book(userId) });
  }
}
