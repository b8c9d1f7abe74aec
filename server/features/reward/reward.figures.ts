import { units } from '../../core/audit-figures.js';
import type { RecordedEvent } from '../../core/event.js';
import { userOf } from '../../engine/ledger/chart.js';

interface Match {
  readonly symbol: string;
  readonly makerOrderId: string | null;
  /** Absent where the event is no trade. */
  readonly makerOwner?: string;
  readonly makerFee: string;
  readonly takerOrderId: string | null;
  readonly takerOwner: string;
  readonly takerFee: string;
}

/** What an event charged people for trades of their own. */
export function feeOfSides({ stream, type, data }: RecordedEvent): { readonly userId: string; readonly fee: bigint }[] {
  if (stream.startsWith('spot-')) return feesOfMatch(data as Match);
  if (!/^Position(Opened|Increased|Reduced|Closed)$/.test(type)) return [];
  const { ownerId, fee, cause } = data as { readonly ownerId: string; readonly fee: string; readonly cause?: string };
  const closesByVenue = /^Position(Reduced|Closed)$/.test(type) && cause !== 'order';
  return closesByVenue ? [] : [charged(ownerId, fee)];
}

/** A book in another asset earns nobody anything. */
function feesOfMatch(match: Match): { readonly userId: string; readonly fee: bigint }[] {
  if (match.makerOwner === undefined || !match.symbol.endsWith('USDT')) return [];
  const maker = match.makerOrderId === null ? [] : [charged(match.makerOwner, match.makerFee)];
  return match.takerOrderId === null ? maker : [...maker, charged(match.takerOwner, match.takerFee)];
}

const charged = (ownerId: string, fee: string) => ({
  userId: userOf(ownerId),
  fee: units(fee),
});
