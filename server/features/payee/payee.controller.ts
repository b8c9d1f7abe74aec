import { Controller } from '@nestjs/common';
import {
  addPayeeAddress,
  addPayeeCard,
  getPayees,
  labelPayee,
  removePayee,
  setPaymentSettings,
} from '../../../contracts/payee.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { PayeeQuery } from './payee.query.js';
import { PayeeService } from './payee.service.js';

@Controller()
export class PayeeController {
  constructor(
    private readonly query: PayeeQuery,
    private readonly payees: PayeeService,
  ) {}

  @Handle(getPayees)
  getPayees(context: CallContext<typeof getPayees>) {
    return this.query.view(context.session.userId);
  }

  @Handle(addPayeeAddress)
  addPayeeAddress(context: CallContext<typeof addPayeeAddress>) {
    return this.payees.addAddress(context);
  }

  @Handle(addPayeeCard)
  addPayeeCard(context: CallContext<typeof addPayeeCard>) {
    return this.payees.addCard(context);
  }

  @Handle(labelPayee)
  labelPayee(context: CallContext<typeof labelPayee>) {
    return this.payees.label(context);
  }

  @Handle(removePayee)
  removePayee(context: CallContext<typeof removePayee>) {
    return this.payees.remove(context);
  }

  @Handle(setPaymentSettings)
  setPaymentSettings(context: CallContext<typeof setPaymentSettings>) {
    return this.payees.setSettings(context);
  }
}
