import { z } from 'zod';
import { staffInstrument, staffInstruments } from '../../../contracts/staff-lists.calls.js';
import { INSTRUMENT_CLASSES } from '../../../contracts/market.contract.js';
import type { StaffInstrumentRow } from '../../../contracts/staff-lists.contract.js';
import { partOf } from '../../engine/lists/list-sql.js';
import { staffList } from '../../engine/lists/staff-list.js';

const instrumentFilter = z.object({
  /** Part of the symbol or of the name. */
  q: z.string().max(64).optional(),
  class: z.enum(INSTRUMENT_CLASSES).optional(),
  /** Revised since it was listed. */
  revised: z.boolean().optional(),
});

const instrumentOrders = {
  id: ['symbol'],
  name: ['name', 'symbol'],
  class: ['class', 'symbol'],
  version: ['version', 'symbol'],
  changedAt: ['changed_at', 'symbol'],
  ordersOpen: ['orders_open', 'symbol'],
  leverageMax: ['leverage_max', 'symbol'],
  calendar: ['calendar', 'symbol'],
};

/** `/staff/instruments`: the newest event of each instrument's stream has everything. */
export const instrumentList = staffList<typeof instrumentFilter, StaffInstrumentRow>(
  staffInstruments,
  {
    filter: instrumentFilter,
    defaultSort: ['id', 'ASC'],
    readModels: ['history', 'orders'],
    orders: instrumentOrders,
    // Read once: of thousands of instruments every further `->` costs as much as all of the rest.
    from: `(SELECT symbol, name, class, "tickSize" AS tick_size, "lotSize" AS lot_size, "minNotional" AS min_notional,
      "leverageMax" AS leverage_max, calendar, s.version, e.at AS changed_at,
      coalesce((SELECT sum(orders_open) FROM book_activity a WHERE a.symbol = spec.symbol), 0)::bigint AS orders_open
    FROM streams s
        JOIN events e ON e.realm = s.realm AND e.stream = s.stream AND e.version = s.version
        CROSS JOIN LATERAL json_to_record(e.data::json->'spec') AS spec(symbol text, name text, class text, "tickSize" text,
          "lotSize" text, "minNotional" text, "leverageMax" bigint, calendar text)
       WHERE s.realm = 'house' AND s.kind = 'instrument') instruments`,
    select: `symbol AS id, name, class, tick_size AS "tickSize", lot_size AS "lotSize", min_notional AS "minNotional",
    leverage_max AS "leverageMax", calendar, version, changed_at AS "changedAt", orders_open AS "ordersOpen"`,
    where: {
      q: partOf('symbol', 'name'),
      class: 'class',
      revised: (revised) => (revised ? 'version > 1' : 'version = 1'),
    },
    ids: 'symbol',
  },
  { rowCall: staffInstrument },
);
