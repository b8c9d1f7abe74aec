import type { ActionKind, ActionStatus, EarningsSession } from '../../../contracts/corporate-action.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable, type ChangeOf, type RowOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import type { CorporateActionEvent } from './corporate-action.events.js';

/** Every corporate action that was ever proposed. Absent values are '' and 0. */
export const corporateActions = new ReadTable('corporate_actions', {
  actionId: key.text,
  symbol: first.text,
  base: first.text,
  quote: first.text,
  kind: first.textOf<ActionKind>(),
  date: first.text,
  dueAt: first.instant,
  session: first.textOf<EarningsSession | ''>(),
  perShare: first.text,
  newShares: first.count,
  oldShares: first.count,
  reason: first.text,
  proposedAt: first.instant,
  proposedBy: first.text,
  status: last.textOf<ActionStatus>(),
  announcedAt: last.instant,
  decidedAt: last.instant,
  decidedBy: last.text,
  decision: last.text,
  /** When its price and holdings changed; 0 before. */
  effectiveAt: last.instant,
  closePrice: last.text,
  openPrice: last.text,
  holders: last.count,
  paid: last.text,
  position: first.count,
});
export type CorporateActionRow = RowOf<typeof corporateActions>;

export const corporateActionsProjection: Projection = {
  name: 'corporate-actions',
  realms: ['house'],
  tables: [corporateActions],
  apply(rows: RowBatch, recorded: RecordedEvent): void {
    if (!recorded.stream.startsWith('action-')) return;
    const event = recorded as CorporateActionEvent;
    const { at, position } = event;
    const { actionId } = event.data;
    const change = (row: ChangeOf<typeof corporateActions>): void =>
      rows.update(corporateActions, { actionId, ...row });
    switch (event.type) {
      case 'CorporateActionProposed': {
        const { policy: _policy, session, perShare, newShares, oldShares, ...terms } = event.data;
        const open = { status: 'proposed', announcedAt: 0, decidedAt: 0, decidedBy: '', decision: '' } as const;
        const unpaid = { effectiveAt: 0, closePrice: '', openPrice: '', holders: 0, paid: '' };
        const ratio = { newShares: newShares ?? 0, oldShares: oldShares ?? 0 };
        const given = { ...terms, session: session ?? ('' as const), perShare: perShare ?? '' };
        return rows.insert(corporateActions, { ...given, ...ratio, ...open, ...unpaid, proposedAt: at, position });
      }
      case 'CorporateActionAnnounced':
        return change({ status: 'announced', announcedAt: at, decidedAt: at, decidedBy: event.data.approvedBy });
      case 'CorporateActionRejected': {
        const { rejectedBy, reason } = event.data;
        return change({ status: 'rejected', decidedAt: at, decidedBy: rejectedBy, decision: reason });
      }
      case 'CorporateActionWithdrawn': {
        const { withdrawnBy, reason } = event.data;
        return change({ status: 'withdrawn', decidedAt: at, decidedBy: withdrawnBy, decision: reason });
      }
      case 'CorporateActionEffective': {
        const { closePrice, openPrice } = event.data;
        return change({ status: 'effective', effectiveAt: at, closePrice, openPrice });
      }
      case 'CorporateActionSettled': {
        const { holders, paid } = event.data;
        return change({ status: 'settled', holders, paid });
      }
    }
  },
};
