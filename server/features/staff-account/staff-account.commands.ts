import { z } from 'zod';
import { HouseCommand, type DataOf } from '../../core/command.js';

/** The fact itself: `type` names one of `StaffFacts`, and `data` are its own. */
const recordStaff = z.object({ type: z.string(), data: z.looseObject({ staffId: z.string() }) });

/** Only records what happened: there is nothing to refuse. */
export class RecordStaff extends HouseCommand<DataOf<typeof recordStaff>, null> {
  static readonly type = 'RecordStaff';
  static readonly schema = recordStaff;
}
