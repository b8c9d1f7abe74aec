import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { DashboardView } from '../../contracts/staff.contract.js';
import { isFresh, Clock } from '../core/clock.js';
import { ProjectionRunner } from '../engine/projections/runner.js';
import { Writers } from '../engine/writer/writers.js';
import { countOf } from '../features.js';

/** Several consoles poll every few seconds: they share one answer. */
const KEPT_MS = 1_000;
const MEGABYTE = 1_048_576;

type Counts = DashboardView['counts'] & { streams: Record<string, number> | null; rebuilding: string[] };

/** How the server is: realms, read models, counts and memory. */
@Injectable()
export class Dashboard {
  private kept: { at: number; view: Promise<DashboardView> } | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly writers: Writers,
    private readonly projections: ProjectionRunner,
    private readonly clock: Clock,
  ) {}

  view(): Promise<DashboardView> {
    const now = this.clock.now();
    if (this.kept === undefined || !isFresh(this.kept.at, now, KEPT_MS)) this.kept = { at: now, view: this.read() };
    return this.kept.view;
  }

  private async read(): Promise<DashboardView> {
    const { writers, projections, clock } = this;
    const { streams, rebuilding, ...counts } = await this.counts();
    return {
      at: clock.now(),
      uptimeSeconds: Math.floor(process.uptime()),
      realms: writers.status().map((writer) => ({
        realm: writer.realm,
        position: writer.position,
        headHash: writer.hash,
        leaseEpoch: writer.leaseEpoch,
        leaseHeld: writer.state === 'running',
        queueDepth: writer.queueDepth,
        lastAppendMs: writer.lastAppendMs,
        streams: streams?.[writer.realm] ?? 0,
      })),
      projections: projections.status().map(({ projection, realm, position, lagEvents, state, error }) => ({
        name: projection,
        realm,
        position,
        lagEvents,
        error,
        state: state === 'live' && rebuilding.includes(projection) ? 'rebuilding' : state,
      })),
      counts,
      memoryMb: Math.round(process.memoryUsage.rss() / MEGABYTE),
    };
  }

  private async counts(): Promise<Counts> {
    const { rows } = await this.pool.query<Counts>({ name: 'dashboard', text: COUNTS });
    const counts = rows[0];
    if (counts === undefined) throw new Error('the dashboard counts nothing');
    return counts;
  }
}

/** Sums of small read models; a rebuild shows itself by the lock it holds. */
const COUNTS = `
SELECT (SELECT count(*) FROM users WHERE realm = 'demo') AS "usersDemo",
       (SELECT count(*) FROM users WHERE realm = 'real') AS "usersReal",
       (${countOf('ordersOpen')}) AS "ordersOpen", (${countOf('ordersTotal')}) AS "ordersTotal",
       (${countOf('trades')}) AS trades,
       (SELECT coalesce(sum(position), 0)::bigint FROM realm_heads) AS events,
       (SELECT json_object_agg(realm, n) FROM (SELECT realm, count(*) AS n FROM streams GROUP BY realm) s) AS streams,
       ARRAY(SELECT p.name FROM projections p WHERE EXISTS (
         SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1
            AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND ((l.classid::bigint << 32) | l.objid::bigint)
                = hashtextextended('glassbook/rebuild/' || p.name, 0))) AS rebuilding`;
