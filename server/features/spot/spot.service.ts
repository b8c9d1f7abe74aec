import type { z } from 'zod';
import type { placeOco, placeOrder, previewOrder } from '../../../contracts/spot.calls.js';
import type { OrderAnswer, OrderPreview, placeOrderBody } from '../../../contracts/order.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { symbolKind } from '../../../shared/contract-symbol.js';
import type { Clock } from '../../core/clock.js';
import type { Commands } from '../../core/command.js';
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
import type { OrderPolicy, PlaceOrder } from '../../trading/venue/order.commands.js';
import { tryPlace } from '../../trading/venue/order.decider.js';
import { scopeOfOrder, scopeOfLoadedOrder } from '../../trading/venue/order.handler.js';
import { previewOf } from '../../trading/venue/order.preview.js';
import { spotCommands } from './spot.commands.js';
import type { FeeTiers } from '../../trading/runtime/fee-tiers.js';
import { ProductOrders } from '../../trading/runtime/product-orders.js';
import { spotProduct } from './spot.settlement.js';
import { spotKind } from './spot.state.js';

type Session = CallContext<typeof placeOrder>['session'];

/** Turns calls into commands, and the writer's answers into views. */
export class SpotService {
  /** Amends and cancels. */
  readonly orders: ProductOrders;

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
  ) {
    const terms = (session: Session, symbol: string) => this.terms(session, symbol);
    const market = { terms: (symbol: string) => this.listed(symbol) };
    this.orders = new ProductOrders({ ...parts, market, product: spotProduct, terms });
  }

  async place(call: CallContext<typeof placeOrder>): Promise<OrderAnswer | Refusal> {
    const shut = await this.orders.shut(call);
    if (shut !== undefined) return shut;
    const { session, input } = call;
    const data = await this.placeData(session, input);
    if (isRefusal(data)) return data;
    return this.orders.send(call, input, (context) => new spotCommands.place(context, data));
  }

  async placeOco(call: CallContext<typeof placeOco>): Promise<OrderAnswer | Refusal> {
    const shut = await this.orders.shut(call);
    if (shut !== undefined) return shut;
    const { session, input } = call;
    const terms = await this.terms(session, input.symbol);
    if (isRefusal(terms)) return terms;
    const { symbol, side, quantity, price, stopPrice, stopLimitPrice, trigger, clientOrderId } = input;
    const ids = { limitOrderId: this.parts.ids.next('o'), stopOrderId: this.parts.ids.next('o') };
    const owner = { userId: session.userId, ownerId: session.ownerId };
    const prices = { price, stopPrice, stopLimitPrice, trigger };
    const request = { symbol, side, quantity, ...prices, clientOrderId: clientOrderId ?? null };
    const data = { ...owner, ...terms, ...ids, ...request };
    return this.orders.send(call, input, (context) => new spotCommands.placeOco(context, data));
  }

  /** What an order would do now, and all that stands against it. Decides on the live book without keeping anything. */
  async preview(call: CallContext<typeof previewOrder>): Promise<OrderPreview | Refusal> {
    const data = await this.placeData(call.session, call.input);
    if (isRefusal(data)) return data;
    const shut = await this.orders.shut(call);
    const { writers, market, accounts, clock, texts } = this.parts;
    return writers.look(call.session.realm, scopeOfLoadedOrder({ kind: spotKind, gate: accounts }, data), (view) => {
      const at = clock.now();
      const scope = scopeOfOrder({ kind: spotKind, market }, view, data, at);
      if (isRefusal(scope)) return scope;
      const barred = accounts.refusal(view, data.userId, data.ownerId, at);
      const attempt = tryPlace(scope, data);
      const problems = [barred, shut, ...attempt.problems]
        .filter((problem) => problem !== undefined)
        .map((problem) => texts.problem(call.lang, problem));
      return { problems, ...previewOf(attempt, data, scope) };
    });
  }

  private async placeData(session: Session, input: z.output<typeof placeOrderBody>): Promise<PlaceOrder | Refusal> {
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
      callback: input.callback,
      activationPrice: input.activationPrice,
      attached: input.attached,
      attachedTrigger: input.attachedTrigger,
      quantity: input.quantity,
      quoteAmount: input.quoteAmount,
      // Market orders never rest, so the default of the form means immediate-or-cancel for them.
      timeInForce: input.type === 'market' && input.timeInForce === 'GTC' ? 'IOC' : input.timeInForce,
      postOnly: input.postOnly,
      selfTrade: input.selfTradePrevention,
      clientOrderId: input.clientOrderId ?? null,
    };
  }

  private async terms({ realm, ownerId }: Session, symbol: string) {
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
}
