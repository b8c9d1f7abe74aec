import type { StaffQueueView } from '../../contracts/staff-lists.contract.js';
import type { DashboardView } from '../../contracts/staff.contract.js';

type HealthLevel = 'healthy' | 'degraded' | 'unhealthy';
type ConcernCode =
  | 'lease-lost'
  | 'queue-long'
  | 'append-slow'
  | 'projection-halted'
  | 'projection-rebuilding'
  | 'projection-behind'
  | 'unreachable'
  | 'queue';

/** One reason why all is not well; `subject` is the realm, the read model or the queue that it is about. */
export interface Concern {
  level: Exclude<HealthLevel, 'healthy'>;
  code: ConcernCode;
  subject: string;
}

/** Where a figure starts to worry. Display only: readiness is judged by the server. */
export const CONCERN_LIMITS = { queueDepth: 1000, appendMs: 250, lagEvents: 500, silentMs: 10_000 } as const;

function writerConcerns(view: DashboardView): Concern[] {
  return view.realms.flatMap((realm): Concern[] => [
    ...(realm.leaseHeld ? [] : [{ level: 'unhealthy', code: 'lease-lost', subject: realm.realm } as const]),
    ...(realm.queueDepth > CONCERN_LIMITS.queueDepth
      ? [{ level: 'degraded', code: 'queue-long', subject: realm.realm } as const]
      : []),
    ...(realm.lastAppendMs > CONCERN_LIMITS.appendMs
      ? [{ level: 'degraded', code: 'append-slow', subject: realm.realm } as const]
      : []),
  ]);
}

function projectionConcern(projection: DashboardView['projections'][number]): Concern | undefined {
  const subject = `${projection.name} · ${projection.realm}`;
  if (projection.state === 'halted') return { level: 'unhealthy', code: 'projection-halted', subject };
  if (projection.state === 'rebuilding') return { level: 'degraded', code: 'projection-rebuilding', subject };
  if (projection.lagEvents > CONCERN_LIMITS.lagEvents) return { level: 'degraded', code: 'projection-behind', subject };
  return undefined;
}

/** Queues that are no work but alarms: what is stored, or what the screens show of it, is not to be believed. */
const ALARMS: ReadonlySet<string> = new Set(['chains-broken', 'read-models']);

export function isAlarm({ name, count }: Pick<StaffQueueView, 'name' | 'count'>): boolean {
  return count > 0 && ALARMS.has(name);
}

/** Everything that worries in a reading of the dashboard, the worst first. `silentMs`: how long no newer one has come. */
export function findConcerns(view: DashboardView, silentMs: number, queues: readonly StaffQueueView[] = []): Concern[] {
  const found = [
    ...(silentMs > CONCERN_LIMITS.silentMs
      ? [{ level: 'unhealthy', code: 'unreachable', subject: '' } satisfies Concern]
      : []),
    ...queues
      .filter(isAlarm)
      .map(({ name }) => ({ level: 'unhealthy', code: 'queue', subject: name }) satisfies Concern),
    ...writerConcerns(view),
    ...view.projections.map(projectionConcern).filter((concern) => concern !== undefined),
  ];
  return [...found.filter(({ level }) => level === 'unhealthy'), ...found.filter(({ level }) => level === 'degraded')];
}

export function levelOf(concerns: readonly Concern[]): HealthLevel {
  return concerns[0]?.level ?? 'healthy';
}
