import { amount, fromSteps } from '../../../../shared/money.js';
import { handle, type AnyCommandHandler, type CommandClass } from '../../../core/command.js';
import type { CommandScope, StreamKind, View } from '../../../core/decider.js';
import type { NewEvent } from '../../../core/event.js';
import { isRefusal } from '../../../core/refusal.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import { instantOf, type BookMarket } from '../../../market/book-market.js';
import { traceOf, type BookState } from '../../../trading/venue/book.state.js';
import { isOutgrown, type MarketNow, type OrderScope } from '../../../trading/venue/order.decider.js';
import { contractKind } from '../contract.product.js';
import { fundingKind } from '../funding/funding.state.js';
import { InsuranceFund } from './insurance.decider.js';
import { insuranceKind } from './insurance.state.js';
import {
  GrantInsuranceFund,
  LiquidatePosition,
  WarnOfBrackets,
  WarnOfGap,
  WarnPosition,
  type Judged,
} from './liquidation.commands.js';
import { Liquidation, nothing } from './liquidation.decider.js';
import { contractOf, positionKind, type PositionState } from '../position/position.state.js';
import { decideBracketsWarning, decideGapWarning, decideWarning, type MarkedBeat } from './warning.decider.js';

const REALMS = ['demo', 'real'];
const FUND = [HOUSE.contractInsurance.account, 'USDT'] as const;

/** Liquidations and their insurance fund. */
export function liquidationHandlers(market: BookMarket): AnyCommandHandler[] {
  return [
    handle(LiquidatePosition, {
      realms: REALMS,
      scope: ({ ownerId, symbol }) => ({
        streams: [
          [contractKind, symbol],
          [positionKind, ownerId],
          [fundingKind, symbol],
          [insuranceKind, realmOf(ownerId)],
        ],
        balances: [FUND],
      }),
      moreScope: (view, data, { at }): CommandScope => {
        const others = liquidationOf(market, view, data, at)?.others() ?? [];
        return { streams: [...others].map((owner) => [positionKind, owner] as const) };
      },
      reaches: [positionKind as StreamKind<unknown>],
      decide: (view, data, { at }) => liquidationOf(market, view, data, at)?.decide() ?? nothing,
    }),
    warning(WarnPosition, decideWarning, (view, data) => markOf(market, view, data)),
    warning(WarnOfGap, decideGapWarning, (view, data) => markOf(market, view, data)),
    warning(WarnOfBrackets, decideBracketsWarning, (view, data) => markOf(market, view, data) ?? shutMark(view, data)),
    handle(GrantInsuranceFund, {
      realms: REALMS,
      scope: ({ realm }) => ({ streams: [[insuranceKind, realm]], balances: [FUND] }),
      decide: (view, { insurance }) => ({ events: new InsuranceFund(view, insurance).events, answer: null }),
    }),
  ];
}

/** What tells the owner of a position something about it, by the mark price of a beat. */
function warning<Data extends Judged>(
  command: CommandClass<Data, null>,
  decide: (state: PositionState, data: Data, beat: MarkedBeat) => NewEvent[],
  markedOf: (view: View, data: Data) => Pick<MarkedBeat, 'mark' | 'lotSize'> | undefined,
): AnyCommandHandler {
  return handle(command, {
    realms: REALMS,
    scope: ({ ownerId, symbol }) => ({
      streams: [
        [contractKind, symbol],
        [positionKind, ownerId],
        [fundingKind, symbol],
      ],
    }),
    decide: (view, data) => {
      const marked = markedOf(view, data);
      if (marked === undefined) return { events: [], answer: null };
      const { index: fundingIndex } = view.state(fundingKind, data.symbol);
      const state = view.state(positionKind, data.ownerId);
      return { events: decide(state, data, { ...marked, at: instantOf(data.beat), fundingIndex }), answer: null };
    },
  });
}

function markOf(market: BookMarket, view: View, data: Judged) {
  const met = beatOf(market, view, data);
  return met && { mark: fromSteps(met.moment.markTicks, met.sizes.tick), lotSize: met.sizes.lot };
}

/** Nobody trades, so the mark price that was handed in is still that of the beat. */
function shutMark(view: View, data: WarnOfBrackets['data']) {
  const state = view.state(contractKind, data.symbol);
  if (data.shutMark === null || state.sizes === null || hadItsTurn(view, state, data)) return undefined;
  return { mark: amount(data.shutMark), lotSize: state.sizes.lot };
}

/** An owner's id begins with its realm. */
const realmOf = (ownerId: string): string => ownerId.slice(0, ownerId.indexOf('-'));

/**
 * The market of a beat. `undefined` where the beat had its turn, and where no mark price moves: while the market is shut, in a call, and
 * halted.
 */
function beatOf(market: BookMarket, view: View, judged: Pick<Judged, 'symbol' | 'beat' | 'ownerId' | 'side'>) {
  const { symbol, beat } = judged;
  const state = view.state(contractKind, symbol);
  const { sizes } = state;
  const terms = market.terms(symbol);
  if (hadItsTurn(view, state, judged) || sizes === null || isRefusal(terms) || isOutgrown(state, terms.spec))
    return undefined;
  const moment = market.in(view.realm).moment(symbol, instantOf(beat), traceOf(state));
  return isRefusal(moment) || moment.phase === 'call' ? undefined : { state, sizes, moment };
}

/**
 * After a restart beats are looked at again that did nothing. What came due or was taken out since then was not yet missing at their mark
 * price.
 */
function hadItsTurn(
  view: View,
  { beat: decided, steppedTo }: Pick<BookState, 'beat' | 'steppedTo'>,
  { symbol, beat, ownerId, side }: Pick<Judged, 'symbol' | 'beat' | 'ownerId' | 'side'>,
): boolean {
  const { dueAt } = view.state(fundingKind, symbol);
  const { lessSince } = contractOf(view.state(positionKind, ownerId), symbol);
  return beat <= decided || beat < steppedTo || instantOf(beat) < Math.max(dueAt, lessSince[side]);
}

function liquidationOf(
  market: BookMarket,
  view: View,
  data: LiquidatePosition['data'],
  at: number,
): Liquidation | undefined {
  const { symbol, beat } = data;
  const met = beatOf(market, view, data);
  if (met === undefined) return undefined;
  const { state, sizes, moment } = met;
  const own = market.in(view.realm);
  // It leaves the impact that it would have left in time.
  const impactAfter: MarketNow['impactAfter'] = (impact, fills) =>
    own.impactAfter(symbol, instantOf(beat), impact, fills);
  const scope: OrderScope = {
    state,
    market: { at, ...moment, closesByAuction: false, impactAfter },
    available: null,
    settlement: (asked) => contractKind.product.settlement(asked, view),
    step: { name: 'liquidation', beat },
  };
  return new Liquidation(view, data, scope, sizes, instantOf(beat));
}
