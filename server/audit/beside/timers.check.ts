import type { AppliedPolicy } from '../../core/policy.js';
import type { DueCommand } from '../../core/decider.js';
import { causeOf, type Cause, type RecordedEvent } from '../../core/event.js';
import { FIRST_DUE_ID } from '../../features/liability/liability.commands.js';
import { nextReconciliation } from '../../features/reconciliation/reconciliation.commands.js';
import { timetable } from '../../features.js';
import { BesideCheck, headOf, placeOf, SETTLED_MS, type BesideParts, type Place } from './beside.js';

interface TimerRow {
  readonly realm: string;
  readonly id: string;
  readonly due_at: number;
  readonly type: string;
  readonly data: string;
  readonly actor: string;
  readonly correlation: string | null;
  readonly causation: string | null;
}

interface Recurring {
  readonly realm: string;
  readonly type: string;
  /** The event after which the next one is scheduled. */
  readonly after: string;
  isOne(row: TimerRow): boolean;
}

const isLiability = ({ id, due_at: dueAt, data }: TimerRow): boolean =>
  (id === FIRST_DUE_ID || id === `liabilities:${dueAt}`) && isLiabilityData(data, dueAt);
const isReconciliation = ({ id, due_at: dueAt, data }: TimerRow): boolean => {
  const next = nextReconciliation(dueAt - 1);
  return id === next.id && data === JSON.stringify(next.command.data);
};

/** Which rules are named is for the command to check; nothing else is in there. */
function isLiabilityData(text: string, dueAt: number): boolean {
  const { policy, first } = JSON.parse(text) as { policy?: AppliedPolicy; first?: boolean };
  const { name, version, inputs } = policy ?? {};
  const data = { epoch: dueAt, policy: { name, version, inputs: { hours: inputs?.['hours'] } } };
  return text === JSON.stringify(first === undefined ? data : { ...data, first });
}

/** One schedules the next, and every start of a server too: they follow from the calendar, and not from one event. */
const RECURRING: readonly Recurring[] = [
  { realm: 'demo', type: 'FallDueLiabilities', after: 'LiabilitiesDue', isOne: isLiability },
  { realm: 'real', type: 'FallDueLiabilities', after: 'LiabilitiesDue', isOne: isLiability },
  { realm: 'real', type: 'FallDueReconciliation', after: 'ReconciliationDue', isOne: isReconciliation },
];

/** Whether commands of that type come from a calendar, and not from an event. */
export function isRecurring(realm: string, type: string): boolean {
  return RECURRING.some((each) => each.realm === realm && each.type === type);
}

/** Whether the stored timers are exactly those that the events scheduled. */
export class TimersCheck extends BesideCheck {
  readonly types = [...Object.keys(timetable), ...RECURRING.map(({ after }) => after)];
  private readonly rows = new Map<string, TimerRow>();
  private readonly wanted = new Map<string, DueCommand & { readonly place: Place; readonly cause: Cause }>();
  private readonly lastAfter = new Map<string, Place>();

  constructor(parts: BesideParts) {
    super(parts, 'timers');
  }

  override async start(): Promise<void> {
    const { client } = this.parts;
    const sql = 'SELECT realm, id, due_at, type, data, actor, correlation, causation FROM due_commands';
    const { rows } = await client.query<TimerRow>(sql);
    for (const row of rows) this.rows.set(`${row.realm}/${row.id}`, row);
  }

  take(event: RecordedEvent): void {
    const { realm, type } = event;
    this.lastAfter.set(`${realm}/${type}`, placeOf(event));
    const due = timetable[type]?.(event);
    if (due === undefined) return;
    const key = `${realm}/${due.id}`;
    // A due timer is fired and gone, or still there if it could not fire; clocks may differ a little.
    const isFuture = due.dueAt > this.parts.now + SETTLED_MS;
    // A second one with the same id changed nothing: what waits names the first.
    if (this.wanted.get(key)?.dueAt === due.dueAt) return;
    if (isFuture || this.rows.has(key)) this.wanted.set(key, { ...due, place: placeOf(event), cause: causeOf(event) });
  }

  finish(heads: ReadonlyMap<string, number>): Promise<void> {
    const rows = new Map(this.rows);
    for (const [key, { place, cause, ...due }] of this.wanted) {
      const row = rows.get(key);
      rows.delete(key);
      if (row === undefined)
        this.find(place, `${due.command.type} (${due.id}) is due at ${instant(due.dueAt)}, and does not wait`);
      else if (!isSame(row, due, cause))
        this.find(
          place,
          `${due.command.type} (${due.id}) waits changed: ${row.type} at ${instant(row.due_at)} ${row.data} after ${row.causation} of ${row.correlation}`,
        );
    }
    for (const recurring of RECURRING) this.checkRecurring(recurring, rows);
    for (const { realm, id, type } of rows.values())
      this.find(headOf(realm, heads), `${type} (${id}) waits, and no event asked for it`);
    return Promise.resolve();
  }

  private checkRecurring({ realm, type, after, isOne }: Recurring, rows: Map<string, TimerRow>): void {
    let waits = false;
    for (const [key, row] of rows) {
      if (
        row.realm !== realm ||
        row.type !== type ||
        row.actor !== 'timer' ||
        !isOne(row) ||
        row.correlation !== null ||
        row.causation !== null
      )
        continue;
      rows.delete(key);
      waits ||= row.id !== FIRST_DUE_ID;
    }
    const last = this.lastAfter.get(`${realm}/${after}`);
    if (last !== undefined && !waits) this.find(last, `the next ${type} of ${realm} does not wait`);
  }
}

function isSame(row: TimerRow, { dueAt, command: { type, data } }: DueCommand, cause: Cause): boolean {
  const isCommand = row.type === type && row.actor === 'timer' && row.data === JSON.stringify(data);
  const isCaused = row.correlation === cause.correlation && row.causation === cause.causation;
  return isCommand && isCaused && row.due_at === dueAt;
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
