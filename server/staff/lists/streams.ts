import { z } from 'zod';
import { staffStreams } from '../../../contracts/staff-history.calls.js';
import { REALMS } from '../../../contracts/realm.contract.js';
import type { StreamRow } from '../../../contracts/staff-history.contract.js';
import { literal } from '../../engine/lists/list-sql.js';
import { staffList } from '../../engine/lists/staff-list.js';

const filter = z.object({
  realm: z.enum(REALMS).optional(),
  kind: z.string().max(32).optional(),
  /** Part of the stream's name. */
  stream: z.string().max(120).optional(),
});

const orders = {
  position: ['last_position', 'realm'],
  lastAt: ['last_at', 'realm', 'stream'],
  firstAt: ['first_at', 'realm', 'stream'],
  stream: ['stream', 'realm'],
  id: ['realm', 'stream'],
  realm: ['realm', 'stream'],
  kind: ['kind', 'realm', 'stream'],
  version: ['version', 'realm', 'stream'],
};

/** `/staff/streams`: id `<realm>:<stream>`. */
export const streamList = staffList<typeof filter, StreamRow>(
  staffStreams,
  {
    filter,
    defaultSort: ['lastAt', 'DESC'],
    readModels: ['history'],
    orders,
    from: 'streams',
    select: `realm || ':' || stream AS id, realm, stream, kind, version, first_at AS "firstAt", last_at AS "lastAt",
    last_position AS position`,
    where: {
      realm: 'realm',
      kind: 'kind',
      stream: (stream, values) => `stream LIKE ${values.add(`%${literal(stream)}%`)}`,
    },
    ids: (ids, values) => {
      const parts = ids.map((id) => /^([a-z]+):(.+)$/.exec(id)).filter((match) => match !== null);
      const [realms, names] = [1, 2].map((part) => values.add(parts.map((match) => match[part])));
      return `(realm, stream) IN (SELECT * FROM unnest(${realms}::text[], ${names}::text[]))`;
    },
  },
  {
    search: {
      partly: true,
      filters: (q) => [{ stream: q.replace(/^(house|demo|real):/, '') }],
      label: ({ kind }) => kind,
    },
  },
);
