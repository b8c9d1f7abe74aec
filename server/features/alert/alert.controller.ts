import { Controller } from '@nestjs/common';
import {
  changeAlert,
  getAlertLimits,
  getAlerts,
  pauseAlert,
  removeAlert,
  setAlert,
} from '../../../contracts/alert.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { AlertQuery } from './alert.query.js';
import { AlertService } from './alert.service.js';

@Controller()
export class AlertController {
  constructor(
    private readonly query: AlertQuery,
    private readonly service: AlertService,
  ) {}

  @Handle(getAlerts)
  getAlerts({ session, input }: CallContext<typeof getAlerts>) {
    return this.query.page(session, input);
  }

  @Handle(getAlertLimits)
  getAlertLimits(context: CallContext<typeof getAlertLimits>) {
    return this.service.limits(context);
  }

  @Handle(setAlert)
  setAlert(context: CallContext<typeof setAlert>) {
    return this.service.set(context);
  }

  @Handle(changeAlert)
  changeAlert(context: CallContext<typeof changeAlert>) {
    return this.service.change(context);
  }

  @Handle(pauseAlert)
  pauseAlert(context: CallContext<typeof pauseAlert>) {
    return this.service.pause(context);
  }

  @Handle(removeAlert)
  removeAlert(context: CallContext<typeof removeAlert>) {
    return this.service.remove(context);
  }
}
