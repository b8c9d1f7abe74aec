import type { Pool, PoolClient } from 'pg';
import type { Instant } from '../../core/clock.js';
import type { Projection } from './projection.js';
import { slotTable, type Slot } from './read-table.js';

/** A read model that leaves an event unread for longer is not just busy. */
export const LAG_MS = 60_000;

/** How far the live slot of a read model has come in a realm, and how far the history goes. */
export interface ProjectionStatus {
  readonly name: string;
  readonly realm: string;
  readonly slot: Slot | null;
  readonly position: number | null;
  readonly error: string | null;
  readonly head: number;
  /** Of the first event that it has not read. */
  readonly unreadAt: Instant | null;
}

interface ProjectionProblem {
  readonly projection: string;
  readonly realm: string;
  readonly position: number;
  readonly what: string;
}

const STATUS = `SELECT w.name, h.realm, h.position AS head, p.live_slot AS slot, c.position, c.error,
    (SELECT e.at FROM events e WHERE e.realm = h.realm AND e.position = coalesce(c.position, 0) + 1) AS "unreadAt"
  FROM unnest($1::text[], $2::text[]) AS w(name, realm) JOIN realm_heads h USING (realm) LEFT JOIN projections p USING (name)
    LEFT JOIN projection_checkpoints c ON c.projection = p.name AND c.slot = p.live_slot AND c.realm = h.realm
  WHERE h.position > 0 ORDER BY w.name, h.realm`;

/** PostgreSQL's text of a view that shows every column of a table as it is. */
const VIEWS = `SELECT w.view FROM unnest($1::text[], $2::text[]) AS w(view, slot)
 WHERE replace(pg_get_viewdef(to_regclass('public.' || w.view)), w.slot || '.', '') IS DISTINCT FROM (
   SELECT ' SELECT ' || string_agg(quote_ident(a.attname), E',\\n    ' ORDER BY a.attnum) || E'\\n   FROM ' || w.slot || ';'
     FROM pg_attribute a WHERE a.attrelid = to_regclass('public.' || w.slot) AND a.attnum > 0 AND NOT a.attisdropped)`;

export async function projectionStatus(
  client: Pool | PoolClient,
  projections: readonly Projection[],
): Promise<ProjectionStatus[]> {
  const pairs = projections.flatMap(({ name, realms }) => realms.map((realm) => [name, realm] as const));
  const values = [pairs.map(([name]) => name), pairs.map(([, realm]) => realm)];
  return (await client.query<ProjectionStatus>(STATUS, values)).rows;
}

/** What is wrong with this read model, apart from being behind. */
export function problemOf({ name, realm, slot, position, error }: ProjectionStatus): ProjectionProblem | undefined {
  const problem = (at: number, what: string): ProjectionProblem => ({ projection: name, realm, position: at, what });
  if (slot === null) return problem(1, 'is not registered: nothing says how far it has read');
  if (position === null) return problem(1, `has no checkpoint in its live slot ${slot}`);
  return error === null ? undefined : problem(Math.max(1, position), `halted: ${error}`);
}

/** A running server moves the checkpoint past every event within seconds. */
function lagOf(
  { name, realm, position, head, unreadAt }: ProjectionStatus,
  now: Instant,
): ProjectionProblem | undefined {
  if (position === null || position >= head || (unreadAt !== null && now - unreadAt <= LAG_MS)) return undefined;
  return { projection: name, realm, position: position + 1, what: notReadOn(position, head) };
}

export const notReadOn = (position: number, head: number): string =>
  `has not read on: it stands at ${position}, the history at ${head}`;

/** Everybody reads through views: those that do not show the live slot, whole and as it is. */
export async function wrongViews(
  client: Pool | PoolClient,
  projections: readonly { readonly tables: Projection['tables']; readonly live: Slot }[],
): Promise<string[]> {
  const views = projections.flatMap(({ tables, live }) =>
    tables.map(({ name }) => [name, slotTable(name, live)] as const),
  );
  const values = [views.map(([view]) => view), views.map(([, slot]) => slot)];
  return (await client.query<{ view: string }>(VIEWS, values)).rows.map(({ view }) => view);
}

/** Whether anything makes the read models unbelievable: what the server itself does not notice, because it goes by its memory. */
export async function projectionProblems(
  client: Pool | PoolClient,
  projections: readonly Projection[],
  now: Instant,
): Promise<ProjectionProblem[]> {
  const statuses = await projectionStatus(client, projections);
  const { rows } = await client.query<{ name: string; live: Slot }>('SELECT name, live_slot AS live FROM projections');
  const slots = new Map(rows.map(({ name, live }) => [name, live]));
  const named = projections.map(({ name, tables }) => ({ tables, live: slots.get(name) ?? 'blue' }) as const);
  const views = await wrongViews(client, named);
  return [
    ...statuses.flatMap((status) => problemOf(status) ?? lagOf(status, now) ?? []),
    ...views.map((view) => ({
      projection: view,
      realm: '',
      position: 1,
      what: `the view ${view} does not show its live slot`,
    })),
  ];
}
