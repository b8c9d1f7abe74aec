import { openingLeverageMax } from '../../../shared/margin-brackets.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import type { View } from '../../core/decider.js';
import { decidedBy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { isReducing, ordersOf, type Book, type Order } from '../../trading/matching/book.js';
import type { BookState } from '../../trading/venue/book.state.js';
import type { MarginPolicy } from '../../trading/venue/order.commands.js';
import { notionalOf } from '../../trading/venue/order.rules.js';
import type { Admission, AskedOrder } from '../../trading/venue/product.settlement.js';
import { leverageOf, tablesOf } from './contract.rules.js';
import { contractOf, positionKind } from './position.state.js';

/**
 * What stands against an order besides the rules of every book: the mode of the position, the size that the leverage allows, what users may
 * have open together, and the cap of the risk class.
 */
export function admissionOf(view: View, asked: AskedOrder, book: BookState, principal: Amount): Admission {
  const { margin, ownerId, symbol } = asked;
  if (margin === undefined) throw new Error(`an order of ${symbol} says nothing of margin`);
  const { mode, leverage } = contractOf(view.state(positionKind, ownerId), symbol);
  return {
    leverage: leverageOf(leverage, margin),
    problems: (order, { lots, held, sizes }) => {
      const isOneWay = order.positionSide === 'both';
      if (isOneWay !== (mode === 'one-way'))
        return [refuse('contract.side-not-of-mode', { field: 'positionSide', mode })];
      if (isReducing(order)) return [];
      const after = openAfter(order, lots, book.book);
      const notional = notionalOf(Math.max(order.priceTicks, order.stopTicks ?? 0), after, sizes);
      return [
        ...sizeProblems(order, notional, margin),
        ...openInterestProblems(order, lots, book.book, { margin, lot: sizes.lot, base: asked.spec.base }),
        ...capProblems(margin, principal, held),
      ];
    },
  };
}

/** Lots that would be open on the side of an order if it and all others of its owner on that side were filled. */
function openAfter(order: Order, lots: number, book: Book): number {
  const { orderId, owner, side, positionSide } = order;
  let waiting = lots;
  for (const other of ordersOf(book, owner)) {
    const opens = other.order.side === side && other.order.positionSide === positionSide && !isReducing(other.order);
    if (opens && other.order.orderId !== orderId) waiting += other.remainingLots;
  }
  const open = lotsOf(book, owner);
  if (positionSide === 'both') return Math.max(0, waiting + (side === 'buy' ? open.both : -open.both));
  return waiting + (side === 'buy' ? open.long : open.short);
}

function lotsOf({ positions }: Book, owner: string) {
  if (positions === null) throw new Error('a book of contracts knows positions');
  return positions.of(owner);
}

function sizeProblems(order: Order, notional: Amount, margin: MarginPolicy): Refusal[] {
  const { policy } = margin;
  const tables = tablesOf(margin);
  const leverageMax = openingLeverageMax(tables, notional);
  if (leverageMax === 0) {
    const ends = tables.flatMap((table) => table.at(-1)?.to ?? []);
    const maximum = format(ends.reduce((least, each) => (each < least ? each : least)));
    return [refuse('contract.position-limit', { field: 'quantity', maximum, ...decidedBy(policy) })];
  }
  const leverage = order.margin?.leverage ?? 1;
  if (leverage <= leverageMax) return [];
  return [
    refuse('contract.leverage-above-bracket', {
      field: 'quantity',
      leverage,
      maximum: leverageMax,
      notional: format(notional),
      ...decidedBy(policy),
    }),
  ];
}

/** What users have open together, and with it what a push of the index could earn, has an end. */
function openInterestProblems(
  { side }: Order,
  lots: number,
  { positions }: Book,
  { margin, lot, base }: { readonly margin: MarginPolicy; readonly lot: Amount; readonly base: string },
): Refusal[] {
  const { openInterestMax } = margin;
  const open = positions?.open[side === 'buy' ? 'long' : 'short'] ?? 0;
  if (openInterestMax === null || open + lots <= openInterestMax) return [];
  const maximum = format(BigInt(Math.max(0, openInterestMax - open)) * lot);
  return [refuse('contract.open-interest-full', { field: 'quantity', maximum, asset: base })];
}

/** The cap of the risk class limits all products together; a demo account has none. */
function capProblems({ cap: capped }: MarginPolicy, principal: Amount, held: Amount): Refusal[] {
  const cap = capped?.cap ?? null;
  if (capped === null || cap === null || principal + held <= amount(cap)) return [];
  return [
    refuse('contract.cap-exceeded', { field: 'quantity', cap, open: format(principal), ...decidedBy(capped.policy) }),
  ];
}
