import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { strikeOf, type FundLevel } from '../../../shared/fund.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { CommandScope, View } from '../../core/decider.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { FundPrices } from '../../core/ports/fund-prices.js';
import type { OpenDebts } from '../../core/ports/open-debts.js';
import type { OpenPrincipal } from '../../core/ports/open-principal.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import { dueAfter } from '../../core/timetable.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { BuyFund, CancelFundRequest, RedeemFund, SettleFundRequests, StrikeFund } from './fund.commands.js';
import { navDateOf } from './fund-dates.rules.js';
import { decideCancel, decidePurchase, decideRedemption, decideSettle } from './fund.decider.js';
import { assetsOf, type FundStanding } from './fund.rules.js';
import { fundHouseKind, fundKind, fundTimetable } from './fund.state.js';
import { decideStrike } from './fund-strike.decider.js';

const REALMS = ['real'];
/** A demo account buys no fund. */
export const FUND_REALM = 'real';

export interface FundPorts {
  readonly gate: AccountGate;
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
    handle(StrikeFund, {
      realms: REALMS,
      scope: ({ level }) => ({ streams: [[fundHouseKind, level]] }),
      decide: (view, { level, date }, { at }) => {
        const policy = rules.inForceAt('fund.rules', strikeOf(date));
        const events = decideStrike(view.state(fundHouseKind, level), date, policy, fundPrices);
        return { events, due: dueAfter(fundTimetable, events, at), answer: null };
      },
    }),
  ];
}
