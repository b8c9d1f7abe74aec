import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { CommandMeta, CommandScope, View } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { OpenPrincipal } from '../../core/ports/open-principal.js';
import type { OptionPrices } from '../../core/ports/option-prices.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import {
  BuyOption,
  ConfirmOptionWarning,
  EnterOption,
  LoosenOptionLossLimit,
  SetOptionLossLimit,
  SetOptionPause,
  SettleOption,
  ShortenOptionPause,
} from './option.commands.js';
import {
  decideEnter,
  decideLoosenedLimit,
  decideLossLimit,
  decidePause,
  decidePurchase,
  decideSettle,
  decideShortenedPause,
  decideWarning,
} from './option.decider.js';
import { timingOf, type Standing } from './option.rules.js';
import {
  countedOf,
  optionHouseKind,
  optionKind,
  optionTimetable,
  type OpenOption,
  type OptionState,
} from './option.state.js';

const REALMS = ['demo', 'real'];
const HOUSE_ID = { demo: 'demo', real: 'real' } as const;

export interface OptionPorts {
  readonly gate: AccountGate;
  readonly optionPrices: OptionPrices;
  readonly principal: OpenPrincipal;
}

interface Owner {
  readonly userId: string;
  readonly ownerId: string;
}

/** The realm of an owner's id, which names the stream of its house. */
const realmOf = ({ ownerId }: Pick<Owner, 'ownerId'>): string =>
  ownerId.startsWith('demo-') ? HOUSE_ID.demo : HOUSE_ID.real;

/** What a purchase touches; a preview looks at the same. */
export function purchaseScope(
  { gate, principal }: Pick<OptionPorts, 'gate' | 'principal'>,
  owner: Owner,
): CommandScope {
  return {
    streams: [
      [optionKind, owner.ownerId],
      [optionHouseKind, realmOf(owner)],
      gate.stream(owner.userId),
      ...principal.streams(owner).filter(([kind, id]) => kind !== optionKind || id !== owner.ownerId),
    ],
    balances: [
      [userAccount(owner.ownerId, 'options', 'available'), 'USDT'],
      [HOUSE.options.account, 'USDT'],
      ...principal.balances(owner),
    ],
  };
}

export function standingOf(
  { principal }: Pick<OptionPorts, 'principal'>,
  view: View,
  owner: Owner,
  at: number,
): Omit<Standing, 'lastBeat'> {
  return {
    state: view.state(optionKind, owner.ownerId),
    house: view.state(optionHouseKind, realmOf(owner)),
    available: view.balance(userAccount(owner.ownerId, 'options', 'available'), 'USDT'),
    houseFunds: view.balance(HOUSE.options.account, 'USDT'),
    principal: principal.of(owner, view),
    at,
  };
}

export function optionHandlers(ports: OptionPorts): AnyCommandHandler[] {
  const { gate, optionPrices } = ports;
  const houseScope = (owner: Owner): CommandScope => ({
    streams: [
      [optionKind, owner.ownerId],
      [optionHouseKind, realmOf(owner)],
    ],
  });
  const openOf = (view: View, { ownerId, optionId }: Owner & { readonly optionId: string }): OpenOption | undefined =>
    view.state(optionKind, ownerId).open.get(optionId);
  return [
    handle(BuyOption, {
      realms: REALMS,
      scope: (data) => purchaseScope(ports, data),
      decide: (view, data, { at }) => {
        const blocked = gate.refusal(view, data.userId, data.ownerId, at);
        if (blocked !== undefined) return blocked;
        const timing = timingOf(data.policy.values, data.delivery);
        const beats = optionPrices.beatsOf(data.optionId, timing, at);
        return decidePurchase(realmOf(data), data, beats, standingOf(ports, view, data, at));
      },
    }),
    handle(EnterOption, {
      realms: REALMS,
      scope: houseScope,
      decide: (view, data, { at }) =>
        decideEnter(realmOf(data), openOf(view, data), (option) => optionPrices.entry(countedOf(option)), at),
    }),
    handle(SettleOption, {
      realms: REALMS,
      scope: houseScope,
      decide: (view, data) => ({
        events: decideSettle(realmOf(data), openOf(view, data), (option) => optionPrices.average(countedOf(option))),
        answer: null,
      }),
    }),
    own(ConfirmOptionWarning, decideWarning),
    own(SetOptionLossLimit, decideLossLimit),
    own(SetOptionPause, decidePause),
    own(LoosenOptionLossLimit, decideLoosenedLimit),
    own(ShortenOptionPause, decideShortenedPause),
  ];
}

/** A command about one's own limits: barred accounts may tighten them too. */
function own<Data extends Owner>(
  command: CommandClass<Data, null>,
  decide: (state: OptionState, data: Data, meta: CommandMeta) => NewEvent[] | Refusal,
): AnyCommandHandler {
  return handle(command, {
    realms: REALMS,
    scope: ({ ownerId }) => ({ streams: [[optionKind, ownerId]] }),
    decide: (view, data, meta) => {
      const events = decide(view.state(optionKind, data.ownerId), data, meta);
      if (isRefusal(events)) return events;
      return { events, due: dueAfter(optionTimetable, events, meta.at), answer: null };
    },
  });
}
