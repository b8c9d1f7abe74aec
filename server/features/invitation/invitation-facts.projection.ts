import { amount, ZERO, type Amount } from '../../../shared/money.js';
import { dateOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import { userOf } from '../../engine/ledger/chart.js';
import { tradeOf, type OrderMatched } from '../../trading/venue/book.facts.js';
import type { AccountErased, RealAccountOpened } from '../account/account.events.js';
import type { FeeVouchersUsed } from '../reward/reward.events.js';
import type { PositionFacts } from '../contract/position/position.events.js';

/** A registration: who, and by whose code. */
export function openedOf({ type, data }: RecordedEvent): Pick<RealAccountOpened, 'userId' | 'invitedBy'> | undefined {
  return type === 'RealAccountOpened' ? (data as RealAccountOpened) : undefined;
}

/** The person whom an event erased. */
export function erasedOf({ type, data }: RecordedEvent): string | undefined {
  return type === 'AccountErased' ? (data as AccountErased).userId : undefined;
}

/** The trading fee of one side of a fill, in USDT; below zero where it is a rebate. */
export interface TradingFee {
  readonly userId: string;
  /** The UTC date that it counts for. */
  readonly date: string;
  readonly fee: Amount;
}

const GROWN: ReadonlySet<string> = new Set(['PositionOpened', 'PositionIncreased']);
const SHRUNK: ReadonlySet<string> = new Set(['PositionReduced', 'PositionClosed']);

/**
 * What an event charged people for their own trading. Every listed book is quoted in USDT, so a fee needs no price; a book in another asset
 * earns nobody anything. Agents pay for nobody, and what the venue closes (liquidation, delivery, split) is no trade of its owner. Options
 * have no fee. What fee vouchers pay back counts for the date whose fees it was.
 */
export function feesOf(event: RecordedEvent): TradingFee[] {
  const { type, data, stream } = event;
  if (stream.startsWith('spot-')) return feesOfTrade(tradeOf(event), event.at);
  if (type === 'FeeVouchersUsed') {
    const { userId, date, paidBack } = data as FeeVouchersUsed;
    return [{ userId, date, fee: -amount(paidBack) }];
  }
  const isOwn = GROWN.has(type) || (SHRUNK.has(type) && (data as PositionFacts['PositionClosed']).cause === 'order');
  if (!isOwn) return [];
  const { ownerId, fee } = data as PositionFacts['PositionOpened'];
  return [feeOf(ownerId, dateOf(event.at), fee)].filter((one) => one.fee !== ZERO);
}

const feeOf = (ownerId: string, date: string, fee: string): TradingFee => ({
  userId: userOf(ownerId),
  date,
  fee: amount(fee),
});

function feesOfTrade(trade: OrderMatched | undefined, at: Instant): TradingFee[] {
  if (trade === undefined || !trade.symbol.endsWith('USDT')) return [];
  const date = dateOf(at);
  const { makerOrderId, makerOwner, makerFee, takerOrderId, takerOwner, takerFee } = trade;
  return [
    ...(makerOrderId === null ? [] : [feeOf(makerOwner, date, makerFee)]),
    ...(takerOrderId === null ? [] : [feeOf(takerOwner, date, takerFee)]),
  ].filter(({ fee }) => fee !== ZERO);
}
