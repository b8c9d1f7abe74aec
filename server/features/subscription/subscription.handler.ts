import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { CommandMeta, CommandScope, View } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { NewCoinMarket } from '../../core/ports/new-coin-market.js';
import type { OpenDebts } from '../../core/ports/open-debts.js';
import type { OpenPrincipal } from '../../core/ports/open-principal.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { decideWithdraw, reviewKind } from '../../review/review.decider.js';
import { decideApproval, decideCancel, decideProposal, decideRejection } from './new-coin.decider.js';
import {
  ApproveNewCoin,
  CancelNewCoin,
  ListNewCoin,
  ProposeNewCoin,
  RejectNewCoin,
  SettleNewCoin,
  SubscribeNewCoin,
  UnlockNewCoin,
} from './subscription.commands.js';
import { decided, decideListing, decideSettle, decideSubscribe, decideUnlock } from './subscription.decider.js';
import type { SubscriptionStanding } from './subscription.rules.js';
import {
  batchOf,
  newCoinKind,
  subscriptionKind,
  subscriptionTimetable,
  type NewCoinState,
} from './subscription.state.js';

const REALMS = ['real'];

export interface SubscriptionPorts {
  readonly gate: AccountGate;
  readonly levels: VerificationLevels;
  readonly principal: OpenPrincipal;
  readonly debts: OpenDebts;
  readonly newCoins: NewCoinMarket;
}

interface Subscriber {
  readonly userId: string;
  readonly ownerId: string;
  readonly issueId: string;
}

/** What a subscription touches; the list of issues looks at the same. */
export function subscribeScope(
  { gate, levels, principal, debts }: Omit<SubscriptionPorts, 'newCoins'>,
  owner: Subscriber,
): CommandScope {
  return {
    streams: [
      [newCoinKind, owner.issueId],
      [subscriptionKind, owner.ownerId],
      gate.stream(owner.userId),
      levels.stream(owner.userId),
      ...principal.streams(owner).filter(([kind, id]) => kind !== subscriptionKind || id !== owner.ownerId),
      ...debts.streams(owner),
    ],
    balances: [[userAccount(owner.ownerId, 'finance', 'available'), 'USDT'], ...principal.balances(owner)],
  };
}

export function standingOf(
  { levels, principal, debts }: Pick<SubscriptionPorts, 'levels' | 'principal' | 'debts'>,
  view: View,
  owner: Subscriber,
  at: number,
): SubscriptionStanding {
  return {
    issue: view.state(newCoinKind, owner.issueId),
    state: view.state(subscriptionKind, owner.ownerId),
    available: view.balance(userAccount(owner.ownerId, 'finance', 'available'), 'USDT'),
    principal: principal.of(owner, view),
    owed: debts.of(owner, view, at),
    isVerified: levels.levels(view, owner.userId).primary,
    at,
  };
}

export const issueScope = ({ issueId }: Pick<Subscriber, 'issueId'>): CommandScope => ({
  streams: [[newCoinKind, issueId]],
});

const withdrawn =
  (view: View) =>
  (requestId: string): NewEvent[] | Refusal =>
    decideWithdraw(view.state(reviewKind, requestId), { requestId });

const stateOf = (view: View) => (ownerId: string) => view.state(subscriptionKind, ownerId);

/** The subscriptions of a batch, and the requests that may wait for staff. */
function batchScope(view: View, { issueId, from }: { issueId: string; from: number }, reviews: boolean): CommandScope {
  const batch = batchOf(view.state(newCoinKind, issueId), from);
  return {
    streams: [
      ...batch.map(({ ownerId }) => [subscriptionKind, ownerId] as const),
      ...(reviews ? batch.map(({ requestId }) => [reviewKind, requestId] as const) : []),
    ],
  };
}

export function subscriptionHandlers(ports: SubscriptionPorts): AnyCommandHandler[] {
  const { gate, newCoins } = ports;
  const promisedFrom = (state: NewCoinState): number => newCoins.tieEpoch(state.terms?.listsOn ?? '').promisedFrom;
  return [
    byStaff(ProposeNewCoin, (state, data, at) =>
      decideProposal(state, data, newCoins.tieEpoch(data.listsOn).promisedFrom, at),
    ),
    byStaff(ApproveNewCoin, (state, data, at) => decideApproval(state, data, promisedFrom(state), at)),
    byStaff(RejectNewCoin, (state, data) => decideRejection(state, data)),
    byStaff(CancelNewCoin, (state, data) => decideCancel(state, data)),
    handle(SubscribeNewCoin, {
      realms: REALMS,
      scope: (data) => {
        const { streams, balances } = subscribeScope(ports, data);
        return { streams: [...streams, [reviewKind, data.requestId]], balances: balances ?? [] };
      },
      decide: (view, data, { at }) =>
        gate.refusal(view, data.userId, data.ownerId, at) ?? decideSubscribe(data, standingOf(ports, view, data, at)),
    }),
    handle(ListNewCoin, {
      realms: REALMS,
      scope: issueScope,
      decide: (view, { issueId }, { at }) => {
        const market = {
          isFree: (coin: string) => newCoins.isFree(coin),
          tie: (listsOn: string) => ({
            epoch: newCoins.tieEpoch(listsOn).epoch,
            seed: newCoins.tieSeed(listsOn),
          }),
          listingOf: (terms: Parameters<NewCoinMarket['listingOf']>[0]) => newCoins.listingOf(terms, at),
        };
        return decided(decideListing(view.state(newCoinKind, issueId), market), at);
      },
    }),
    handle(SettleNewCoin, {
      realms: REALMS,
      scope: issueScope,
      moreScope: (view, data) => batchScope(view, data, true),
      decide: (view, { issueId, from }, { at }) => {
        const events = decideSettle(view.state(newCoinKind, issueId), from, stateOf(view), withdrawn(view));
        return isRefusal(events) ? events : decided(events, at);
      },
    }),
    handle(UnlockNewCoin, {
      realms: REALMS,
      scope: issueScope,
      moreScope: (view, data) => batchScope(view, data, false),
      decide: (view, { issueId, from }, { at }) =>
        decided(decideUnlock(view.state(newCoinKind, issueId), from, stateOf(view)), at),
    }),
  ];
}

/** What staff decide on an issue. */
function byStaff<Data extends { readonly issueId: string }>(
  command: CommandClass<Data, { readonly issueId: string }>,
  decide: (state: NewCoinState, data: Data, at: CommandMeta['at']) => NewEvent[] | Refusal,
): AnyCommandHandler {
  return handle(command, {
    realms: REALMS,
    scope: (data: Data) => issueScope(data),
    decide: (view, data, { at }) => {
      const events = decide(view.state(newCoinKind, data.issueId), data, at);
      if (isRefusal(events)) return events;
      return { events, due: dueAfter(subscriptionTimetable, events, at), answer: { issueId: data.issueId } };
    },
  });
}
