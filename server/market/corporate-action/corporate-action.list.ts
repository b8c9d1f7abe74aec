import { z } from 'zod';
import { staffCorporateAction, staffCorporateActions } from '../../../contracts/corporate-action.calls.js';
import { ACTION_KINDS, ACTION_STATUSES } from '../../../contracts/corporate-action.contract.js';
import { staffNameOf } from '../../engine/lists/list-sql.js';
import { tableList } from '../../engine/lists/table-list.js';
import { corporateActions } from './corporate-action.projection.js';

const filter = z.object({
  symbol: z.string().max(24).optional(),
  kind: z.enum(ACTION_KINDS).optional(),
  status: z.enum(ACTION_STATUSES).optional(),
});

/** `/staff/corporate-actions`, the latest date first. */
export const corporateActionList = tableList(
  staffCorporateActions,
  corporateActions,
  {
    filter,
    defaultSort: ['dueAt', 'DESC'],
    readModels: ['corporate-actions'],
    sorts: ['dueAt', 'proposedAt'],
    then: ['position', 'actionId'],
    columns: {
      id: 'action_id',
      newShares: 'nullif(new_shares, 0)',
      oldShares: 'nullif(old_shares, 0)',
      proposedByName: staffNameOf('proposed_by'),
      decidedByName: staffNameOf('decided_by'),
    },
  },
  { rowCall: staffCorporateAction },
);
