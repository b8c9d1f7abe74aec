import { Controller } from '@nestjs/common';
import { transferFunds } from '../../../contracts/transfer.calls.js';
import type { TransferView } from '../../../contracts/transfer.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { TransferFunds } from './transfer.commands.js';

@Controller()
export class TransferController {
  constructor(
    private readonly commands: Commands,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  @Handle(transferFunds)
  async transfer({ session, input, requestToken }: CallContext<typeof transferFunds>) {
    const { realm, userId, ownerId } = session;
    const { from, to, currency, amount } = input;
    const data = { userId, ownerId, transferId: this.ids.next('tr'), from, to, currency, amount };
    const context = { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
    const result = await this.commands.execute(new TransferFunds(context, data));
    return result.ok ? ({ ...result.answer, position: result.position } satisfies TransferView) : result.refusal;
  }
}
