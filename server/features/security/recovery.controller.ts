import { Controller } from '@nestjs/common';
import {
  cancelRecovery,
  openRecovery,
  requestRecovery,
  stopRecovery,
  uploadRecoveryPhoto,
} from '../../../contracts/security.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { RecoveryService } from './recovery.service.js';

/** Recovery of a lost authenticator: requested and cancelled without a session. */
@Controller()
export class RecoveryController {
  constructor(private readonly recovery: RecoveryService) {}

  @Handle(openRecovery)
  openRecovery(context: CallContext<typeof openRecovery>) {
    return this.recovery.open(context);
  }

  @Handle(uploadRecoveryPhoto)
  uploadRecoveryPhoto(context: CallContext<typeof uploadRecoveryPhoto>) {
    return this.recovery.photo(context);
  }

  @Handle(requestRecovery)
  requestRecovery(context: CallContext<typeof requestRecovery>) {
    return this.recovery.request(context);
  }

  @Handle(stopRecovery)
  stopRecovery(context: CallContext<typeof stopRecovery>) {
    return this.recovery.stop(context);
  }

  @Handle(cancelRecovery)
  cancelRecovery(context: CallContext<typeof cancelRecovery>) {
    return this.recovery.cancel(context);
  }
}
