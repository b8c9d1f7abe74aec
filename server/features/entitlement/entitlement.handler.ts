import { ZERO } from '../../../shared/money.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import { isRefusal } from '../../core/refusal.js';
import { accountsOf } from '../../engine/ledger/chart.js';
import { CashOutHolding, NotifyHolder, PayDividend } from './entitlement.commands.js';
import { decideCashOut, decideNotify, decidePay, entitlementKind } from './entitlement.decider.js';
import type { DividendPaid, HoldingCashedOut } from './entitlement.events.js';

const REALMS = ['demo', 'real'];

/** Nobody is asked whether the account may trade: a frozen account is paid as well. */
export const entitlementHandlers: readonly AnyCommandHandler[] = [
  handle(NotifyHolder, {
    realms: REALMS,
    scope: ({ ownerId }) => ({ streams: [[entitlementKind, ownerId]] }),
    decide: (view, data) => ({ events: decideNotify(view.state(entitlementKind, data.ownerId), data), answer: null }),
  }),
  handle(PayDividend, {
    realms: REALMS,
    scope: ({ ownerId, base }) => ({
      streams: [[entitlementKind, ownerId]],
      balances: accountsOf(ownerId).map((account) => [account, base] as const),
    }),
    decide: (view, data) => {
      const { ownerId, base, actionId } = data;
      const state = view.state(entitlementKind, ownerId);
      const held = accountsOf(ownerId).reduce((sum, account) => sum + view.balance(account, base), ZERO);
      const events = decidePay(state, data, held);
      const [event] = events;
      const amount = state.paid.get(actionId) ?? (event?.data as DividendPaid | undefined)?.amount ?? '0';
      return { events, answer: { amount } };
    },
  }),
  handle(CashOutHolding, {
    realms: REALMS,
    scope: ({ ownerId, base }) => ({
      streams: [[entitlementKind, ownerId]],
      balances: accountsOf(ownerId).map((account) => [account, base] as const),
    }),
    decide: (view, data) => {
      const { ownerId, base, actionId } = data;
      const state = view.state(entitlementKind, ownerId);
      const holdings = new Map(accountsOf(ownerId).map((account) => [account, view.balance(account, base)]));
      const events = decideCashOut(state, data, holdings);
      if (isRefusal(events)) return events;
      const [event] = events;
      const amount = state.paid.get(actionId) ?? (event?.data as HoldingCashedOut | undefined)?.amount;
      return { events, answer: { amount: amount ?? '0', held: amount !== undefined } };
    },
  }),
];
