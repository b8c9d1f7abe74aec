import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { OrderEventsView, OrderEventView, OrderView } from '../../../contracts/order.contract.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { upcast } from '../../engine/history/event-types.js';
import type { BookFact } from '../venue/book.facts.js';
import { BOOK_KINDS } from '../venue/book-kinds.js';
import { factOf, type BookKind } from '../venue/book.state.js';

/** More facts than one order gets: every fill of a thousand makers, and everything before and after. */
const EVENTS_MAX = 2_000;

interface Row {
  position: number;
  version: number;
  stream: string;
  type: string;
  schema: number;
  at: number;
  data: string;
  hash: string;
}

/** Reads an order's facts from the history itself. The counterparty is private and left out. */
@Injectable()
export class OrderHistoryQuery {
  constructor(
    private readonly pool: Pool,
    @Inject(BOOK_KINDS) private readonly kinds: readonly BookKind[],
  ) {}

  /** The order must be the owner's own, as found by `OrderQuery.order`. */
  async eventsOf(realm: string, ownerId: string, order: OrderView): Promise<OrderEventsView | Refusal> {
    const { rows } = await this.pool.query<Row>(FACTS, [realm, order.orderId, ownerId, order.updatedAt, EVENTS_MAX]);
    const facts = rows
      .map((row) => ({ row, fact: this.factOf(row) }))
      .filter(({ fact }) => isAbout(fact, order.orderId));
    const accepted = facts[0]?.fact;
    const stream = rows[0]?.stream;
    if (stream === undefined || accepted?.type !== 'OrderAccepted') {
      return refuse('order.not-found', { orderId: order.orderId });
    }
    const amended = facts.findLast(({ fact }) => fact.type === 'OrderAmended')?.fact;
    const terms = amended?.type === 'OrderAmended' ? amended.data.fees : accepted.data.fees;
    return {
      order,
      realm,
      stream,
      terms,
      events: facts.map(({ row, fact }) => eventView(row, fact, order.orderId)),
    };
  }

  private factOf({ stream, type, schema, data }: Row): BookFact {
    const kind = this.kinds.find(({ name }) => stream.startsWith(`${name}-`));
    if (kind === undefined) throw new Error(`${stream} is no book`);
    return factOf(kind.product, { type, data: upcast(type, schema, JSON.parse(data)).data });
  }
}

/**
 * An order lives in the stream of its symbol, from the event that accepted it to the last that changed it. Instants never
 * fall along a history, so the position of the last change is found by halving.
 */
const FACTS = `
  WITH RECURSIVE place AS (
    SELECT e.stream, e.version, e.position FROM orders o JOIN events e ON e.realm = o.realm AND e.position = o.position
     WHERE o.realm = $1 AND o.order_id = $2 AND o.owner_id = $3
  ), halving (low, high) AS (
    SELECT p.position, (SELECT h.position FROM realm_heads h WHERE h.realm = $1) FROM place p
    UNION ALL
    SELECT CASE WHEN e.at <= $4 THEN e.position ELSE h.low END, CASE WHEN e.at <= $4 THEN h.high ELSE e.position - 1 END
      FROM halving h JOIN events e ON e.realm = $1 AND e.position = (h.low + h.high + 1) / 2 WHERE h.low < h.high
  )
  SELECT e.position, e.version, e.stream, e.type, e.schema, e.at, e.data, encode(e.hash, 'hex') AS hash
    FROM place p JOIN events e ON e.realm = $1 AND e.stream = p.stream AND e.version >= p.version
   WHERE e.position BETWEEN p.position AND (SELECT min(high) FROM halving)
     AND strpos(e.data, '"' || $2 || '"') > 0
   ORDER BY e.position LIMIT $5`;

/** The other leg of an OCO pair names this order as well; its events belong to its own history. */
function isAbout({ type, data }: BookFact, orderId: string): boolean {
  switch (type) {
    case 'OrderAccepted':
      return data.order.orderId === orderId;
    case 'OrderMatched':
      return data.makerOrderId === orderId || data.takerOrderId === orderId;
    case 'OrdersSplit':
      return data.orders.some((order) => order.orderId === orderId);
    default:
      return 'orderId' in data && data.orderId === orderId;
  }
}

const SILENT = {
  price: null,
  quantity: null,
  held: null,
  tradeId: null,
  role: null,
  notional: null,
  fee: null,
  feeRate: null,
  feeTier: null,
  reason: null,
  keepsPriority: null,
  trigger: null,
};

function eventView({ position, version, hash, type, at }: Row, fact: BookFact, orderId: string): OrderEventView {
  return { position, version, hash, type, at, ...SILENT, ...fieldsOf(fact, orderId) };
}

/** The fields of an event for this order, without the counterparty's name, order and fee. */
function fieldsOf({ type, data }: BookFact, orderId: string): Partial<OrderEventView> {
  switch (type) {
    case 'OrderAccepted':
    case 'OrderAmended': {
      const { price, quantity, held } = data;
      return { price, quantity, held, ...('keepsPriority' in data && { keepsPriority: data.keepsPriority }) };
    }
    case 'OrderMatched': {
      const maker = data.makerOrderId === orderId;
      const { price, quantity, tradeId, notional } = data;
      const own = maker ? { fee: data.makerFee, held: data.makerHeld } : { fee: data.takerFee, held: data.takerHeld };
      const terms = maker ? data.makerTerms : data.takerTerms;
      const rates = { feeRate: terms?.rate ?? null, feeTier: terms?.tier ?? null };
      return { price, quantity, tradeId, notional, role: maker ? 'maker' : 'taker', ...own, ...rates };
    }
    case 'OrdersSplit': {
      const {
        price = null,
        quantity = null,
        held = null,
      } = data.orders.find((order) => order.orderId === orderId) ?? {};
      return { price, quantity, held, keepsPriority: true };
    }
    case 'OrderTriggered':
      return { price: data.price, trigger: data.trigger };
    case 'OrderTrailed':
      return { price: data.stopPrice };
    case 'OrderReduced':
      return { quantity: data.quantity, held: data.held };
    case 'OrderCancelled':
      return { held: data.released, reason: data.reason };
    default:
      return {};
  }
}
