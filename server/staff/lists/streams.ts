import { z } from 'zod';
import { staffStreams } from '../../../contracts/staff-history.calls.js';
import { REALMS } from '../../../contracts/realm.contract.js';
import { literal } from '../../engine/lists/list-sql.js';
import { tableList } from '../../engine/lists/table-list.js';
import { streams } from '../../engine/projections/history.projection.js';

const filter = z.object({
  realm: z.enum(REALMS).optional(),
  kind: z.string().max(32).optional(),
  /** Part of the stream's name. */
  stream: z.string().max(120).optional(),
});

/** `/staff/streams`: id `<realm>:<stream>`. */
export const streamList = tableList(
  staffStreams,
  streams,
  {
    filter,
    defaultSort: ['lastAt', 'DESC'],
    readModels: ['history'],
    sorts: ['lastAt', 'firstAt', 'stream', 'realm', 'kind', 'version'],
    orders: { position: ['last_position'], id: ['realm'] },
    then: ['realm', 'stream'],
    columns: { id: `realm || ':' || stream`, position: 'last_position' },
    where: { stream: (stream, values) => `stream LIKE ${values.add(`%${literal(stream)}%`)}` },
    ids: (ids, values) => {
      const parts = ids.map((id) => /^([a-z]+):(.+)$/.exec(id)).filter((match) => match !== null);
      const [realms, names] = [1, 2].map((part) => values.add(parts.map((match) => match[part])));
      return `(realm, stream) IN (SELECT * FROM unnest(${realms}::text[], ${names}::text[]))`;
    },
  },
  {
    search: {
      rank: 10,
      partly: true,
      filters: (q) => [{ stream: q.replace(/^(house|demo|real):/, '') }],
      label: ({ kind }) => kind,
    },
  },
);
