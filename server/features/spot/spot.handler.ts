import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { Touches } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { userAccount } from '../../engine/ledger/chart.js';
import type { SpotMarket } from '../../market/spot-market.js';
import {
  AdvanceSpotMarket,
  AmendSpotOrder,
  CancelAllSpotOrders,
  CancelSpotOrder,
  CancelSpotOrdersInBooks,
  PlaceSpotOco,
  PlaceSpotOrder,
  type SpotAnswer,
} from './spot.commands.js';
import { decideAmend } from './spot-amend.decider.js';
import {
  decideAdvance,
  decideCancel,
  decideCancelAll,
  decidePlace,
  decidePlaceOco,
  isOutgrown,
  type MarketNow,
  type SpotDecided,
} from './spot.decider.js';
import { spotKind, type SpotState } from './spot.state.js';

const REALMS = ['demo', 'real'];

interface Owned {
  readonly symbol: string;
  readonly userId: string;
  readonly ownerId: string;
  readonly spec: { readonly base: string; readonly quote: string };
}

/** The spot commands: what each touches, and its pure decision with the market of that instant handed in. */
export function spotHandlers(market: SpotMarket, gate: AccountGate): AnyCommandHandler[] {
  return [
    owned(PlaceSpotOrder, market, gate, decidePlace),
    owned(PlaceSpotOco, market, gate, decidePlaceOco),
    owned(AmendSpotOrder, market, gate, decideAmend),
    cancelling(CancelSpotOrder, decideCancel),
    cancelling(CancelAllSpotOrders, decideCancelAll),
    cancellingBooks,
    advancing(market),
  ];
}

/** Commands that may hold more of the owner's money: they need a trading account, an open market and his balances. */
function owned<Data extends Owned>(
  command: CommandClass<Data, SpotAnswer>,
  market: SpotMarket,
  gate: AccountGate,
  decide: (state: SpotState, data: Data, now: MarketNow, available: (asset: string) => bigint) => SpotDecided | Refusal,
): AnyCommandHandler {
  return handle(command, {
    realms: REALMS,
    touches: ({ symbol, userId, ownerId, spec }): Touches => ({
      streams: [[spotKind, symbol], gate.stream(userId)],
      balances: [
        [userAccount(ownerId, 'spot', 'available'), spec.base],
        [userAccount(ownerId, 'spot', 'available'), spec.quote],
      ],
    }),
    decide: (view, data, { at }) => {
      const standing = gate.refusal(view, data.userId, data.ownerId, at);
      if (standing !== undefined) return standing;
      const state = view.state(spotKind, data.symbol);
      const now = marketNow(market, data.symbol, at, state);
      if (isRefusal(now)) return now;
      return decide(state, data, now, (asset) => view.balance(userAccount(data.ownerId, 'spot', 'available'), asset));
    },
  });
}

function cancelling<Data extends { readonly symbol: string }>(
  command: CommandClass<Data, SpotAnswer>,
  decide: (state: SpotState, data: Data, now: MarketNow) => SpotDecided | Refusal,
): AnyCommandHandler {
  return handle(command, {
    realms: REALMS,
    touches: ({ symbol }) => ({ streams: [[spotKind, symbol]] }),
    decide: (view, data, { at }) => decide(view.state(spotKind, data.symbol), data, silent(at)),
  });
}

const cancellingBooks = handle(CancelSpotOrdersInBooks, {
  realms: REALMS,
  touches: ({ symbols }) => ({ streams: symbols.map((symbol) => [spotKind, symbol] as const) }),
  decide: (view, { symbols, ...owner }, { at }) => {
    const events: NewEvent[] = [];
    const orders: SpotAnswer['orders'][number][] = [];
    for (const symbol of symbols) {
      const wish = { ...owner, symbol, reason: 'user' } as const;
      const book = decideCancelAll(view.state(spotKind, symbol), wish, silent(at));
      if (isRefusal(book)) return book;
      events.push(...book.events);
      orders.push(...book.answer.orders);
    }
    return { events, answer: { orders, trades: [] } };
  },
});

function advancing(market: SpotMarket): AnyCommandHandler {
  return handle(AdvanceSpotMarket, {
    realms: REALMS,
    touches: ({ symbol }) => ({ streams: [[spotKind, symbol]] }),
    decide: (view, data, { at }) => {
      const impactAfter: MarketNow['impactAfter'] = (impact, fills) =>
        market.impactAfter(data.symbol, at, impact, fills);
      const now = { at, referenceTicks: 0, liquidity: data.liquidity, impactAfter };
      return decideAdvance(view.state(spotKind, data.symbol), data, now);
    },
  });
}

/** The market of an instant; halted for a book whose orders are counted in sizes that the catalogue has given up. */
export function marketNow(market: SpotMarket, symbol: string, at: number, state: SpotState): MarketNow | Refusal {
  const moment = market.moment(symbol, at, state.book.impact);
  if (isRefusal(moment)) return moment;
  const terms = market.terms(symbol);
  if (isRefusal(terms)) return terms;
  if (isOutgrown(state, terms.spec)) return refuse('market.halted', { symbol });
  return { at, ...moment, impactAfter: (impact, fills) => market.impactAfter(symbol, at, impact, fills) };
}

/** Cancelling needs no market: it works while the market is closed or the account has expired. */
function silent(at: number): MarketNow {
  return { at, referenceTicks: 0, liquidity: undefined, impactAfter: () => undefined };
}
