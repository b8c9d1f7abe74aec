import { z } from 'zod';
import { staffEpoch, staffEpochs } from '../../../contracts/market.calls.js';
import { BEACON_SOURCES, type EpochView } from '../../../contracts/market.contract.js';
import { staffList } from '../../engine/lists/staff-list.js';

const filter = z.object({
  status: z.enum(['committed', 'running', 'revealed']).optional(),
  source: z.enum(BEACON_SOURCES).optional(),
  epoch: z.int().optional(),
});

const orders = { epoch: ['epoch'], id: ['epoch'], startsAt: ['epoch'], endsAt: ['epoch'], status: ['status', 'epoch'] };

/** `/staff/epochs`, as they stand at an instant: an epoch that is over and not shown yet still counts as running. */
export const epochList = staffList<typeof filter, EpochView>(
  staffEpochs,
  ({ now }) => {
    const status = `CASE WHEN seed IS NOT NULL THEN 'revealed' WHEN starts_at > ${Math.trunc(now)} THEN 'committed'
    ELSE 'running' END`;
    return {
      filter,
      defaultSort: ['epoch', 'DESC'],
      readModels: ['market'],
      orders,
      from: `(SELECT epoch, starts_at, ends_at, late_ms, commitment, beacon, source, drand_chain,
        drand_round, without_drand, seed, ${status} AS status FROM epochs) e`,
      select: `epoch, starts_at AS "startsAt", ends_at AS "endsAt", late_ms AS "lateMs", commitment, beacon, source,
        drand_chain AS "drandChain", drand_round AS "drandRound", without_drand AS "withoutDrand", seed, status`,
      where: { status: 'status', source: 'source', epoch: 'epoch' },
      ids: (ids, values) => `epoch = ANY (${values.add(ids.filter((id) => /^-?\d{1,15}$/.test(id)))}::bigint[])`,
    };
  },
  { rowCall: staffEpoch },
);
