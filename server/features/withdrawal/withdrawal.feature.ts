import type { AccountGate } from '../../core/account-gate.js';
import type { Payees } from '../../core/payees.js';
import type { WithdrawalHold } from '../../core/withdrawal-hold.js';
import { ofPersons, type Feature } from '../../policies/feature.js';
import { withdrawalKind, withdrawalsKind } from './withdrawal.decider.js';
import { withdrawalEvents } from './withdrawal.events.js';
import { withdrawalHandlers } from './withdrawal.handler.js';
import { withdrawalsProjection } from './withdrawals.projection.js';
import { withdrawalList } from './withdrawal.list.js';

export const withdrawalFeature = {
  name: 'withdrawal',
  events: withdrawalEvents,
  streams: ofPersons(withdrawalsKind, withdrawalKind),
  projections: [withdrawalsProjection],
  staffLists: [withdrawalList],
  handlers: ({
    gate,
    payees,
    hold,
  }: {
    readonly gate: AccountGate;
    readonly payees: Payees;
    readonly hold: WithdrawalHold;
  }) => withdrawalHandlers(gate, payees, hold),
} satisfies Feature;
