import { Controller, Inject } from '@nestjs/common';
import { runReconciliationBody } from '../../contracts/reconciliation.contract.js';
import type { Clock } from '../core/clock.js';
import { Commands } from '../core/command.js';
import type { Ids } from '../core/ids.js';
import { CLOCK, IDS } from '../core/tokens.js';
import { Call, type Asked } from '../edge/http/call.js';
import { LIST, ONE, type List, type One } from '../staff/call-shapes.js';
import { StaffLists } from '../staff/staff-lists.js';
import { FallDueReconciliation } from '../features/reconciliation/reconciliation.commands.js';

@Controller()
export class ReconciliationController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  @Call({
    method: 'GET',
    path: 'staff/reconciliations',
    access: 'staff:reconciliation',
    summary: 'Comparisons of the books with chain, bank and wires, the newest first.',
    answer: 'StaffReconciliationRow[]',
    ...LIST,
  })
  runs({ session, input, header }: List<'staff:reconciliation'>) {
    return this.lists.list(session, 'reconciliations', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/reconciliations/:id',
    access: 'staff:reconciliation',
    summary: 'One comparison with every line.',
    answer: 'StaffReconciliationRow',
    ...ONE,
    refusals: ['staff.not-found', 'request.unavailable'],
  })
  run({ session, input }: One<'staff:reconciliation'>) {
    return this.lists.one(session, 'reconciliations', input.id);
  }

  @Call({
    method: 'POST',
    path: 'staff/runReconciliation',
    access: 'staff:reconciling',
    summary: 'Compares books, chain and bank now, besides the daily run.',
    input: runReconciliationBody,
    answer: 'ReconciliationBegunView',
    body: 'bare',
  })
  async begin({ session, keys }: Asked<typeof runReconciliationBody, 'staff:reconciling'>) {
    const at = this.clock.now();
    const data = { runId: this.ids.next('run'), day: new Date(at).toISOString().slice(0, 10) };
    const context = { realm: 'real', at, actor: `staff:${session.staffId}`, keys };
    const result = await this.commands.execute(new FallDueReconciliation(context, data));
    return result.ok ? result.answer : result.refusal;
  }
}
