import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { StreamKind } from '../../core/decider.js';
import { causeOf, eventsOf, type Cause, type FactsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import {
  dayRun,
  FallDueReconciliation,
  nextReconciliation,
  RecordReconciliation,
  type ReconciliationAnswer,
} from './reconciliation.commands.js';
import type { ReconciliationEvent } from './reconciliation.events.js';

export const RECONCILIATION_ID = 'runs';

const newEvent = eventsOf<FactsOf<ReconciliationEvent>>(() => `reconciliation-${RECONCILIATION_ID}`);

export interface Reconciliations {
  /** The last day that fell due by itself; empty before the first. */
  readonly lastDay: string;
  /** Runs that were started and are not done. */
  readonly open: readonly { readonly runId: string; readonly cause: Cause }[];
}

export const reconciliationKind: StreamKind<Reconciliations> = {
  name: 'reconciliation',
  initial: () => ({ lastDay: '', open: [] }),
  evolve: (state, event) => evolve(state, event as ReconciliationEvent),
};

function evolve(state: Reconciliations, event: ReconciliationEvent): Reconciliations {
  switch (event.type) {
    case 'ReconciliationDue': {
      const { runId, day } = event.data;
      const lastDay = runId === dayRun(day) ? day : state.lastDay;
      return { lastDay, open: [...state.open, { runId, cause: causeOf(event) }] };
    }
    case 'Reconciled':
      return { ...state, open: state.open.filter(({ runId }) => runId !== event.data.runId) };
    default:
      return never(event);
  }
}

/** A day falls due once; staff may start any number of runs. */
export function decideDue(state: Reconciliations, data: FallDueReconciliation['data']): NewEvent[] {
  if (data.runId === dayRun(data.day) && data.day <= state.lastDay) return [];
  return [newEvent('ReconciliationDue', data)];
}

/** A run ends once, even if two servers counted. */
export function decideDone(state: Reconciliations, data: RecordReconciliation['data']): NewEvent[] {
  return state.open.some(({ runId }) => runId === data.runId) ? [newEvent('Reconciled', data)] : [];
}

function recording<Data extends { readonly runId: string }>(
  command: CommandClass<Data, ReconciliationAnswer>,
  decide: (state: Reconciliations, data: Data) => NewEvent[],
): AnyCommandHandler {
  return handle(command, {
    realms: ['real'],
    scope: () => ({ streams: [[reconciliationKind, RECONCILIATION_ID]] }),
    decide: (view, data, { at }) => {
      const events = decide(view.state(reconciliationKind, RECONCILIATION_ID), data);
      // One day schedules the next; a run that staff started finds it scheduled already.
      const due = events.filter(({ type }) => type === 'ReconciliationDue').map(() => nextReconciliation(at));
      return { events, due, answer: { id: data.runId } };
    },
  });
}

export const reconciliationHandlers = [
  recording(FallDueReconciliation, decideDue),
  recording(RecordReconciliation, decideDone),
];
