import { format, roundTo, times, ZERO, type Amount } from '../../../../shared/money.js';
import type { PositionSide } from '../../../../shared/margin.js';
import type { NewEvent, Posting } from '../../../core/event.js';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.js';
import {
  HOUSE as AGENTS,
  netLots,
  ordersOf,
  type Book,
  type PositionChange,
  type PositionChangeReason,
} from '../../../trading/matching/book.js';
import { decisionOf, tryAdjust, type OrderScope } from '../../../trading/venue/order.decider.js';
import type { Sizes } from '../../../trading/venue/order.rules.js';
import type { NewFundingEvent } from '../funding/funding.events.js';
import { fundingKind, type FundingState } from '../funding/funding.state.js';
import type { PositionAccount } from '../position/position.settlement.js';

/** Of USDT in the ledger. */
const DECIMALS = 8;

/** What every position of a contract is closed at. */
export interface LastPrice {
  readonly price: Amount;
  readonly cause: 'delivery' | 'delisting' | 'settlement';
}

const REASONS = {
  delivery: 'settlement',
  delisting: 'delisted',
  settlement: 'settlement',
  'account-end': 'account-end',
} as const satisfies Record<string, PositionChangeReason>;

export interface EndingContract {
  readonly scope: OrderScope;
  readonly sizes: Sizes;
  readonly account: PositionAccount;
}

/** Closes everything that these owners have open, against the agents and without a fee. Their orders have to be over. */
export function endPositions(
  { scope, sizes, account }: EndingContract,
  ownerIds: readonly string[],
  { price, cause }: Pick<LastPrice, 'price'> & { readonly cause: keyof typeof REASONS },
): NewEvent[] | Refusal {
  const { book } = scope.state;
  const changes: PositionChange[] = [];
  const events: NewEvent[] = [];
  const postings: Posting[] = [];
  for (const ownerId of ownerIds) {
    if (ordersOf(book, ownerId).length > 0) return refuse('request.unavailable');
    changes.push(...closing(book, ownerId));
    for (const side of ['long', 'short'] as const) {
      const lots = account.holding(ownerId, side)?.lots ?? 0;
      if (lots === 0) continue;
      const notional = lastNotional(side, price, BigInt(lots) * sizes.lot);
      const closed = account.takeOver({ ownerId, side, lots, price, notional, fee: ZERO, cause });
      events.push(...closed.events);
      postings.push(...closed.postings);
    }
  }
  return changes.length === 0 ? [] : movedTogether(scope, changes, { events, postings }, REASONS[cause]);
}

/** What a long gets is rounded down, and what a short pays is rounded up. */
export function lastNotional(side: PositionSide, price: Amount, quantity: Amount): Amount {
  const rounding = side === 'long' ? 'down' : 'up';
  return roundTo(times(price, quantity, rounding), DECIMALS, rounding);
}

function closing({ positions }: Book, owner: string): PositionChange[] {
  const lots = positions?.of(owner) ?? { long: 0, short: 0, both: 0 };
  return (['long', 'short', 'both'] as const).flatMap((positionSide) =>
    lots[positionSide] === 0 ? [] : [{ owner, positionSide, lots: -lots[positionSide] }],
  );
}

interface Moved {
  readonly events: readonly NewEvent[];
  readonly postings: readonly Posting[];
}

/** The book's lots and the money move in one append; agents are on the other side of both. */
export function movedTogether(
  scope: OrderScope,
  changes: readonly PositionChange[],
  { events, postings }: Moved,
  reason: PositionChangeReason,
): NewEvent[] | Refusal {
  const net = netLots(changes);
  const agents: PositionChange[] = net === 0 ? [] : [{ owner: AGENTS, positionSide: 'both', lots: -net }];
  const book = decisionOf(tryAdjust(scope, [...changes, ...agents], reason));
  if (isRefusal(book)) return book;
  const type = `${scope.state.product.prefix}PositionsAdjusted`;
  return [...book.events.map((event) => (event.type === type ? { ...event, postings } : event)), ...events];
}

/** Once nothing is open and no order rests, the contract is over. */
export function decideSettled(
  { isOver }: FundingState,
  { book, symbol }: OrderScope['state'],
  { price, cause }: LastPrice,
): NewEvent[] | Refusal {
  if (isOver) return [];
  const { positions } = book;
  if (positions === null || positions.names().length > 0 || book.orders.size > 0) return refuse('request.unavailable');
  const data = { symbol, cause, price: format(price) };
  const event: NewFundingEvent = { stream: `${fundingKind.name}-${symbol}`, type: 'ContractSettled', schema: 1, data };
  return [event];
}
