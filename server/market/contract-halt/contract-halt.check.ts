import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '../../core/event.js';
import type { HistoryAudit } from '../../core/history-audit.js';
import { isRefusal } from '../../core/refusal.js';
import type { HaltCommand } from './contract-halt.commands.js';
import { decideHalt, haltKind, type HaltState } from './contract-halt.decider.js';
import type { HaltEvent } from './contract-halt.events.js';

/** Every halt, resumption and settlement again from the proposals before it: two people, in the right order, from the right instant. */
export const haltAudit: HistoryAudit = {
  check: 'contracts',
  begin: (_published, find) => {
    const states = new Map<string, HaltState>();
    return {
      take(event: RecordedEvent): void {
        if (event.realm !== 'house' || !event.stream.startsWith(`${haltKind.name}-`)) return;
        const halt = event as HaltEvent;
        const { symbol } = halt.data;
        const before = states.get(symbol) ?? haltKind.initial(symbol);
        const problem = problemOf(before, halt);
        if (problem !== undefined) return find(event.position, `${symbol}: ${problem}`);
        states.set(symbol, haltKind.evolve(before, event));
      },
      finish: () => undefined,
    };
  },
};

/** The price of a settlement is read from the seeds by the other audit; here it is taken as it is. */
function problemOf(before: HaltState, event: HaltEvent): string | undefined {
  const price = event.type === 'SettlementApproved' ? event.data.price : undefined;
  const decided = decideHalt(before, commandOf(event), () => price);
  if (isRefusal(decided)) return `${event.type} would be refused: ${decided.refusal}`;
  const same = decided.every(({ type, data }) => type === event.type && isDeepStrictEqual(data, event.data));
  return same ? undefined : `${event.type} is not what was proposed`;
}

function commandOf({ type, data }: HaltEvent): HaltCommand {
  const { symbol, proposalId } = data;
  switch (type) {
    case 'HaltProposed': {
      const { change, publicReason, reason, proposedBy: staffId } = data;
      return { type: 'ProposeHalt', data: { symbol, proposalId, staffId, change, publicReason, reason } };
    }
    case 'HaltRejected':
      return {
        type: 'RejectHalt',
        data: { symbol, proposalId, staffId: data.rejectedBy, reason: data.reason },
      };
    case 'HaltWithdrawn': {
      const { withdrawnBy: staffId, reason } = data;
      return { type: 'WithdrawHalt', data: { symbol, proposalId, staffId, reason } };
    }
    default:
      return { type: 'ApproveHalt', data: { symbol, proposalId, staffId: data.approvedBy } };
  }
}
