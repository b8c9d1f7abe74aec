import { amount, format, ZERO, type Amount } from '../../../../shared/money.js';
import type { InsuranceFundMoved } from '../liquidation/insurance.events.js';
import type { PositionDeleveraged, PositionFacts, PositionLiquidated } from '../position/position.events.js';
import { HOUSE as AGENTS, netLots } from '../../../trading/matching/book.js';
import type { BookFact, OrderMatched } from '../../../trading/venue/book.facts.js';
import type { TakeOverDue } from './liquidation.check.js';
import { unlike } from './unlike.js';

type Closing = PositionFacts['PositionClosed'];
type Growth = PositionFacts['PositionOpened'];

/** What an order traded in a command, less what its position took up. */
interface Open {
  lots: number;
  notional: Amount;
  fee: Amount;
}

/**
 * What the events of one command owe one another: every fill moves a position by as much, every position that closes without an order has
 * its cause, and a liquidation leaves what it says.
 */
export class CommandCheck {
  private readonly fills = new Map<string, Open>();
  private readonly filledLots = new Map<string, number>();
  private readonly cancelled = new Map<string, string>();
  private readonly closings: Closing[] = [];
  private readonly moved: InsuranceFundMoved[] = [];
  private readonly deleveragings: PositionDeleveraged[] = [];
  private liquidated: { readonly data: PositionLiquidated; readonly due: TakeOverDue | undefined } | undefined;

  book({ type, data }: BookFact): string | undefined {
    if (type === 'OrderMatched') this.match(data);
    if (type === 'OrderCancelled') this.cancelled.set(data.orderId, data.reason);
    if (type !== 'PositionsAdjusted') return undefined;
    const net = netLots(data.changes);
    return net === 0 ? undefined : `longs are not equal to shorts: ${net} lots have no other side`;
  }

  grown({ ownerId, orderId, lots, notional, fee }: Growth): void {
    this.count(`${ownerId} ${orderId}`, -lots, -amount(notional), -amount(fee));
  }

  shrunk(data: Closing): void {
    this.closings.push(data);
    const { ownerId, orderId, lots, notional, fee } = data;
    if (orderId !== null) this.count(`${ownerId} ${orderId}`, -lots, -amount(notional), -amount(fee));
  }

  liquidation(data: PositionLiquidated, due: TakeOverDue | undefined): void {
    this.liquidated = { data, due };
  }

  fund(data: InsuranceFundMoved): void {
    this.moved.push(data);
  }

  deleverage(data: PositionDeleveraged): void {
    this.deleveragings.push(data);
  }

  /** What is left over when the command is. */
  problems(): string[] {
    return [
      ...[...this.fills].flatMap(([key, open]) => leftOf(key, open)),
      ...this.closings.flatMap((closing) => this.causeOf(closing)),
      ...this.reduceProblems(),
      ...this.takeOverProblems(),
    ];
  }

  private match(data: OrderMatched): void {
    const { lots, makerOwner, makerOrderId, makerFee, takerOwner, takerOrderId, takerFee } = data;
    const notional = amount(data.notional);
    if (makerOwner !== AGENTS) this.count(`${makerOwner} ${makerOrderId}`, lots, notional, amount(makerFee));
    if (takerOwner === AGENTS) return;
    this.count(`${takerOwner} ${takerOrderId}`, lots, notional, amount(takerFee));
    const orderId = takerOrderId ?? '';
    this.filledLots.set(orderId, (this.filledLots.get(orderId) ?? 0) + lots);
  }

  private count(key: string, lots: number, notional: Amount, fee: Amount): void {
    const open = this.fills.get(key) ?? { lots: 0, notional: ZERO, fee: ZERO };
    this.fills.set(key, { lots: open.lots + lots, notional: open.notional + notional, fee: open.fee + fee });
  }

  /** Deliveries, delistings and splits are looked at where they are decided. */
  private causeOf({ cause, ownerId, orderId, side, lots, price }: Closing): string[] {
    const what = `${ownerId} lost ${lots} lots by ${cause}`;
    const { liquidated } = this;
    const isReduced = liquidated?.data.step === 'reduce' && orderId !== null && orderId === liquidated.data.orderId;
    switch (cause) {
      case 'order':
        return orderId === null || isReduced ? [`${what}, and no order of theirs did`] : [];
      case 'gap':
        return isReduced && liquidated?.data.gap != null ? [] : [`${what}, and no close was due`];
      case 'liquidation': {
        const isTakenOver =
          liquidated?.data.step === 'take-over' && orderId === null && liquidated.data.ownerId === ownerId;
        const isLiquidated = liquidated?.data.gap === null && (isReduced || isTakenOver);
        return isLiquidated ? [] : [`${what}, and none was decided`];
      }
      case 'deleveraging': {
        const found = this.deleveragings.find((each) => each.ownerId === ownerId && each.side === side);
        return found === undefined
          ? [`${what}, and none was decided`]
          : unlike({ lots: found.lots, price: found.price }, { lots, price });
      }
      default:
        return orderId === null ? [] : [`${what} and by ${orderId}`];
    }
  }

  private reduceProblems(): string[] {
    const data = this.liquidated?.data;
    if (data?.step !== 'reduce') return [];
    const filledLots = this.filledLots.get(data.orderId) ?? 0;
    const isSpent = filledLots < data.orderLots && this.cancelled.get(data.orderId) !== 'fill-limit';
    return unlike({ filledLots, isSpent }, data);
  }

  private takeOverProblems(): string[] {
    const { data, due } = this.liquidated ?? {};
    if (data === undefined || due === undefined)
      return [
        ...this.moved.map(({ amount: gain }) => `the insurance fund moved by ${gain} without a liquidation`),
        ...this.deleveragings.map(({ ownerId }) => `${ownerId} was deleveraged without a liquidation`),
      ];
    const { price, lots, fundGain } = due;
    const closing = this.closings.find(({ ownerId, cause }) => ownerId === data.ownerId && cause === 'liquidation');
    const { symbol, side, beat, markPrice } = data;
    const gain = this.moved.reduce((sum, { amount: each }) => sum + amount(each), ZERO);
    const named = this.moved.flatMap((each) => unlike({ symbol, side, beat, markPrice, price }, each));
    const found = this.deleveragings.map(({ ownerId, lots: taken, score, place, queueLength }) => ({
      ownerId,
      lots: taken,
      score,
      place,
      queueLength,
    }));
    return [
      ...(closing === undefined ? [`nothing left ${data.ownerId}`] : unlike({ price, lots }, closing)),
      ...unlike({ fundGain }, { fundGain: format(gain) }),
      ...named.map((each) => `insurance fund: ${each}`),
      ...unlike({ deleveraged: due.deleveraged }, { deleveraged: found }),
      ...this.deleveragings.flatMap((each) => unlike({ symbol, beat, markPrice, price }, each)),
    ];
  }
}

function leftOf(key: string, { lots, notional, fee }: Open): string[] {
  if (lots === 0 && notional === ZERO && fee === ZERO) return [];
  const left = `${lots} lots, ${format(notional)} USDT and ${format(fee)} of fees`;
  return [`fills and positions of ${key} differ by ${left}`];
}
