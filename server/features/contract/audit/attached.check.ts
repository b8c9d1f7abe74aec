import { coveredLots } from '../../../../shared/attached.js';
import type { PositionSide } from '../../../../shared/margin.js';
import { amendedBy, orderOf, type Order } from '../../../trading/matching/book.js';
import type { BookFact } from '../../../trading/venue/book.facts.js';
import type { BookState } from '../../../trading/venue/book.state.js';

type Level = NonNullable<Order['attached']>['levels'][number];

/** An order with attached levels, and what was filled of it before and in the command. */
interface Entry {
  readonly order: Order;
  readonly filledBefore: number;
  readonly filled: number;
}

/** An order of a level that came with a fill, or grew by one. */
interface Leg {
  readonly order: Order;
  /** What it had left before; `null` of a new one. */
  readonly before: number | null;
  readonly lots: number;
}

/** What is open when the command is over. */
interface Left {
  readonly book: BookState['book'];
  lots(owner: string, side: PositionSide): number;
}

/** Every fill of an order with attached levels gets its take-profits and stop-losses in the same command, and nothing else brings one about. */
export class AttachedCheck {
  /** Orders that may take in the command that runs: they do not rest yet, or no more. */
  private readonly taking = new Map<string, Entry>();
  private readonly entries = new Map<string, Entry>();
  private readonly legs = new Map<string, Leg[]>();

  /** `state` is the book before the fact. */
  book({ type, data }: BookFact, { book }: BookState): void {
    if (type === 'OrderMatched') {
      for (const orderId of [data.makerOrderId, data.takerOrderId])
        if (orderId !== null) this.fill(orderId, data.lots, book);
      return;
    }
    if (type === 'OrderAccepted') {
      const { order } = data;
      this.taking.set(order.orderId, { order, filledBefore: 0, filled: 0 });
      this.leg({ order, before: null, lots: order.lots });
    }
    if (type !== 'OrderAmended' && type !== 'OrderTriggered') return;
    const resting = restingIn(book, data.orderId);
    if (resting === undefined) return;
    const { order, filledBefore } = resting;
    const { remainingLots } = orderOf(book, data.orderId)!;
    if (type === 'OrderTriggered') this.taking.set(data.orderId, resting);
    else if (data.byFill) this.leg({ order, before: remainingLots, lots: data.remainingLots - remainingLots });
    else {
      this.taking.set(data.orderId, { order: amendedBy(order, data), filledBefore, filled: 0 });
      const [kept, next] = [order.attached, data.attached].map((attached) => attached?.levels[0]?.number);
      if (data.attached !== undefined && next !== kept) this.keepLevelsOfBefore(data.orderId);
    }
  }

  /** Once a command is over. */
  end(left: Left): string[] {
    const problems = [...this.entries.values()].flatMap((entry) => this.problemsOf(entry, left));
    for (const key of this.legs.keys()) problems.push(`a level of ${key} got an order without a fill`);
    for (const known of [this.taking, this.entries, this.legs]) known.clear();
    return problems;
  }

  private fill(orderId: string, lots: number, book: BookState['book']): void {
    const entry = this.entries.get(orderId) ?? this.taking.get(orderId) ?? restingIn(book, orderId);
    if (entry?.order.attached === undefined) return;
    this.entries.set(orderId, { ...entry, filled: entry.filled + lots });
  }

  /** Fills of an auction that came before the amendment in its command have the levels of before. */
  private keepLevelsOfBefore(orderId: string): void {
    const entry = this.entries.get(orderId);
    this.entries.delete(orderId);
    if (entry !== undefined) this.entries.set(`${orderId} before`, entry);
  }

  private leg(leg: Leg): void {
    const { parent } = leg.order;
    if (parent === undefined) return;
    const key = keyOf(parent.orderId, parent.level);
    this.legs.set(key, [...(this.legs.get(key) ?? []), leg]);
  }

  /** Lots that the command closed again need no protection. */
  private problemsOf({ order, filledBefore, filled }: Entry, { book, lots }: Left): string[] {
    const levels = order.attached?.levels ?? [];
    const open = lots(order.owner, order.side === 'buy' ? 'long' : 'short');
    const after = filledBefore + filled - (order.attached?.fromLots ?? 0);
    const [from, to] = [coveredLots(levels, after - Math.min(filled, open)), coveredLots(levels, after)];
    return levels.flatMap((level, index) => {
      const key = keyOf(order.orderId, level.number);
      const found = this.legs.get(key) ?? [];
      this.legs.delete(key);
      const more = (to[index] ?? 0) - (from[index] ?? 0);
      const isCovered = found.length > 0 ? isRight(order, level, found, { more, open }) : more === 0;
      if (isCovered || (found.length === 0 && restsFor(book, order, level, open))) return [];
      const got = found.map((leg) => `${leg.order.kind} of ${leg.lots}`).join(', ') || 'nothing';
      return [`${order.orderId} was filled, and ${more} lots of its level ${level.number} got ${got}`];
    });
  }
}

const keyOf = (orderId: string, level: number): string => `${orderId} ${level}`;

function restingIn(book: BookState['book'], orderId: string): Entry | undefined {
  const resting = orderOf(book, orderId);
  if (resting === undefined || resting === null) return undefined;
  const { order, remainingLots } = resting;
  return { order, filledBefore: order.lots - remainingLots, filled: 0 };
}

/** New orders at the prices of the level, or those that wait, larger by as much: but by no more than the position has. */
function isRight(
  entry: Order,
  level: Level,
  found: readonly Leg[],
  { more, open }: { readonly more: number; readonly open: number },
): boolean {
  const legs = [
    { kind: 'take-profit', price: level.takeProfit },
    { kind: 'stop', price: level.stopLoss },
  ].filter(({ price }) => price !== null);
  return (
    found.length === legs.length &&
    legs.every(({ kind, price }, index) => {
      const { order, before, lots } = found[index]!;
      const grown = before === null ? more : Math.min(more, open - before);
      // One that waits keeps its prices, also where those of its level were changed since.
      const isNew = before === null;
      const isPriced = !isNew || (order.stopTicks === price?.stopTicks && order.priceTicks === price?.priceTicks);
      return more > 0 && lots === grown && order.kind === kind && order.side !== entry.side && isPriced;
    })
  );
}

/** A level whose orders close all of the position already needs no more. */
function restsFor(book: BookState['book'], entry: Order, level: Level, open: number): boolean {
  return [...book.ordersOf(entry.owner)].some(
    ({ order: { parent }, remainingLots }) =>
      parent?.orderId === entry.orderId && parent.level === level.number && remainingLots >= open,
  );
}
