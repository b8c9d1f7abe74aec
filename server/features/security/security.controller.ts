import { Controller } from '@nestjs/common';
import {
  bindGoogle,
  changeContact,
  changeName,
  changeTradePassword,
  getSecurity,
  hasTpassword,
  openContactChange,
  renewRecoveryCodes,
  resetTradePassword,
  setSecurityQuestions,
  setTradePassword,
  setUpGoogle,
  unbindGoogle,
  unlockTrading,
} from '../../../contracts/security.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { ContactService } from './contact.service.js';
import { AuthenticatorService } from './authenticator.service.js';
import { PersonService } from './person.service.js';
import { SecurityQuery } from './security.query.js';
import { TradePasswordService } from './trade-password.service.js';

@Controller()
export class SecurityController {
  constructor(
    private readonly query: SecurityQuery,
    private readonly authenticator: AuthenticatorService,
    private readonly trade: TradePasswordService,
    private readonly persons: PersonService,
    private readonly contacts: ContactService,
  ) {}

  @Handle(getSecurity)
  getSecurity(context: CallContext<typeof getSecurity>) {
    return this.query.view(context.session);
  }

  @Handle(hasTpassword)
  hasTpassword(context: CallContext<typeof hasTpassword>) {
    return this.trade.has(context.session);
  }

  @Handle(setUpGoogle)
  setUpGoogle(context: CallContext<typeof setUpGoogle>) {
    return this.authenticator.setUp(context);
  }

  @Handle(bindGoogle)
  bindGoogle(context: CallContext<typeof bindGoogle>) {
    return this.authenticator.bind(context);
  }

  @Handle(unbindGoogle)
  unbindGoogle(context: CallContext<typeof unbindGoogle>) {
    return this.authenticator.unbind(context);
  }

  @Handle(renewRecoveryCodes)
  renewRecoveryCodes(context: CallContext<typeof renewRecoveryCodes>) {
    return this.authenticator.renewCodes(context);
  }

  @Handle(setTradePassword)
  setTradePassword(context: CallContext<typeof setTradePassword>) {
    return this.trade.set(context);
  }

  @Handle(changeTradePassword)
  changeTradePassword(context: CallContext<typeof changeTradePassword>) {
    return this.trade.change(context);
  }

  @Handle(resetTradePassword)
  resetTradePassword(context: CallContext<typeof resetTradePassword>) {
    return this.trade.reset(context);
  }

  @Handle(unlockTrading)
  unlockTrading(context: CallContext<typeof unlockTrading>) {
    return this.trade.unlock(context);
  }

  @Handle(setSecurityQuestions)
  setSecurityQuestions(context: CallContext<typeof setSecurityQuestions>) {
    return this.persons.setQuestions(context);
  }

  @Handle(changeName)
  changeName(context: CallContext<typeof changeName>) {
    return this.persons.changeName(context);
  }

  @Handle(openContactChange)
  openContactChange(context: CallContext<typeof openContactChange>) {
    return this.contacts.open(context);
  }

  @Handle(changeContact)
  changeContact(context: CallContext<typeof changeContact>) {
    return this.contacts.change(context);
  }
}
