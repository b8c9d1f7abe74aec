import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { strikeOf, type FundLevel } from '../../../shared/fund.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { CommandScope, View } from '../../core/decider.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { FundPrices } from '../../core/ports/fund-prices.js';
import type { InvestmentCaps } from '../../core/ports/investment-caps.js';
import type { OpenDebts } from '../../core/ports/open-debts.js';
import type { OpenPrincipal } from '../../core/ports/open-principal.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import { dueAfter } from '../../core/timetable.js';
import { userAccount } from '../../engine/ledger/chart.js';
import {
  BuyByFundPlans,
  BuyFund,
  CancelFundRequest,
  EndFundPlan,
  RedeemFund,
  SetFundPlan,
  SettleFundRequests,
  StrikeFund,
} from './fund.commands.js';
import { navDateOf } from './fund-dates.rules.js';
import { decideCancel, decidePurchase, decideRedemption, decideSettle } from './fund.decider.js';
import { decideEndPlan, decidePlanPurchases, decideSetPlan } from './fund-plan.decider.js';
import { assetsOf, type FundStanding } from './fund.rules.js';
import { fundHouseKind, fundKind, fundTimetable } from './fund.state.js';
import { decideStrike } from './fund-strike.decider.js';

const REALMS = ['real'];
/** A demo account buys no fund. */
export const FUND_REALM = 'real';

export interface FundPorts {
  readonly gate: AccountGate;
  readonly caps: Pick<InvestmentCaps, 'stream' | 'at'>;
  readonly fundPrices: FundPrices;
  readonly principal: OpenPrincipal;
  readonly debts: OpenDebts;
  readonly rules: PolicySource<KnownPolicies>;
}

interface Owner {
  readonly userId: string;
  readonly ownerId: string;
}
type OfLevel = Owner & { readonly level: FundLevel };

/** What a purchase touches; the page of a fund looks at the same. */
export function purchaseScope(
  { gate, principal, debts }: Pick<FundPorts, 'gate' | 'principal' | 'debts'>,
  owner: OfLevel,
): CommandScope {
  return {
    streams: [
      ...requestScope(owner).streams,
      gate.stream(owner.userId),
      ...principal.streams(owner).filter(([kind, id]) => kind !== fundKind || id !== owner.ownerId),
      ...debts.streams(owner),
    ],
    balances: [[userAccount(owner.ownerId, 'finance', 'available'), 'USDT'], ...principal.balances(owner)],
  };
}

const requestScope = ({ ownerId, level }: OfLevel): CommandScope => ({
  streams: [
    [fundKind, ownerId],
    [fundHouseKind, level],
  ],
});

export function standingOf(
  { principal, debts }: Pick<FundPorts, 'principal' | 'debts'>,
  view: View,
  owner: OfLevel,
  at: number,
): FundStanding {
  return {
    state: view.state(fundKind, owner.ownerId),
    house: view.state(fundHouseKind, owner.level),
    available: view.balance(userAccount(owner.ownerId, 'finance', 'available'), 'USDT'),
    principal: principal.of(owner, view),
    owed: debts.of(owner, view, at),
    at,
  };
}

export function fundHandlers(ports: FundPorts): AnyCommandHandler[] {
  const { gate, fundPrices, rules } = ports;
  return [
    handle(BuyFund, {
      realms: REALMS,
      scope: (data) => purchaseScope(ports, data),
      decide: (view, data, { at }) => {
        const blocked = gate.refusal(view, data.userId, data.ownerId, at);
        if (blocked !== undefined) return blocked;
        const standing = standingOf(ports, view, data, at);
        const assets = assetsOf(standing.house, data.policy.values, data.level);
        return decidePurchase(data, standing, navDateOf(assets, at, fundPrices));
      },
    }),
    handle(RedeemFund, {
      realms: REALMS,
      scope: (data) => ({ streams: [...requestScope(data).streams, gate.stream(data.userId)] }),
      decide: (view, data, { at }) => {
        const blocked = gate.refusal(view, data.userId, data.ownerId, at);
        if (blocked !== undefined) return blocked;
        const { ownerId, level } = data;
        const [state, house] = [view.state(fundKind, ownerId), view.state(fundHouseKind, level)];
        const policy = rules.inForceAt('fund.rules', at);
        const assets = assetsOf(house, policy.values, level);
        return decideRedemption(data, { state, house, at, policy }, navDateOf(assets, at, fundPrices));
      },
    }),
    handle(CancelFundRequest, {
      realms: REALMS,
      scope: requestScope,
      decide: (view, data, { at }) => decideCancel(view.state(fundKind, data.ownerId), data, at),
    }),
    handle(SettleFundRequests, {
      realms: REALMS,
      scope: requestScope,
      decide: (view, { ownerId, level, date }) => {
        const events = decideSettle(view.state(fundKind, ownerId), view.state(fundHouseKind, level), date);
        return { events, answer: null };
      },
    }),
    ...planHandlers(ports),
    handle(StrikeFund, {
      realms: REALMS,
      scope: ({ level }) => ({ streams: [[fundHouseKind, level]] }),
      decide: (view, { level, date }, { at }) => {
        const strikesAt = strikeOf(date);
        const policies = {
          rules: rules.inForceAt('fund.rules', strikesAt),
          fairValues: rules.inForceAt('fund.fair-values', strikesAt),
        };
        const events = decideStrike(view.state(fundHouseKind, level), date, policies, fundPrices);
        return { events, due: dueAfter(fundTimetable, events, at), answer: null };
      },
    }),
  ];
}

function planHandlers(ports: FundPorts): AnyCommandHandler[] {
  const { gate, caps, fundPrices, rules } = ports;
  return [
    handle(SetFundPlan, {
      realms: REALMS,
      scope: ({ userId, ownerId }) => ({ streams: [[fundKind, ownerId], gate.stream(userId)] }),
      decide: (view, data, { at }) =>
        gate.refusal(view, data.userId, data.ownerId, at) ??
        decideSetPlan(data, view.state(fundKind, data.ownerId), at),
    }),
    handle(EndFundPlan, {
      realms: REALMS,
      scope: ({ ownerId }) => ({ streams: [[fundKind, ownerId]] }),
      decide: (view, data) => decideEndPlan(view.state(fundKind, data.ownerId), data),
    }),
    handle(BuyByFundPlans, {
      realms: REALMS,
      scope: (owner) => {
        const { streams, balances = [] } = purchaseScope(ports, { ...owner, level: 'low' });
        return { streams: [...streams, [fundHouseKind, 'balanced'], caps.stream(owner.userId)], balances };
      },
      decide: (view, { userId, ownerId, date }, { at }) => {
        const owner = { userId, ownerId };
        const { state, available, principal, owed } = standingOf(ports, view, { ...owner, level: 'low' }, at);
        const { cap, policy: ofClass } = caps.at(view, userId, at);
        const policy = rules.inForceAt('fund.rules', at);
        const events = decidePlanPurchases({
          owner,
          date,
          at,
          state,
          available,
          principal,
          owed,
          policy,
          houses: { low: view.state(fundHouseKind, 'low'), balanced: view.state(fundHouseKind, 'balanced') },
          blocked: gate.refusal(view, userId, ownerId, at),
          cap: { cap, policy: ofClass },
          navDate: (house, level) => navDateOf(assetsOf(house, policy.values, level), at, fundPrices),
        });
        return { events, due: dueAfter(fundTimetable, events, at), answer: null };
      },
    }),
  ];
}
