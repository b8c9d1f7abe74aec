import { Injectable } from '@nestjs/common';
import type {
  adjustPositionMargin,
  closePosition,
  closePositions,
  passLeverageQuiz,
  placeContractOrder,
  previewContractOrder,
  reversePosition,
  setLeverage,
  setPositionMode,
  setPositionProtection,
} from '../../../contracts/contract.calls.js';
import type { ContractOrderPreview, PositionReversal, PositionsView } from '../../../contracts/contract.contract.js';
import type { OrderAnswer } from '../../../contracts/order.contract.js';
import { format, fromSteps, toAmount, ZERO } from '../../../shared/money.js';
import { Clock } from '../../core/clock.js';
import { Commands, underKey, type CommandContext, type HouseCommand } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { AccountGate } from '../../core/ports/account-gate.js';
import { BookBeats } from '../../core/ports/book-beats.js';
import { OpenOrders } from '../../core/ports/open-orders.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { TradeGate } from '../../core/ports/trade-gate.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Messages } from '../../edge/http/messages.js';
import { Writers } from '../../engine/writer/writers.js';
import { BookMarket } from '../../market/book-market.js';
import { isReducing } from '../../trading/matching/book.js';
import { ProductOrders } from '../../trading/runtime/product-orders.js';
import type { PlaceOrder } from '../../trading/venue/order.commands.js';
import { scopeOfLoadedOrder } from '../../trading/venue/order.handler.js';
import {
  AdjustPositionMargin,
  contractCommands,
  PassLeverageQuiz,
  SetContractLeverage,
  SetPositionMode,
  SetPositionProtection,
} from './contract.commands.js';
import { contractPreview } from './contract.preview.js';
import { contractKind, contractProduct } from './contract.product.js';
import { closedInPart, openedInPart } from './contract.rules.js';
import { ContractTermsSource } from './contract.terms.js';
import { PositionsReader } from './position/positions.reader.js';
import { contractOf, positionKind } from './position/position.state.js';

type Session = CallContext<typeof placeContractOrder>['session'];
type Caller = Pick<CallContext<typeof placeContractOrder>, 'session' | 'requestToken'>;
type Ordered = Omit<CallContext<typeof placeContractOrder>['input'], 'token' | 'lang' | 'requestToken'>;
type Side = 'long' | 'short';

/** Somebody who fills a position's orders faster than it closes has it reread so often. */
const CLOSE_TRIES_MAX = 5;
/** What another tab has closed meanwhile is not left. */
const GONE = new Set(['contract.no-position', 'order.reduce-only-no-position']);
/** It is read again. One that is gone may have been closed by a later try of the same request, before the server ended. */
const MOVED = new Set([...GONE, 'order.reduce-only-exceeds-position']);

/** Turns calls about contracts into commands, and the writer's answers into views. */
@Injectable()
export class ContractService {
  /** Amends and cancels. */
  readonly orders: ProductOrders;

  constructor(
    private readonly commands: Commands,
    private readonly writers: Writers,
    private readonly market: BookMarket,
    private readonly terms: ContractTermsSource,
    private readonly positions: PositionsReader,
    private readonly principal: OpenPrincipal,
    private readonly accounts: AccountGate,
    private readonly texts: Messages,
    private readonly clock: Clock,
    private readonly ids: Ids,
    gate: TradeGate,
    orders: OpenOrders,
    beats: BookBeats,
  ) {
    this.orders = new ProductOrders({
      product: contractProduct,
      commands,
      market: { terms: (symbol) => terms.listed(symbol) },
      clock,
      gate,
      beats,
      terms: (session, symbol) => terms.ofOrder(session, symbol),
      orders,
    });
  }

  async place(call: CallContext<typeof placeContractOrder>): Promise<OrderAnswer | Refusal> {
    const shut = await this.orders.shut(call);
    if (shut !== undefined) return shut;
    const { session, input } = call;
    const data = await this.placeData(session, input);
    if (isRefusal(data)) return data;
    const { symbol, clientOrderId } = input;
    const order = { symbol, clientOrderId, leavesNothing: closesAtOnce(data) };
    return this.orders.send(
      call,
      order,
      (context, decidedTo) => new contractCommands.place(context, { ...data, decidedTo }),
    );
  }

  /** What an order would do now, and all that stands against it. Decides on the live book without keeping anything. */
  async preview(call: CallContext<typeof previewContractOrder>): Promise<ContractOrderPreview | Refusal> {
    const { session, input } = call;
    const shut = await this.orders.shut(call);
    const data = await this.placeData(session, input);
    if (isRefusal(data)) return data;
    const { writers, accounts, clock, texts } = this;
    return writers.look(session.realm, scopeOfLoadedOrder({ ...this.parts, gate: accounts }, data), (view) => {
      const at = clock.now();
      const barred = accounts.refusal(view, data.userId, data.ownerId, at);
      const preview = contractPreview(this.parts, view, { data, at, amends: input.amends });
      if (isRefusal(preview)) return preview;
      const problems = [barred, shut, ...preview.problems]
        .filter((problem) => problem !== undefined)
        .map((problem) => texts.problem(call.lang, problem));
      return { ...preview, problems };
    });
  }

  /** All of a position or a part of it, at the market price. All of it is what is left where an order closes some in between. */
  async close(call: CallContext<typeof closePosition>): Promise<OrderAnswer | Refusal> {
    const shut = await this.orders.shut(call);
    if (shut !== undefined) return shut;
    const { session, input, requestToken } = call;
    const { symbol, side, quantity } = input;
    for (let tries = 1; ; tries += 1) {
      const own = tries === 1 ? requestToken : underKey(requestToken, (key) => `${key}:${tries}`);
      const make = async () => {
        const closing = await this.closing(session, symbol, side, quantity);
        const data = isRefusal(closing) ? closing : await this.placeData(session, closing);
        if (isRefusal(data)) return data;
        return (context: CommandContext, decidedTo?: number) =>
          new contractCommands.place(context, { ...data, decidedTo });
      };
      const answer = await this.orders.prepare({ session, requestToken: own }, { symbol, leavesNothing: true }, make);
      const hasMoved = isRefusal(answer) && MOVED.has(answer.refusal);
      if (!hasMoved || quantity !== undefined || tries === CLOSE_TRIES_MAX) return answer;
    }
  }

  /**
   * Closes first, and opens no more than it closed: what others close meanwhile is not opened twice. A reversal needs no margin for both,
   * and what cannot open leaves the position closed, with the reason. The same request again goes on where the server ended.
   */
  async reverse(call: CallContext<typeof reversePosition>): Promise<PositionReversal | Refusal> {
    const { input, requestToken, lang } = call;
    const { symbol, side } = input;
    const partOf = (part: string) => ({ ...call, requestToken: underKey(requestToken, (key) => `${key}:${part}`) });
    const answer = await this.close({ ...partOf('close'), input: { symbol, side } });
    if (isRefusal(answer)) return answer;
    const closing = marketOrderOf(answer);
    const closed = closing?.filledQuantity ?? '0';
    const stays = this.staysOf(answer, symbol);
    const say = (...problems: (Refusal | undefined)[]): string | null => {
      const said = problems.flatMap((each) => (each === undefined ? [] : [this.texts.problem(lang, each).message]));
      return said.length === 0 ? null : said.join(' ');
    };
    // In one-way mode an order for the other side would close what stays.
    const isLeft = stays !== undefined && closing?.positionSide === 'both';
    if (toAmount(closed) === ZERO || isLeft) return { closed, opened: '0', message: say(stays) };
    const other = side === 'long' ? 'short' : 'long';
    const positionSide: Ordered['positionSide'] = closing?.positionSide === 'both' ? 'both' : other;
    const opening = { ...atMarket(symbol, side === 'long' ? 'sell' : 'buy', closed), positionSide, reduceOnly: false };
    const placed = await this.place({ ...partOf('open'), input: opening });
    const opened = isRefusal(placed) ? '0' : filledOf(placed);
    const problem = isRefusal(placed) ? placed : openedInPart(closed, opened, this.assetOf(symbol));
    return { closed, opened, message: say(stays, problem) };
  }

  /** Orders go first, so that none fills in between. What cannot be closed now stays, with the reason. */
  async closeAll(call: CallContext<typeof closePositions>) {
    const { session, input, requestToken, lang } = call;
    const shut = await this.orders.shut(call);
    if (shut !== undefined) return shut;
    const cancelled = await this.orders.cancelAll(call);
    if (isRefusal(cancelled)) return cancelled;
    const { contracts } = await this.writers.read(session.realm, positionKind, session.ownerId);
    const wanted = [...contracts].filter(([symbol]) => input.symbol === undefined || symbol === input.symbol);
    const open = wanted.flatMap(([symbol, { long, short }]) => [
      ...(long === null ? [] : [{ symbol, side: 'long' as const }]),
      ...(short === null ? [] : [{ symbol, side: 'short' as const }]),
    ]);
    const closed: { symbol: string; side: Side; quantity: string }[] = [];
    const left: { symbol: string; side: Side; message: string }[] = [];
    for (const { symbol, side } of open) {
      const own = underKey(requestToken, (key) => `${key}:${symbol}:${side}`);
      const answer = await this.close({ ...call, requestToken: own, input: { symbol, side } });
      if (isRefusal(answer) && GONE.has(answer.refusal)) continue;
      const filled = isRefusal(answer) ? '0' : filledOf(answer);
      const stays = isRefusal(answer) ? answer : this.staysOf(answer, symbol);
      if (toAmount(filled) > ZERO) closed.push({ symbol, side, quantity: filled });
      if (stays !== undefined) left.push({ symbol, side, message: this.texts.problem(lang, stays).message });
    }
    return { closed, left };
  }

  async setLeverage(call: CallContext<typeof setLeverage>): Promise<PositionsView | Refusal> {
    const { session, input } = call;
    const margin = await this.terms.margin(session, input.symbol);
    if (isRefusal(margin)) return margin;
    const { userId, ownerId } = session;
    const data = { userId, ownerId, symbol: input.symbol, leverage: input.leverage, margin };
    return this.changed(call, input.symbol, (context) => new SetContractLeverage(context, data));
  }

  async setMode(call: CallContext<typeof setPositionMode>): Promise<PositionsView | Refusal> {
    const { userId, ownerId } = call.session;
    const { symbol, mode } = call.input;
    const terms = this.terms.listed(symbol);
    if (isRefusal(terms)) return terms;
    const data = { userId, ownerId, symbol, mode };
    return this.changed(call, symbol, (context) => new SetPositionMode(context, data));
  }

  passQuiz(call: CallContext<typeof passLeverageQuiz>): Promise<PositionsView | Refusal> {
    const { userId, ownerId } = call.session;
    const answers = call.input.answers.split(',').map(Number);
    return this.changed(call, null, (context) => new PassLeverageQuiz(context, { userId, ownerId, answers }));
  }

  async adjustMargin(call: CallContext<typeof adjustPositionMargin>): Promise<PositionsView | Refusal> {
    const shut = await this.orders.shut(call);
    if (shut !== undefined) return shut;
    const { session, input } = call;
    const { symbol, side, amount } = input;
    const margin = await this.terms.margin(session, symbol);
    if (isRefusal(margin)) return margin;
    const { userId, ownerId } = session;
    const data = { userId, ownerId, symbol, side, amount, margin };
    return this.changed(call, symbol, (context) => new AdjustPositionMargin(context, data));
  }

  /** Taking orders off needs no trade password, as cancelling needs none. */
  async setProtection(call: CallContext<typeof setPositionProtection>): Promise<PositionsView | Refusal> {
    const { session, input } = call;
    const { symbol, side, takeProfit, stopLoss, keeps, trigger } = input;
    const shut = takeProfit === undefined && stopLoss === undefined ? undefined : await this.orders.shut(call);
    if (shut !== undefined) return shut;
    const terms = await this.terms.ofOrder(session, symbol);
    if (isRefusal(terms)) return terms;
    const { userId, ownerId } = session;
    const orderIds = { takeProfit: this.ids.next('o'), stopLoss: this.ids.next('o') };
    const data = { ...terms, userId, ownerId, symbol, side, takeProfit, stopLoss, keeps, trigger, orderIds };
    return this.changed(call, symbol, (context) => new SetPositionProtection(context, data));
  }

  /** A liquidation that is due comes first. `null`: it is about no contract. */
  private async changed(
    call: Caller,
    symbol: string | null,
    command: (context: CommandContext) => HouseCommand<unknown, null>,
  ): Promise<PositionsView | Refusal> {
    const late = symbol === null ? undefined : await this.orders.late(call, { symbol });
    if (late !== undefined) return late;
    const result = await this.commands.execute(command(this.context(call)));
    return result.ok ? this.positions.open(call.session) : result.refusal;
  }

  /** The order that closes so much of a position. */
  private async closing(
    { realm, ownerId }: Session,
    symbol: string,
    side: Side,
    quantity: string | undefined,
  ): Promise<Ordered | Refusal> {
    const terms = this.terms.listed(symbol);
    if (isRefusal(terms)) return terms;
    const { [side]: holding, mode } = contractOf(await this.writers.read(realm, positionKind, ownerId), symbol);
    if (holding === null) return refuse('contract.no-position', { field: 'side', symbol, side });
    const { sizes } = await this.writers.read(realm, contractKind, symbol);
    if (sizes === null) throw new Error(`${symbol} has a position and no book`);
    const lots = quantity ?? format(fromSteps(holding.lots, sizes.lot));
    const order = atMarket(symbol, side === 'long' ? 'sell' : 'buy', lots);
    return { ...order, positionSide: mode === 'one-way' ? 'both' : side, reduceOnly: true };
  }

  private async placeData(session: Session, input: Ordered): Promise<PlaceOrder | Refusal> {
    const terms = await this.terms.ofOrder(session, input.symbol);
    if (isRefusal(terms)) return terms;
    const { type, trigger, positionSide, reduceOnly } = input;
    const watches = type !== 'limit' && type !== 'market';
    return {
      ...terms,
      symbol: input.symbol,
      userId: session.userId,
      ownerId: session.ownerId,
      orderId: this.ids.next('o'),
      side: input.side,
      kind: type,
      price: input.price,
      stopPrice: input.stopPrice,
      trigger: watches ? trigger : undefined,
      callback: input.callback,
      activationPrice: input.activationPrice,
      attached: input.attached,
      attachedTrigger: input.attachedTrigger,
      quantity: input.quantity,
      // Market orders never rest, so the default of the form means immediate-or-cancel for them.
      timeInForce: type === 'market' && input.timeInForce === 'GTC' ? 'IOC' : input.timeInForce,
      postOnly: input.postOnly,
      selfTrade: input.selfTradePrevention,
      clientOrderId: input.clientOrderId ?? null,
      positionSide,
      reduceOnly,
    };
  }

  private staysOf(answer: OrderAnswer, symbol: string): Refusal | undefined {
    const order = marketOrderOf(answer);
    if (order === undefined) return undefined;
    return closedInPart(order.filledQuantity, order.quantity, this.assetOf(symbol));
  }

  private assetOf(symbol: string): string {
    const terms = this.terms.listed(symbol);
    return isRefusal(terms) ? symbol : terms.spec.base;
  }

  private get parts() {
    return { kind: contractKind, market: this.market, principal: this.principal };
  }

  private context({ session, requestToken }: Caller): CommandContext {
    const { realm, userId } = session;
    return { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}

/** The market order that was placed: others in the answer shrink or end with the position. */
const marketOrderOf = ({ orders }: OrderAnswer) => orders.find(({ type }) => type === 'market');
const filledOf = (answer: OrderAnswer): string => marketOrderOf(answer)?.filledQuantity ?? '0';

/** An order that takes what it meets now, and leaves nothing. */
const atMarket = (symbol: string, side: 'buy' | 'sell', quantity: string) =>
  ({
    symbol,
    side,
    quantity,
    type: 'market',
    trigger: 'mark',
    timeInForce: 'IOC',
    postOnly: false,
    selfTradePrevention: 'cancel-maker',
  }) as const;

/** Such an order leaves nothing in the book. */
function closesAtOnce({ kind, timeInForce, side, positionSide, reduceOnly }: PlaceOrder): boolean {
  const isTakingOnly = (kind === 'market' || kind === 'limit') && (timeInForce === 'IOC' || timeInForce === 'FOK');
  return isTakingOnly && isReducing({ side, positionSide, reduceOnly });
}
