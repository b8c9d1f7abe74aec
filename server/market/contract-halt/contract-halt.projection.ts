import type { HaltChange, HaltReason, HaltStatus } from '../../../contracts/contract-halt.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable, type ChangeOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import type { HaltEvent } from './contract-halt.events.js';

/** Every proposal to halt, resume or settle a contract. Absent values are '' and 0. */
export const contractHalts = new ReadTable('contract_halts', {
  proposalId: key.text,
  symbol: first.text,
  change: first.textOf<HaltChange>(),
  publicReason: first.textOf<HaltReason | ''>(),
  reason: first.text,
  proposedAt: first.instant,
  proposedBy: first.text,
  status: last.textOf<HaltStatus>(),
  decidedAt: last.instant,
  decidedBy: last.text,
  decision: last.text,
  price: last.text,
  position: first.count,
});

export const contractHaltProjection: Projection = {
  name: 'contract-halts',
  realms: ['house'],
  tables: [contractHalts],
  apply(rows: RowBatch, recorded: RecordedEvent): void {
    if (!recorded.stream.startsWith('halt-')) return;
    const { type, data, at, position } = recorded as HaltEvent;
    const { proposalId } = data;
    const decided = (row: ChangeOf<typeof contractHalts>): void =>
      rows.update(contractHalts, { proposalId, decidedAt: at, ...row });
    switch (type) {
      case 'HaltProposed': {
        const open = { status: 'proposed', decidedAt: 0, decidedBy: '', decision: '', price: '' } as const;
        const { publicReason, ...terms } = data;
        return rows.insert(contractHalts, {
          ...terms,
          publicReason: publicReason ?? '',
          ...open,
          proposedAt: at,
          position,
        });
      }
      case 'TradingHalted':
      case 'TradingResumed':
        return decided({ status: 'approved', decidedBy: data.approvedBy });
      case 'SettlementApproved':
        return decided({ status: 'approved', decidedBy: data.approvedBy, price: data.price });
      case 'HaltRejected':
        return decided({ status: 'rejected', decidedBy: data.rejectedBy, decision: data.reason });
      case 'HaltWithdrawn':
        return decided({ status: 'withdrawn', decidedBy: data.withdrawnBy, decision: data.reason });
      default:
        return never(type);
    }
  },
};
