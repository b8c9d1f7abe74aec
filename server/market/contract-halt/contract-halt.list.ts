import { z } from 'zod';
import { staffContractHalt, staffContractHalts } from '../../../contracts/contract-halt.calls.js';
import { HALT_CHANGES, HALT_STATUSES } from '../../../contracts/contract-halt.contract.js';
import { staffNameOf } from '../../engine/lists/list-sql.js';
import { tableList } from '../../engine/lists/table-list.js';
import { contractHalts } from './contract-halt.projection.js';

/** `/staff/contract-halts`, the newest first. */
export const contractHaltList = tableList(
  staffContractHalts,
  contractHalts,
  {
    filter: z.object({
      symbol: z.string().max(24).optional(),
      change: z.enum(HALT_CHANGES).optional(),
      status: z.enum(HALT_STATUSES).optional(),
    }),
    defaultSort: ['proposedAt', 'DESC'],
    readModels: ['contract-halts'],
    sorts: ['proposedAt', 'decidedAt'],
    then: ['position', 'proposalId'],
    columns: {
      id: 'proposal_id',
      proposedByName: staffNameOf('proposed_by'),
      decidedByName: staffNameOf('decided_by'),
    },
  },
  { rowCall: staffContractHalt },
);
