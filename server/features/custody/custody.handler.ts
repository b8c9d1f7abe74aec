import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { CommandMeta, CommandScope, View } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { CustodyRates } from '../../core/ports/custody-rates.js';
import type { OpenDebts } from '../../core/ports/open-debts.js';
import type { OpenPrincipal } from '../../core/ports/open-principal.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { decideWithdraw, reviewKind } from '../../review/review.decider.js';
import {
  BuyCustody,
  CompleteCustody,
  ContinueCustody,
  LoosenCustodyLossLimit,
  RedeemCustody,
  RevealCustodyRate,
  SetCustodyLossLimit,
  SetCustodyPause,
  ShortenCustodyPause,
} from './custody.commands.js';
import { decideComplete, decideContinue, decidePurchase, decideRedeem, decideReveal } from './custody.decider.js';
import { decideLoosenedLimit, decideLossLimit, decidePause, decideShortenedPause } from './custody.limits.js';
import type { CustodyStanding } from './custody.rules.js';
import { custodyHouseKind, custodyKind, custodyTimetable, type CustodyState } from './custody.state.js';

const REALMS = ['real'];
/** There is one treasury: a demo account has no custody. */
export const CUSTODY_REALM = 'real';

export interface CustodyPorts {
  readonly gate: AccountGate;
  readonly levels: VerificationLevels;
  readonly custodyRates: CustodyRates;
  readonly principal: OpenPrincipal;
  readonly debts: OpenDebts;
}

interface Owner {
  readonly userId: string;
  readonly ownerId: string;
}

/** What a purchase touches; the list of products looks at the same. */
export function purchaseScope(
  { gate, levels, principal, debts }: Omit<CustodyPorts, 'custodyRates'>,
  owner: Owner,
): CommandScope {
  return {
    streams: [
      ...orderScope(owner).streams,
      gate.stream(owner.userId),
      levels.stream(owner.userId),
      ...principal.streams(owner).filter(([kind, id]) => kind !== custodyKind || id !== owner.ownerId),
      ...debts.streams(owner),
    ],
    balances: [
      [userAccount(owner.ownerId, 'finance', 'available'), 'USDT'],
      [HOUSE.treasury.account, 'USDT'],
      ...principal.balances(owner),
    ],
  };
}

export function standingOf(
  { levels, principal, debts }: Pick<CustodyPorts, 'levels' | 'principal' | 'debts'>,
  view: View,
  owner: Owner,
  at: number,
): CustodyStanding {
  return {
    state: view.state(custodyKind, owner.ownerId),
    house: view.state(custodyHouseKind, CUSTODY_REALM),
    available: view.balance(userAccount(owner.ownerId, 'finance', 'available'), 'USDT'),
    treasury: view.balance(HOUSE.treasury.account, 'USDT'),
    principal: principal.of(owner, view),
    owed: debts.of(owner, view, at),
    advanced: levels.levels(view, owner.userId).advanced,
    at,
  };
}

/** The orders of an owner and the treasury that pays them. */
export const orderScope = ({ ownerId }: Pick<Owner, 'ownerId'>): CommandScope => ({
  streams: [
    [custodyKind, ownerId],
    [custodyHouseKind, CUSTODY_REALM],
  ],
});

/** The request that waits for staff, which the order alone names. */
function requestScope(view: View, { ownerId, orderId }: Owner & { readonly orderId: string }): CommandScope {
  const redemption = view.state(custodyKind, ownerId).open.get(orderId)?.redemption ?? null;
  return { streams: redemption?.rejectedFor === null ? [[reviewKind, redemption.requestId]] : [] };
}

const withdrawn =
  (view: View) =>
  (requestId: string): NewEvent[] | Refusal =>
    decideWithdraw(view.state(reviewKind, requestId), { requestId });

export function custodyHandlers(ports: CustodyPorts): AnyCommandHandler[] {
  const { gate, custodyRates } = ports;
  return [
    handle(BuyCustody, {
      realms: REALMS,
      scope: (data) => purchaseScope(ports, data),
      decide: (view, data, { at }) => {
        const blocked = gate.refusal(view, data.userId, data.ownerId, at);
        return blocked ?? decidePurchase(view.realm, data, custodyRates, standingOf(ports, view, data, at));
      },
    }),
    handle(RedeemCustody, {
      realms: REALMS,
      scope: (data) => ({
        streams: [[custodyKind, data.ownerId], gate.stream(data.userId), [reviewKind, data.requestId]],
      }),
      decide: (view, data, { at }) => {
        const blocked = gate.refusal(view, data.userId, data.ownerId, at);
        return blocked ?? decideRedeem(view.state(custodyKind, data.ownerId), data, custodyRates, at);
      },
    }),
    handle(ContinueCustody, {
      realms: REALMS,
      scope: orderScope,
      moreScope: requestScope,
      decide: (view, { ownerId, orderId }, { at }) =>
        decideContinue(view.state(custodyKind, ownerId), orderId, withdrawn(view), custodyRates, at),
    }),
    handle(CompleteCustody, {
      realms: REALMS,
      scope: orderScope,
      moreScope: requestScope,
      decide: (view, { ownerId, orderId }, { at }) => {
        const order = view.state(custodyKind, ownerId).open.get(orderId);
        const events = decideComplete(view.realm, order, withdrawn(view), custodyRates, at);
        return isRefusal(events) ? events : { events, answer: null };
      },
    }),
    handle(RevealCustodyRate, {
      realms: REALMS,
      scope: () => ({ streams: [[custodyHouseKind, CUSTODY_REALM]] }),
      decide: (view, { date }, { at }) => {
        const events = decideReveal(view.realm, view.state(custodyHouseKind, CUSTODY_REALM), date, custodyRates);
        return { events, due: dueAfter(custodyTimetable, events, at), answer: null };
      },
    }),
    own(SetCustodyLossLimit, decideLossLimit),
    own(SetCustodyPause, decidePause),
    own(LoosenCustodyLossLimit, decideLoosenedLimit),
    own(ShortenCustodyPause, decideShortenedPause),
  ];
}

/** A command about one's own limits: barred accounts may tighten them too. */
function own<Data extends Owner>(
  command: CommandClass<Data, null>,
  decide: (state: CustodyState, data: Data, meta: CommandMeta) => NewEvent[] | Refusal,
): AnyCommandHandler {
  return handle(command, {
    realms: REALMS,
    scope: ({ ownerId }) => ({ streams: [[custodyKind, ownerId]] }),
    decide: (view, data, meta) => {
      const events = decide(view.state(custodyKind, data.ownerId), data, meta);
      if (isRefusal(events)) return events;
      return { events, due: dueAfter(custodyTimetable, events, meta.at), answer: null };
    },
  });
}
