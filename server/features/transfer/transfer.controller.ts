import { Controller, Inject } from '@nestjs/common';
import { transferBody, type TransferView } from '../../../contracts/transfer.contract.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import { CLOCK, IDS } from '../../core/tokens.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { TransferFunds } from './transfer.commands.js';

@Controller()
export class TransferController {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  @Call({
    method: 'POST',
    path: 'web/transfer',
    access: 'user',
    summary: 'Moves an available amount from one account space to another, at once and free of charge.',
    input: transferBody,
    answer: 'TransferView',
    refusals: [
      ...(['transfer.same-space', 'asset.amount-zero', 'asset.insufficient', 'asset.too-many-decimals'] as const),
      ...(['account.frozen', 'demo.expired', 'request.unavailable'] as const),
    ],
  })
  async transfer({ session, input, keys }: Asked<typeof transferBody>) {
    const { realm, userId, ownerId } = session;
    const { from, to, currency, amount } = input;
    const data = { userId, ownerId, transferId: this.ids.next('tr'), from, to, currency, amount };
    const context = { realm, at: this.clock.now(), actor: `user:${userId}`, keys };
    const result = await this.commands.execute(new TransferFunds(context, data));
    return result.ok ? ({ ...result.answer, position: result.position } satisfies TransferView) : result.refusal;
  }
}
