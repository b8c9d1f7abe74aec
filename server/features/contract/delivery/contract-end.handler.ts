import { amount } from '../../../../shared/money.js';
import { handle, type AnyCommandHandler } from '../../../core/command.js';
import type { CommandScope, Decided, View } from '../../../core/decider.js';
import type { NewEvent } from '../../../core/event.js';
import type { ContractFacts } from '../../../core/ports/contract-facts.js';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.js';
import { traceOf } from '../../../trading/venue/book.state.js';
import { scopeOf, withoutQuotes } from '../../../trading/venue/order.handler.js';
import {
  DeliverContract,
  EndPositions,
  SettleDelistedContract,
  SettleHaltedContract,
  NotifyOfHalt,
} from './contract-end.commands.js';
import { decideSettled, endPositions, type EndingContract, type LastPrice } from './contract-end.decider.js';
import { contractKind } from '../contract.product.js';
import { fundingKind } from '../funding/funding.state.js';
import { PositionAccount } from '../position/position.settlement.js';
import { positionKind } from '../position/position.state.js';

const REALMS = ['demo', 'real'];

type Ended = DeliverContract['data'];
type Facts = Pick<ContractFacts, 'settlementOf' | 'arePricesKnown' | 'prices'>;

/** Contracts that end. Nobody is asked whether the account may trade: a frozen account is settled too. */
export function contractEndHandlers(facts: Facts): AnyCommandHandler[] {
  return [
    handle(DeliverContract, {
      realms: REALMS,
      scope: scopeOfOwners,
      decide: (view, data, { at }) => {
        const price = facts.settlementOf(data.symbol, at);
        if (price === null) return refuse('request.unavailable');
        return end(view, data, { price, cause: 'delivery' }, at);
      },
    }),
    handle(SettleDelistedContract, {
      realms: REALMS,
      scope: scopeOfOwners,
      decide: (view, data, { at }) => end(view, data, { price: amount(data.price), cause: 'delisting' }, at),
    }),
    handle(SettleHaltedContract, {
      realms: REALMS,
      scope: scopeOfOwners,
      decide: (view, data, { at }) => end(view, data, { price: amount(data.price), cause: 'settlement' }, at),
    }),
    handle(NotifyOfHalt, {
      realms: REALMS,
      scope: ({ ownerId }) => ({ streams: [[positionKind, ownerId]] }),
      decide: (_, data) => ({ events: [haltNotified(data)], answer: null }),
    }),
    handle(EndPositions, {
      realms: ['demo'],
      scope: ({ ownerId }) => ({ streams: [[positionKind, ownerId]] }),
      moreScope: (view, { ownerId }) => ({
        streams: symbolsOf(view, ownerId).flatMap((symbol) => [
          [contractKind, symbol] as const,
          [fundingKind, symbol] as const,
        ]),
      }),
      decide: (view, { ownerId }, { at }) => endAll(view, facts, ownerId, at),
    }),
  ];
}

/** What moves lots and money of owners in a contract touches. */
export function scopeOfOwners({ symbol, ownerIds }: Pick<Ended, 'symbol' | 'ownerIds'>): CommandScope {
  return {
    streams: [
      [contractKind, symbol],
      [fundingKind, symbol],
      ...ownerIds.map((ownerId) => [positionKind, ownerId] as const),
    ],
  };
}

/** The contract as commands of the house move it; `undefined` where its book was never used. */
export function endingContract(view: View, symbol: string, at: number): EndingContract | undefined {
  const { spec, sizes } = view.state(contractKind, symbol);
  if (spec === null || sizes === null) return undefined;
  const scope = scopeOf(contractKind, view, symbol, withoutQuotes(at, 'cut-off'));
  return { scope, sizes, account: new PositionAccount({ spec, sizes }, view) };
}

function end(view: View, { symbol, ownerIds, isLast }: Ended, last: LastPrice, at: number): Decided<null> | Refusal {
  const contract = endingContract(view, symbol, at);
  if (contract === undefined) return { events: [], answer: null };
  const events = endPositions(contract, ownerIds, last);
  if (isRefusal(events)) return events;
  const { state } = contract.scope;
  const over = isLast && events.length === 0 ? decideSettled(view.state(fundingKind, symbol), state, last) : [];
  return isRefusal(over) ? over : { events: [...events, ...over], answer: null };
}

const haltNotified = (data: NotifyOfHalt['data']): NewEvent => ({
  stream: `${positionKind.name}-${data.ownerId}`,
  type: 'PositionHaltNotified',
  schema: 1,
  data,
});

function symbolsOf(view: View, ownerId: string): string[] {
  const { contracts } = view.state(positionKind, ownerId);
  return [...contracts].filter(([, { long, short }]) => long !== null || short !== null).map(([symbol]) => symbol);
}

/** What has no mark price any more has ended too, and is closed with all others. */
function endAll(view: View, facts: Facts, ownerId: string, at: number): Decided<null> | Refusal {
  const all: NewEvent[] = [];
  for (const symbol of symbolsOf(view, ownerId)) {
    if (!facts.arePricesKnown(at)) return refuse('request.unavailable');
    const contract = endingContract(view, symbol, at);
    const prices = facts.prices(view.realm, symbol, at, traceOf(view.state(contractKind, symbol)));
    if (contract === undefined || prices === null) continue;
    const events = endPositions(contract, [ownerId], { price: prices.mark, cause: 'account-end' });
    if (isRefusal(events)) return events;
    all.push(...events);
  }
  return { events: all, answer: null };
}
