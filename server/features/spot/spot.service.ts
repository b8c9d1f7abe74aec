import type { z } from 'zod';
import type { amendOrder, cancelAllOrders, cancelOrder } from '../../../contracts/order.calls.js';
import type { placeOco, placeOrder, previewOrder } from '../../../contracts/spot.calls.js';
import type { OrderAnswer, OrderPreview, placeOrderBody } from '../../../contracts/order.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { symbolKind } from '../../../shared/contract-symbol.js';
import type { Clock } from '../../core/clock.js';
import type { CommandContext, Commands, HouseCommand } from '../../core/command.js';
import type { BookBeats } from '../../core/ports/book-beats.js';
import type { Ids } from '../../core/ids.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { OpenOrders } from '../../core/ports/open-orders.js';
import type { TradeGate } from '../../core/ports/trade-gate.js';
import type { CallContext } from '../../edge/http/call.js';
import type { Messages } from '../../edge/http/messages.js';
import type { BookMarket, BookTerms } from '../../market/book-market.js';
import type { Writers } from '../../engine/writer/writers.js';
import type { OrderAnswer as Answer, OrderPolicy, PlaceOrder } from '../../trading/venue/order.commands.js';
import { tryPlace } from '../../trading/venue/order.decider.js';
import { scopeOfOrder, scopeOfLoadedOrder } from '../../trading/venue/order.handler.js';
import { previewOf } from '../../trading/venue/order.preview.js';
import { spotCommands } from './spot.commands.js';
import type { FeeTiers } from '../../trading/runtime/fee-tiers.js';
import { spotKind } from './spot.state.js';

type OrderCall = Pick<CallContext<typeof cancelOrder>, 'session' | 'requestToken'>;

/** Turns calls into commands, and the writer's answers into views. */
export class SpotService {
  constructor(
    private readonly parts: {
      commands: Commands;
      writers: Writers;
      market: BookMarket;
      policies: PolicySource<KnownPolicies>;
      fees: Pick<FeeTiers, 'terms'>;
      clock: Clock;
      ids: Ids;
      gate: TradeGate;
      accounts: AccountGate;
      texts: Messages;
      orders: OpenOrders;
      beats: BookBeats;
    },
  ) {}

  async place(call: CallContext<typeof placeOrder>): Promise<OrderAnswer | Refusal> {
    const shut = await this.shut(call);
    if (shut !== undefined) return shut;
    const data = await this.placeData(call.session, call.input);
    if (isRefusal(data)) return data;
    await this.parts.beats.due(call.session.realm, data.symbol);
    return this.send(new spotCommands.place(this.context(call, call.input), data));
  }

  async placeOco(call: CallContext<typeof placeOco>): Promise<OrderAnswer | Refusal> {
    const shut = await this.shut(call);
    if (shut !== undefined) return shut;
    const { session, input } = call;
    const terms = await this.terms(session, input.symbol);
    if (isRefusal(terms)) return terms;
    const { symbol, side, quantity, price, stopPrice, stopLimitPrice, trigger, clientOrderId } = input;
    const ids = { limitOrderId: this.parts.ids.next('o'), stopOrderId: this.parts.ids.next('o') };
    const owner = { userId: session.userId, ownerId: session.ownerId };
    const prices = { price, stopPrice, stopLimitPrice, trigger };
    const request = { symbol, side, quantity, ...prices, clientOrderId: clientOrderId ?? null };
    await this.parts.beats.due(session.realm, symbol);
    return this.send(new spotCommands.placeOco(this.context(call, input), { ...owner, ...terms, ...ids, ...request }));
  }

  async amend(call: CallContext<typeof amendOrder>): Promise<OrderAnswer | Refusal> {
    const shut = await this.shut(call);
    if (shut !== undefined) return shut;
    const { symbol, orderId, price, stopPrice, quantity } = call.input;
    const terms = await this.terms(call.session, symbol);
    if (isRefusal(terms)) return terms;
    const { userId, ownerId, realm } = call.session;
    const request = { symbol, userId, ownerId, orderId, price, stopPrice, quantity, ...terms };
    await this.parts.beats.due(realm, symbol);
    return this.send(new spotCommands.amend(this.context(call), request));
  }

  async cancel(call: CallContext<typeof cancelOrder>): Promise<OrderAnswer | Refusal> {
    const { symbol, orderId } = call.input;
    const { userId, ownerId, realm } = call.session;
    const terms = this.listed(symbol);
    if (isRefusal(terms)) return terms;
    await this.parts.beats.due(realm, symbol);
    return this.send(new spotCommands.cancel(this.context(call), { symbol, userId, ownerId, orderId }));
  }

  /** Cancels in one book, or in every spot book where the owner has orders; in all of them as one request. */
  async cancelAll(call: CallContext<typeof cancelAllOrders>): Promise<OrderAnswer | Refusal> {
    const { userId, ownerId, realm } = call.session;
    const { symbol } = call.input;
    if (symbol !== undefined) {
      const terms = this.listed(symbol);
      if (isRefusal(terms)) return terms;
      await this.parts.beats.due(realm, symbol);
      return this.send(new spotCommands.cancelAll(this.context(call), { symbol, userId, ownerId, reason: 'user' }));
    }
    const symbols = await this.parts.orders.openSymbols(realm, ownerId, spotKind.name);
    if (isRefusal(symbols)) return symbols;
    for (const each of symbols) await this.parts.beats.due(realm, each);
    return this.send(new spotCommands.cancelInBooks(this.context(call), { symbols, userId, ownerId }));
  }

  /** What an order would do now, and all that stands against it. Decides on the live book without keeping anything. */
  async preview(call: CallContext<typeof previewOrder>): Promise<OrderPreview | Refusal> {
    const data = await this.placeData(call.session, call.input);
    if (isRefusal(data)) return data;
    const shut = await this.shut(call);
    const { writers, market, accounts, clock, texts } = this.parts;
    return writers.look(call.session.realm, scopeOfLoadedOrder(spotKind, accounts, data), (view) => {
      const at = clock.now();
      const scope = scopeOfOrder(spotKind, market, view, data, at);
      if (isRefusal(scope)) return scope;
      const barred = accounts.refusal(view, data.userId, data.ownerId, at);
      const attempt = tryPlace(scope, data);
      const problems = [barred, shut, ...attempt.problems]
        .filter((problem) => problem !== undefined)
        .map((problem) => texts.problem(call.lang, problem));
      return { problems, ...previewOf(attempt, data, scope) };
    });
  }

  /** Why this session may not hold more money in orders yet. Cancelling needs no trade password. */
  private shut({ session }: OrderCall): Refusal | undefined | Promise<Refusal | undefined> {
    return this.parts.gate.refusal(session);
  }

  private async placeData(
    session: OrderCall['session'],
    input: z.output<typeof placeOrderBody>,
  ): Promise<PlaceOrder | Refusal> {
    const terms = await this.terms(session, input.symbol);
    if (isRefusal(terms)) return terms;
    return {
      ...terms,
      symbol: input.symbol,
      userId: session.userId,
      ownerId: session.ownerId,
      orderId: this.parts.ids.next('o'),
      side: input.side,
      kind: input.type,
      price: input.price,
      stopPrice: input.stopPrice,
      trigger: input.trigger,
      quantity: input.quantity,
      quoteAmount: input.quoteAmount,
      // Market orders never rest, so the default of the form means immediate-or-cancel for them.
      timeInForce: input.type === 'market' && input.timeInForce === 'GTC' ? 'IOC' : input.timeInForce,
      postOnly: input.postOnly,
      selfTrade: input.selfTradePrevention,
      clientOrderId: input.clientOrderId ?? null,
    };
  }

  private async terms({ realm, ownerId }: OrderCall['session'], symbol: string) {
    const terms = this.listed(symbol);
    if (isRefusal(terms)) return terms;
    const fees = await this.parts.fees.terms(realm, ownerId);
    return isRefusal(fees) ? fees : { ...terms, policy: this.policy(), fees };
  }

  /** Contracts have terms too, and no spot book. */
  private listed(symbol: string): BookTerms | Refusal {
    const isInstrument = symbolKind(symbol) === 'instrument';
    return isInstrument ? this.parts.market.terms(symbol) : refuse('market.symbol-unknown', { symbol });
  }

  private policy(): OrderPolicy {
    const { name, version, values } = this.parts.policies.inForce('spot.rules');
    const { limitBandLow, limitBandHigh, marketBand } = values;
    return { name, version, limitBandLow, limitBandHigh, marketBand };
  }

  private context(
    { session, requestToken }: OrderCall,
    order: { symbol: string; clientOrderId?: string | undefined } | null = null,
  ): CommandContext {
    const { realm, userId, ownerId } = session;
    // The same client order id is the same order for ever, under any request token; a refused one was never an order.
    const makes =
      order?.clientOrderId === undefined ? [] : [`client:${ownerId}:${order.symbol}:${order.clientOrderId}`];
    return { realm, at: this.parts.clock.now(), actor: `user:${userId}`, requestToken, makes };
  }

  private async send(command: HouseCommand<unknown, Answer>): Promise<OrderAnswer | Refusal> {
    const result = await this.parts.commands.execute(command);
    return result.ok ? { ...result.answer, position: result.position } : result.refusal;
  }
}
