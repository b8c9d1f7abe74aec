import { Controller } from '@nestjs/common';
import { runReconciliation } from '../../../contracts/reconciliation.calls.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { FallDueReconciliation } from './reconciliation.commands.js';

@Controller()
export class ReconciliationController {
  constructor(
    private readonly commands: Commands,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  @Handle(runReconciliation)
  async begin({ session, requestToken }: CallContext<typeof runReconciliation>) {
    const at = this.clock.now();
    const data = { runId: this.ids.next('run'), day: new Date(at).toISOString().slice(0, 10) };
    const context = { realm: 'real', at, actor: `staff:${session.staffId}`, requestToken };
    const result = await this.commands.execute(new FallDueReconciliation(context, data));
    return result.ok ? result.answer : result.refusal;
  }
}
