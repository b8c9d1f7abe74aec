import { z } from 'zod';
import { REALMS } from '../../../contracts/account.contract.js';
import type { StreamRow } from '../../../contracts/staff-history.contract.js';
import { literal } from './list-sql.js';
import type { Resource } from './resource.js';

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
export const streamResource: Resource<typeof filter, StreamRow> = {
  filter,
  sorts: Object.keys(orders),
  defaultSort: ['lastAt', 'DESC'],
  readModels: ['history'],
  orders,
  from: 'streams',
  select: `realm || ':' || stream AS id, realm, stream, kind, version, first_at AS "firstAt", last_at AS "lastAt",
    last_position AS position`,
  where: ({ realm, kind, stream }, values) => {
    const conditions: string[] = [];
    if (realm !== undefined) conditions.push(`realm = ${values.add(realm)}`);
    if (kind !== undefined) conditions.push(`kind = ${values.add(kind)}`);
    if (stream !== undefined) conditions.push(`stream LIKE ${values.add(`%${literal(stream)}%`)}`);
    return conditions;
  },
  whereIds: (ids, values) => {
    const parts = ids.map((id) => /^([a-z]+):(.+)$/.exec(id)).filter((match) => match !== null);
    const [realms, names] = [1, 2].map((part) => values.add(parts.map((match) => match[part])));
    return `(realm, stream) IN (SELECT * FROM unnest(${realms}::text[], ${names}::text[]))`;
  },
  view: (row: StreamRow) => row,
};
