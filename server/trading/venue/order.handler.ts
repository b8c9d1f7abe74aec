import { ZERO } from '../../../shared/money.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { OpenPrincipal } from '../../core/ports/open-principal.js';
import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { CommandHandler, CommandScope, View } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { auctionsWithin, instantOf, isPastCutOff, type BookMarket } from '../../market/book-market.js';
import { HOUSE, type BookEvent } from '../matching/book.js';
import { tryAmend } from './amend.decider.js';
import { traceOf, type BookKind } from './book.state.js';
import type { AdvanceMarket, OrderAnswer, OrderTerms } from './order.commands.js';
import {
  decisionOf,
  isOutgrown,
  tryAdvance,
  tryCancel,
  tryCancelAll,
  tryPlace,
  tryPlaceOco,
  type Attempt,
  type MarketNow,
  type OrderScope,
} from './order.decider.js';

const REALMS = ['demo', 'real'];

/** What names an order's book and its owner. */
interface Owned extends Pick<OrderTerms, 'spec' | 'margin'> {
  readonly symbol: string;
  readonly userId: string;
  readonly ownerId: string;
}

interface Parts {
  readonly kind: BookKind;
  readonly market: BookMarket;
  readonly gate: AccountGate;
  /** Of products whose orders count in it. */
  readonly principal?: OpenPrincipal;
}

/** The commands of a product: what each touches, and its pure decision with the market of that instant handed in. */
export function orderHandlers(parts: Parts): AnyCommandHandler[] {
  const { kind, market } = parts;
  const { commands } = kind.product;
  return [
    owned(commands.place, tryPlace, parts),
    owned(commands.placeOco, tryPlaceOco, parts),
    owned(commands.amend, tryAmend, parts),
    cancelling(commands.cancel, tryCancel, parts),
    cancelling(commands.cancelAll, tryCancelAll, parts),
    cancellingBooks(parts),
    advancing(kind, market),
  ];
}

/** The inputs of an order's decision: for the command, and for its preview. */
export function scopeOfLoadedOrder({ kind, gate, principal }: Omit<Parts, 'market'>, order: Owned): CommandScope {
  const { symbol, userId, ownerId, spec } = order;
  const { moves } = kind.product;
  const own: CommandScope['streams'] = [[kind, symbol], ...(moves?.(ownerId, symbol) ?? []), gate.stream(userId)];
  const others = principal
    ?.streams(order)
    .filter(([other, id]) => !own.some(([each, of]) => each === other && of === id));
  const account = userAccount(ownerId, kind.product.space(symbol), 'available');
  return {
    streams: [...own, ...(others ?? [])],
    balances: [[account, spec.base], [account, spec.quote], ...(principal?.balances(order) ?? [])],
  };
}

/** The same, once it is loaded; a refusal while the market is closed. */
export function scopeOfOrder(
  { kind, market, principal }: Omit<Parts, 'gate'>,
  view: View,
  asked: Owned,
  at: number,
): OrderScope | Refusal {
  const { symbol, ownerId } = asked;
  const account = userAccount(ownerId, kind.product.space(symbol), 'available');
  const now = marketNow(market, view, kind, symbol, at);
  if (isRefusal(now)) return now;
  const scope = scopeOf(kind, view, symbol, now, (asset) => view.balance(account, asset));
  const open = principal?.of(asked, view) ?? ZERO;
  const admission = kind.product.admission?.(view, { ...asked, at }, scope.state, open);
  return admission === undefined ? scope : { ...scope, admission };
}

/** Commands that may hold more: they need a trading account, an open market and the owner's balances. */
function owned<Data extends Owned>(
  command: CommandClass<Data, OrderAnswer>,
  attempt: (scope: OrderScope, data: Data) => Attempt,
  parts: Parts,
): AnyCommandHandler {
  const { kind, gate } = parts;
  const scopeFor = (view: View, data: Data, at: number) => scopeOfOrder(parts, view, data, at);
  return handle(command, {
    realms: REALMS,
    scope: (data) => scopeOfLoadedOrder(parts, data),
    ...movingOthers(kind, attempt, scopeFor),
    decide: (view, data, { at }) => {
      const gateRefusal = gate.refusal(view, data.userId, data.ownerId, at);
      if (gateRefusal !== undefined) return gateRefusal;
      const scope = scopeFor(view, data, at);
      return isRefusal(scope) ? scope : decisionOf(attempt(scope, data));
    },
  });
}

function cancelling<Data extends { readonly symbol: string }>(
  command: CommandClass<Data, OrderAnswer>,
  attempt: (scope: OrderScope, data: Data) => Attempt,
  { kind, market }: Pick<Parts, 'kind' | 'market'>,
): AnyCommandHandler {
  return handle(command, {
    realms: REALMS,
    scope: ({ symbol }) => ({ streams: [[kind, symbol]] }),
    decide: (view, data, { at }) =>
      decisionOf(attempt(scopeOf(kind, view, data.symbol, toCancel(market, data.symbol, at)), data)),
  });
}

function cancellingBooks({ kind, market }: Pick<Parts, 'kind' | 'market'>): AnyCommandHandler {
  return handle(kind.product.commands.cancelInBooks, {
    realms: REALMS,
    scope: ({ symbols }) => ({ streams: symbols.map((symbol) => [kind, symbol] as const) }),
    decide: (view, { symbols, ownerId }, { at }) => {
      const events: NewEvent[] = [];
      const orders: OrderAnswer['orders'][number][] = [];
      for (const symbol of symbols) {
        const now = toCancel(market, symbol, at);
        const attempt = tryCancelAll(scopeOf(kind, view, symbol, now), { ownerId, reason: 'user' });
        const book = decisionOf(attempt);
        if (isRefusal(book)) return book;
        events.push(...book.events);
        orders.push(...book.answer.orders);
      }
      return { events, answer: { orders, trades: [] } };
    },
  });
}

function advancing(kind: BookKind, market: BookMarket): AnyCommandHandler {
  const scopeFor = (view: View, { symbol, beat, missed }: AdvanceMarket, at: number): OrderScope => {
    const state = view.state(kind, symbol);
    const terms = market.terms(symbol);
    const isQuoted = missed === null && !isRefusal(terms) && !isOutgrown(state, terms.spec);
    const own = market.in(view.realm);
    const moment = isQuoted ? own.beat(symbol, beat, traceOf(state)) : undefined;
    // A beat that is decided late leaves the passing impact that it would have left in time. What lasts lands by the time of its event.
    const impactAfter: MarketNow['impactAfter'] = (impact, fills) =>
      own.impactAfter(symbol, instantOf(beat), impact, fills);
    return scopeOf(kind, view, symbol, {
      ...withoutQuotes(at, 'continuous'),
      liquidity: moment?.liquidity,
      tape: moment,
      ...(moment === undefined &&
        missed?.outcome !== 'decided-late' && { missed: missedBy(market, symbol, { beat, missed }) }),
      impactAfter,
    });
  };
  return handle(kind.product.commands.advance, {
    realms: REALMS,
    scope: ({ symbol }) => ({ streams: [[kind, symbol]] }),
    ...movingOthers(kind, tryAdvance, scopeFor),
    decide: (view, data, { at }) => decisionOf(tryAdvance(scopeFor(view, data, at), data)),
  });
}

/** Where fills move more than the book, the book first finds the makers that the command would meet. */
function movingOthers<Data extends { readonly symbol: string }>(
  { product: { moves } }: BookKind,
  attempt: (scope: OrderScope, data: Data) => Attempt,
  scopeFor: (view: View, data: Data, at: number) => OrderScope | Refusal,
): Pick<CommandHandler<Data>, 'moreScope' | 'reaches'> {
  if (moves === undefined) return {};
  return {
    reaches: moves(HOUSE, '').map(([kind]) => kind),
    moreScope: (view, data, { at }) => {
      const scope = scopeFor(view, data, at);
      if (isRefusal(scope)) return { streams: [] };
      const owners = new Set<string>();
      const looks = (events: readonly BookEvent[]): void => {
        for (const event of events)
          if (event.type === 'OrderMatched') owners.add(event.makerOwner).add(event.takerOwner);
      };
      attempt({ ...scope, looks }, data);
      owners.delete(HOUSE);
      return { streams: [...owners].flatMap((owner) => moves(owner, data.symbol)) };
    },
  };
}

/** A command that moves a book, and puts no further amount on hold unless it says what is available. */
export function scopeOf(
  kind: BookKind,
  view: View,
  symbol: string,
  market: MarketNow,
  available: OrderScope['available'] = null,
): OrderScope {
  const settlement: OrderScope['settlement'] = (terms) => kind.product.settlement(terms, view);
  return { state: view.state(kind, symbol), market, available, settlement };
}

/** The market of an instant; halted for a book whose orders are counted in sizes that the catalogue has given up. */
function marketNow(market: BookMarket, view: View, kind: BookKind, symbol: string, at: number): MarketNow | Refusal {
  const state = view.state(kind, symbol);
  const own = market.in(view.realm);
  const moment = own.moment(symbol, at, traceOf(state));
  if (isRefusal(moment)) return moment;
  const terms = market.terms(symbol);
  if (isRefusal(terms)) return terms;
  if (isOutgrown(state, terms.spec)) return refuse('market.halted', { symbol });
  const hours = market.hours(symbol, at);
  const isCutOff = isPastCutOff(hours, at);
  // A pause may last beyond the cut-off: nothing trades in it all the same.
  const phase = isCutOff && moment.phase !== 'call' ? 'cut-off' : moment.phase;
  const closesByAuction = hours.cutOffAt !== undefined && !(isCutOff && moment.phase === 'call');
  return {
    at,
    ...moment,
    phase,
    closesByAuction,
    impactAfter: (impact, fills) => own.impactAfter(symbol, at, impact, fills),
  };
}

/**
 * Cancelling needs no quotes: it works while the market is closed or the account has expired. What still waits for an auction after the
 * close stands as after the cut-off: its beat is late, and its price may be seen already. In a call it waits for one that is to come.
 */
function toCancel(market: BookMarket, symbol: string, at: number): MarketNow {
  const hours = market.hours(symbol, at);
  if (isPastCutOff(hours, at)) return withoutQuotes(at, 'cut-off');
  if (hours.phase === 'call') return withoutQuotes(at, 'call');
  return withoutQuotes(at, hours.open ? 'continuous' : 'cut-off');
}

/** For what the market has no part in. */
export function withoutQuotes(at: number, phase: MarketNow['phase']): MarketNow {
  return {
    at,
    referenceTicks: 0,
    lastTicks: 0,
    indexTicks: 0,
    markTicks: 0,
    liquidity: undefined,
    phase,
    closesByAuction: false,
    impactAfter: () => undefined,
  };
}

/** The auctions that beats without a market were to hold: skipped ones, and one in which trading is halted. */
function missedBy(market: BookMarket, symbol: string, { beat, missed }: Pick<AdvanceMarket, 'beat' | 'missed'>) {
  return auctionsWithin((at) => market.hours(symbol, at), missed?.fromBeat ?? beat, beat);
}
