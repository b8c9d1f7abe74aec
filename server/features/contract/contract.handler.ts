import { amount, fromSteps, ZERO } from '../../../shared/money.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { CommandScope, View } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { OpenPrincipal } from '../../core/ports/open-principal.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { userAccount } from '../../engine/ledger/chart.js';
import type { BookMarket } from '../../market/book-market.js';
import { traceOf } from '../../trading/venue/book.state.js';
import { orderHandlers } from '../../trading/venue/order.handler.js';
import { sizesOf } from '../../trading/venue/order.rules.js';
import { AdjustPositionMargin, PassLeverageQuiz, SetContractLeverage, SetPositionMode } from './contract.commands.js';
import {
  decideLeverage,
  decideMargin,
  decideMode,
  decideQuiz,
  type AdjustedContract,
  type MarkedContract,
} from './contract.decider.js';
import { OwnOrders } from './closing-price.rules.js';
import { contractKind } from './contract.product.js';
import { opensAgain } from './contract.rules.js';
import { fundingKind } from './funding/funding.state.js';
import { PositionAccount } from './position/position.settlement.js';
import { contractOf, positionKind, spaceOf } from './position/position.state.js';
import { protectionHandler } from './position/protection.handler.js';
import { rollHandler } from './delivery/roll.handler.js';

const REALMS = ['demo', 'real'];

export interface ContractPorts {
  readonly market: BookMarket;
  readonly gate: AccountGate;
  readonly principal: OpenPrincipal;
}

interface Owned {
  readonly userId: string;
  readonly ownerId: string;
  readonly symbol: string;
}

/** What a change of a position touches. */
export function positionScope(gate: AccountGate, { userId, ownerId, symbol }: Owned): CommandScope {
  return {
    streams: [[positionKind, ownerId], [fundingKind, symbol], [contractKind, symbol], gate.stream(userId)],
    balances: [[userAccount(ownerId, spaceOf(symbol), 'available'), 'USDT']],
  };
}

/** What a position of a contract is judged by at an instant; a refusal where its market does not say. */
export function markedContract(market: BookMarket, view: View, symbol: string, at: number): MarkedContract | Refusal {
  const moment = market.in(view.realm).moment(symbol, at, traceOf(view.state(contractKind, symbol)));
  if (isRefusal(moment)) return moment;
  const terms = market.terms(symbol);
  if (isRefusal(terms)) return terms;
  const { tick, lot } = sizesOf(terms.spec);
  const { index } = view.state(fundingKind, symbol);
  const markPrice = fromSteps(moment.markTicks, tick);
  return { markPrice, lotSize: lot, fundingIndex: index, at, isCall: moment.phase === 'call' };
}

/** Orders of contracts, and what their owners choose. */
export function contractHandlers({ market, gate, principal }: ContractPorts): AnyCommandHandler[] {
  const barred = (view: View, { userId, ownerId }: Owned, at: number) => gate.refusal(view, userId, ownerId, at);
  const answered = (events: readonly NewEvent[] | Refusal) => (isRefusal(events) ? events : { events, answer: null });
  return [
    ...orderHandlers({ kind: contractKind, market, gate, principal }),
    rollHandler({ market, gate, principal }),
    protectionHandler({ market, gate, principal }),
    handle(SetContractLeverage, {
      realms: REALMS,
      scope: (data) => positionScope(gate, data),
      decide: (view, data, { at }) => {
        const contract = barred(view, data, at) ?? markedContract(market, view, data.symbol, at);
        if (isRefusal(contract)) return contract;
        return answered(decideLeverage(view.state(positionKind, data.ownerId), data, contract));
      },
    }),
    handle(PassLeverageQuiz, {
      realms: REALMS,
      scope: ({ userId, ownerId }) => ({ streams: [[positionKind, ownerId], gate.stream(userId)] }),
      decide: (view, data, { at }) =>
        gate.refusal(view, data.userId, data.ownerId, at) ??
        answered(decideQuiz(view.state(positionKind, data.ownerId), data)),
    }),
    handle(SetPositionMode, {
      realms: REALMS,
      scope: (data) => positionScope(gate, data),
      decide: (view, data, { at }) => {
        const { book } = view.state(contractKind, data.symbol);
        const refused = barred(view, data, at) ?? notTraded(market, view, data.symbol, at);
        return refused ?? answered(decideMode(view.state(positionKind, data.ownerId), data, book));
      },
    }),
    handle(AdjustPositionMargin, {
      realms: REALMS,
      scope: (data) => {
        const own = positionScope(gate, data);
        const known = (kind: string, id: string) => own.streams.some(([each, of]) => each.name === kind && of === id);
        const others = principal.streams(data).filter(([kind, id]) => !known(kind.name, id));
        return {
          streams: [...own.streams, ...others],
          balances: [...(own.balances ?? []), ...principal.balances(data)],
        };
      },
      decide: (view, data, { at }) => {
        const contract = barred(view, data, at) ?? contractToAdjust(market, view, data, at);
        if (isRefusal(contract)) return contract;
        const known = { contract, ...funds(market, view, data, contract), principal: principal.of(data, view) };
        return answered(decideMargin(view.state(positionKind, data.ownerId), data, known));
      },
    }),
  ];
}

/** Choices need no open market, but one that opens again. */
function notTraded(market: BookMarket, view: View, symbol: string, at: number): Refusal | undefined {
  const contract = markedContract(market, view, symbol, at);
  return isRefusal(contract) && !opensAgain(contract) ? contract : undefined;
}

/** Adding margin needs no mark price, so it works while the market is shut: a position can be made safe before the open. */
function contractToAdjust(
  market: BookMarket,
  view: View,
  { symbol, amount: change }: AdjustPositionMargin['data'],
  at: number,
): AdjustedContract | Refusal {
  const marked = markedContract(market, view, symbol, at);
  if (!isRefusal(marked) || !opensAgain(marked) || amount(change) <= ZERO) return marked;
  const terms = market.terms(symbol);
  if (isRefusal(terms)) return terms;
  const { index: fundingIndex } = view.state(fundingKind, symbol);
  return { markPrice: null, lotSize: sizesOf(terms.spec).lot, fundingIndex, at, isCall: false };
}

function funds(
  market: BookMarket,
  view: View,
  data: AdjustPositionMargin['data'],
  { fundingIndex }: Pick<AdjustedContract, 'fundingIndex'>,
) {
  const { symbol, ownerId, side } = data;
  const terms = market.terms(symbol);
  if (isRefusal(terms)) throw new Error(`${symbol} has a position to adjust and no terms`);
  const sizes = sizesOf(terms.spec);
  const account = new PositionAccount({ spec: terms.spec, sizes }, view);
  const { events: funded } = account.fund(ownerId, side);
  const available = view.balance(userAccount(ownerId, spaceOf(symbol), 'available'), 'USDT');
  const { book } = view.state(contractKind, symbol);
  const orders = new OwnOrders(book, ownerId, contractOf(view.state(positionKind, ownerId), symbol), {
    sizes,
    takerRate: amount(data.margin.takerRate),
    fundingIndex,
  });
  return { available, funded, holding: account.holding(ownerId, side), orders };
}
