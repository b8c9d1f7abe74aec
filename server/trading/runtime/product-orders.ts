import type { amendOrder, cancelAllOrders, cancelOrder } from '../../../contracts/order.calls.js';
import type { OrderAnswer } from '../../../contracts/order.contract.js';
import type { Clock } from '../../core/clock.js';
import type { CommandContext, Commands, HouseCommand } from '../../core/command.js';
import type { CommandResult } from '../../core/decider.js';
import type { BookBeats } from '../../core/ports/book-beats.js';
import type { OpenOrders } from '../../core/ports/open-orders.js';
import type { TradeGate } from '../../core/ports/trade-gate.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import type { BookMarket } from '../../market/book-market.js';
import type { OrderAnswer as Answer, OrderCommands, OrderTerms } from '../venue/order.commands.js';
import type { Product } from '../venue/product.settlement.js';

type OrderCall = Pick<CallContext<typeof cancelOrder>, 'session' | 'requestToken'>;
type Session = OrderCall['session'];
type Input<Call extends typeof amendOrder | typeof cancelOrder | typeof cancelAllOrders> = OrderCall &
  Pick<CallContext<Call>, 'input'>;

/** How often an order waits for beats that came due while it waited. */
const PASSES_MAX = 20;

/** The order that a command is about. */
interface Meant {
  readonly symbol: string;
  /** The other book that it trades in. */
  readonly alsoIn?: string;
  readonly clientOrderId?: string | undefined;
  /** It takes an order out, or closes a position at once: no beat of before could meet what it leaves. */
  readonly leavesNothing?: boolean;
}

/** What the calls of every product do around its commands. */
export class ProductOrders {
  constructor(
    private readonly parts: {
      readonly product: Pick<Product, 'name' | 'commands'>;
      readonly commands: Commands;
      readonly market: Pick<BookMarket, 'terms'>;
      readonly clock: Clock;
      readonly gate: TradeGate;
      readonly beats: BookBeats;
      terms(session: Session, symbol: string): Promise<OrderTerms | Refusal>;
      readonly orders: OpenOrders;
    },
  ) {}

  async amend(call: Input<typeof amendOrder>): Promise<OrderAnswer | Refusal> {
    const shut = await this.shut(call);
    if (shut !== undefined) return shut;
    const { symbol, orderId, price, stopPrice, quantity, attached, attachedTrigger } = call.input;
    const terms = await this.parts.terms(call.session, symbol);
    if (isRefusal(terms)) return terms;
    const { userId, ownerId } = call.session;
    const changes = { price, stopPrice, quantity, attached, attachedTrigger };
    const request = { symbol, userId, ownerId, orderId, ...changes, ...terms };
    return this.send(call, { symbol }, (context) => new this.own.amend(context, request));
  }

  async cancel(call: Input<typeof cancelOrder>): Promise<OrderAnswer | Refusal> {
    const { symbol, orderId } = call.input;
    const { userId, ownerId } = call.session;
    const terms = this.parts.market.terms(symbol);
    if (isRefusal(terms)) return terms;
    const request = { symbol, userId, ownerId, orderId };
    return this.send(call, { symbol, leavesNothing: true }, (context) => new this.own.cancel(context, request));
  }

  /** Cancels in one book, or in every book of the product where the owner has orders; in all of them as one request. */
  async cancelAll(call: Input<typeof cancelAllOrders>): Promise<OrderAnswer | Refusal> {
    const { userId, ownerId, realm } = call.session;
    const { symbol } = call.input;
    if (symbol !== undefined) {
      const terms = this.parts.market.terms(symbol);
      if (isRefusal(terms)) return terms;
      const request = { symbol, userId, ownerId, reason: 'user' } as const;
      return this.send(call, { symbol, leavesNothing: true }, (context) => new this.own.cancelAll(context, request));
    }
    const symbols = await this.parts.orders.openSymbols(realm, ownerId, this.parts.product.name);
    if (isRefusal(symbols)) return symbols;
    for (const each of symbols) await this.parts.beats.due(realm, each, true);
    return this.execute(new this.own.cancelInBooks(this.context(call), { symbols, userId, ownerId }));
  }

  /** Why this session may not hold more money in orders yet, once the market has prices. Cancelling needs no trade password. */
  shut({ session }: OrderCall): Refusal | undefined | Promise<Refusal | undefined> {
    const { beats, gate } = this.parts;
    const pricing = beats.ready();
    return pricing === undefined ? gate.refusal(session) : pricing.then(() => gate.refusal(session));
  }

  /** The beats that are due come first, so a busy server changes no fill. While they wait, what would be met by them is refused. */
  async send(
    call: OrderCall,
    order: Meant,
    command: (context: CommandContext, decidedTo?: number) => HouseCommand<unknown, Answer>,
  ): Promise<OrderAnswer | Refusal> {
    const late = await this.late(call, order);
    if (late !== undefined && order.leavesNothing !== true) return late;
    const decidedTo = late && this.parts.beats.decidedTo(call.session.realm, order.symbol);
    return this.execute(command(this.context(call, order), decidedTo));
  }

  /** The same for an order that is made of what its owner holds then: a repeat gets the first answer, whatever they hold by now. */
  async prepare(
    call: OrderCall,
    order: Meant,
    make: () => Promise<((context: CommandContext, decidedTo?: number) => HouseCommand<unknown, Answer>) | Refusal>,
  ): Promise<OrderAnswer | Refusal> {
    const result = await this.parts.commands.prepare(this.context(call, order), async () => {
      const command = await make();
      if (isRefusal(command)) return command;
      const late = await this.late(call, order);
      if (late !== undefined && order.leavesNothing !== true) return late;
      const decidedTo = late && this.parts.beats.decidedTo(call.session.realm, order.symbol);
      return command(this.context(call, order), decidedTo);
    });
    return answered(result);
  }

  /** Lets the beats that are due be decided, with those that come due meanwhile; a refusal where one of them has to wait. */
  async late(
    { session }: OrderCall,
    { symbol, alsoIn, leavesNothing }: Pick<Meant, 'symbol' | 'alsoIn' | 'leavesNothing'>,
  ): Promise<Refusal | undefined> {
    const { beats } = this.parts;
    const books = alsoIn === undefined ? [symbol] : [alsoIn, symbol];
    for (let pass = 0; pass < PASSES_MAX; pass += 1) {
      const due = books
        .map((each) => beats.due(session.realm, each, leavesNothing))
        .filter((each) => each !== undefined);
      if (due.length === 0) return undefined;
      if ((await Promise.all(due)).includes(false)) return refuse('request.unavailable');
    }
    // The market falls behind for as long as this load lasts: nobody trades at a price that they never saw.
    return refuse('request.unavailable');
  }

  private get own(): OrderCommands {
    return this.parts.product.commands;
  }

  private context({ session, requestToken }: OrderCall, order: Meant | null = null): CommandContext {
    const { realm, userId, ownerId } = session;
    // The same client order id is the same order for ever, under any request token; a refused one was never an order.
    const makes =
      order?.clientOrderId === undefined ? [] : [`client:${ownerId}:${order.symbol}:${order.clientOrderId}`];
    return { realm, at: this.parts.clock.now(), actor: `user:${userId}`, requestToken, makes };
  }

  private async execute(command: HouseCommand<unknown, Answer>): Promise<OrderAnswer | Refusal> {
    return answered(await this.parts.commands.execute(command));
  }
}

const answered = (result: CommandResult<Answer>): OrderAnswer | Refusal =>
  result.ok ? { ...result.answer, position: result.position } : result.refusal;
