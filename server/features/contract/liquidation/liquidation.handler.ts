import { fromSteps } from '../../../../shared/money.js';
import { handle, type AnyCommandHandler } from '../../../core/command.js';
import type { CommandScope, StreamKind, View } from '../../../core/decider.js';
import { isRefusal } from '../../../core/refusal.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import { instantOf, type BookMarket } from '../../../market/book-market.js';
import { traceOf, type BookState } from '../../../trading/venue/book.state.js';
import { isOutgrown, type MarketNow, type OrderScope } from '../../../trading/venue/order.decider.js';
import { contractKind } from '../contract.product.js';
import { fundingKind } from '../funding/funding.state.js';
import { InsuranceFund } from './insurance.decider.js';
import { insuranceKind } from './insurance.state.js';
import { GrantInsuranceFund, LiquidatePosition, WarnOfGap, WarnPosition, type Judged } from './liquidation.commands.js';
import { Liquidation, nothing } from './liquidation.decider.js';
import { contractOf, positionKind } from '../position/position.state.js';
import { decideGapWarning, decideWarning } from './warning.decider.js';

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
    warning(WarnPosition, decideWarning, market),
    warning(WarnOfGap, decideGapWarning, market),
    handle(GrantInsuranceFund, {
      realms: REALMS,
      scope: ({ realm }) => ({ streams: [[insuranceKind, realm]], balances: [FUND] }),
      decide: (view, { insurance }) => ({ events: new InsuranceFund(view, insurance).events, answer: null }),
    }),
  ];
}

/** What tells the owner of a position something about it, by the mark price of a beat. */
function warning(
  command: typeof WarnPosition | typeof WarnOfGap,
  decide: typeof decideWarning,
  market: BookMarket,
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
      const met = beatOf(market, view, data);
      if (met === undefined) return { events: [], answer: null };
      const { sizes, moment } = met;
      const mark = fromSteps(moment.markTicks, sizes.tick);
      const { index: fundingIndex } = view.state(fundingKind, data.symbol);
      const state = view.state(positionKind, data.ownerId);
      return {
        events: decide(state, data, { at: instantOf(data.beat), mark, lotSize: sizes.lot, fundingIndex }),
        answer: null,
      };
    },
  });
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
