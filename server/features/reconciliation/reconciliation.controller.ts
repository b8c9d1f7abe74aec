import { Controller, Inject } from '@nestjs/common';
import {
  runReconciliation,
  staffReconciliation,
  staffReconciliations,
} from '../../../contracts/reconciliation.calls.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import { CLOCK, IDS } from '../../core/tokens.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { StaffLists } from '../../staff/staff-lists.js';
import { FallDueReconciliation } from './reconciliation.commands.js';

@Controller()
export class ReconciliationController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  @Handle(staffReconciliations)
  runs({ session, input, header }: CallContext<typeof staffReconciliations>) {
    return this.lists.list(session, 'reconciliations', input, header);
  }

  @Handle(staffReconciliation)
  run({ session, input }: CallContext<typeof staffReconciliation>) {
    return this.lists.one(session, 'reconciliations', input.id);
  }

  @Handle(runReconciliation)
  async begin({ session, keys }: CallContext<typeof runReconciliation>) {
    const at = this.clock.now();
    const data = { runId: this.ids.next('run'), day: new Date(at).toISOString().slice(0, 10) };
    const context = { realm: 'real', at, actor: `staff:${session.staffId}`, keys };
    const result = await this.commands.execute(new FallDueReconciliation(context, data));
    return result.ok ? result.answer : result.refusal;
  }
}
