import { ZERO } from '../../../shared/money.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { ConvertedShares } from '../../core/ports/converted-shares.js';
import { isRefusal } from '../../core/refusal.js';
import { CashOutHolding, NotifyHolder, PayDividend } from './entitlement.commands.js';
import { decideCashOut, decideNotify, decidePay, entitlementKind } from './entitlement.decider.js';
import type { DividendPaid, HoldingCashedOut } from './entitlement.events.js';
import { holdingsOf, scopeOfOwner, scopeOfShares } from './holdings.js';

const REALMS = ['demo', 'real'];

/** Nobody is asked whether the account may trade: a frozen account is paid as well. */
export const entitlementHandlers = (shares: ConvertedShares): readonly AnyCommandHandler[] => [
  handle(NotifyHolder, {
    realms: REALMS,
    scope: ({ ownerId }) => ({ streams: [[entitlementKind, ownerId]] }),
    decide: (view, data) => ({ events: decideNotify(view.state(entitlementKind, data.ownerId), data), answer: null }),
  }),
  handle(PayDividend, {
    realms: REALMS,
    scope: ({ ownerId, base }) => scopeOfOwner(ownerId, base),
    decide: (view, data) => {
      const { ownerId, actionId } = data;
      const state = view.state(entitlementKind, ownerId);
      const held = [...holdingsOf(view, data).values()].reduce((sum, each) => sum + each, ZERO);
      const events = decidePay(state, data, held);
      const [event] = events;
      const amount = state.paid.get(actionId) ?? (event?.data as DividendPaid | undefined)?.amount ?? '0';
      return { events, answer: { amount } };
    },
  }),
  cashingOut(shares),
];

const cashingOut = (shares: ConvertedShares): AnyCommandHandler =>
  handle(CashOutHolding, {
    realms: REALMS,
    scope: ({ ownerId, base }) => scopeOfShares(shares, ownerId, base),
    decide: (view, data) => {
      const { ownerId, actionId } = data;
      const state = view.state(entitlementKind, ownerId);
      const { events: restated, released } = shares.restate(view, { ...data, ratio: null });
      const events = decideCashOut(state, data, holdingsOf(view, data, released));
      if (isRefusal(events)) return events;
      const [event] = events;
      const amount = state.paid.get(actionId) ?? (event?.data as HoldingCashedOut | undefined)?.amount;
      return { events: [...restated, ...events], answer: { amount: amount ?? '0', held: amount !== undefined } };
    },
  });
