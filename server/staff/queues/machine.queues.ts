import { REALMS } from '../../../contracts/realm.contract.js';
import { projectionProblems } from '../../engine/projections/projection-status.js';
import { TIMER_LATE_MS } from '../lists/timers.js';
import { counted, type Queue, type QueueParts, type Waiting } from './queue.js';

/** A read model that is this long behind is no longer just busy. */
const LAG_MS = 10_000;

interface Stuck {
  readonly realm: string;
  readonly position: number;
}

/** Since when they wait: the instant of the first event that each has not taken in. */
async function stuckSince({ pool }: QueueParts, stuck: readonly Stuck[]): Promise<(number | null)[]> {
  if (stuck.length === 0) return [];
  const { rows } = await pool.query<{ at: number | null }>(
    `SELECT e.at FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS s(realm, position, n)
       LEFT JOIN events e ON e.realm = s.realm AND e.position = s.position + 1 ORDER BY s.n`,
    [stuck.map(({ realm }) => realm), stuck.map(({ position }) => position)],
  );
  return rows.map(({ at }) => at);
}

function oldest(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Read models that have halted, are behind for longer than a moment, or show something else than their live rows. */
export const readModels: Queue = {
  name: 'read-models',
  permission: 'events',
  resource: 'read-models',
  async waiting(parts): Promise<Waiting> {
    const behind = parts.projections.status().filter(({ state, lagEvents }) => state === 'halted' || lagEvents > 0);
    const since = await stuckSince(parts, behind);
    const bad = behind.flatMap(({ state }, index) => {
      const at = since[index] ?? null;
      return state === 'halted' || (at !== null && parts.now - at > LAG_MS) ? [at] : [];
    });
    const named = new Set(behind.map(({ projection }) => projection));
    const hidden = await projectionProblems(parts.pool, parts.projections.options.projections, parts.now);
    const unseen = hidden.filter(({ projection }) => !named.has(projection));
    return { count: bad.length + unseen.length, oldestAt: oldest(bad) };
  },
};

/** Reactions that have halted: what should have followed from events does not follow. */
export const reactions: Queue = {
  name: 'reactions-halted',
  permission: 'events',
  resource: 'read-models',
  async waiting(parts): Promise<Waiting> {
    const halted = parts.reactions.status().filter(({ error }) => error !== null);
    return { count: halted.length, oldestAt: oldest(await stuckSince(parts, halted)) };
  },
};

/** Realms whose hash chain does not follow from its events. */
export const chainsBroken: Queue = {
  name: 'chains-broken',
  permission: 'events',
  resource: 'chain',
  async waiting({ chains }): Promise<Waiting> {
    const found = await Promise.all(REALMS.map((realm) => chains.status(realm)));
    const broken = found.filter(({ ok, problem }) => !ok || problem !== null);
    return { count: broken.length, oldestAt: oldest(broken.map(({ checkedAt }) => checkedAt)) };
  },
};

export const timersOverdue: Queue = {
  name: 'timers-overdue',
  permission: 'events',
  resource: 'timers',
  async waiting({ pool, now }) {
    const sql = 'SELECT count(*)::bigint AS count, min(due_at) AS oldest FROM due_commands WHERE due_at < $1';
    return { ...(await counted(pool, sql, [now - TIMER_LATE_MS])), filter: { overdue: true } };
  },
};
