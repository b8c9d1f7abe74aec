import type { ContractHaltView, HaltReason } from '../../../contracts/contract-halt.contract.js';
import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { upcast } from '../../engine/history/event-types.js';
import type { HaltEvent } from './contract-halt.events.js';
import { haltKind } from './contract-halt.decider.js';

interface Halt {
  readonly reason: HaltReason;
  readonly from: Instant;
  /** `null` while it goes on. */
  readonly to: Instant | null;
  readonly settlementPrice: string | null;
}

export interface SettledContract {
  readonly symbol: string;
  readonly price: string;
}

/** As much of the store as is read. */
interface HaltHistory extends Pick<EventStore, 'subscribe'> {
  readonly pool: { query<Found>(text: string, values: unknown[]): Promise<{ rows: Found[] }> };
}

interface Row {
  readonly type: string;
  readonly schema: number;
  readonly data: string;
  readonly at: string;
  readonly position: string;
}

type Fact = { [Each in HaltEvent as Each['type']]: Pick<Each, 'type' | 'data' | 'at'> }[HaltEvent['type']];

/** In which contracts staff have halted trading, and when, from the house's history. */
export class ContractHalts {
  /** By symbol, oldest first. */
  private readonly known = new Map<string, readonly Halt[]>();

  static async load(store: HaltHistory): Promise<ContractHalts> {
    const halts = new ContractHalts();
    // What is appended while the history is read comes after it, and once.
    const meanwhile: RecordedEvent[] = [];
    let take = (event: RecordedEvent): void => void meanwhile.push(event);
    store.subscribe((realm, events) => {
      if (realm !== 'house') return;
      for (const event of events) if (event.stream.startsWith(`${haltKind.name}-`)) take(event);
    });
    const { rows } = await store.pool.query<Row>(
      `SELECT type, schema, data, at, position FROM events WHERE realm = 'house' AND type = ANY($1) ORDER BY position`,
      [TYPES],
    );
    for (const { type, schema, data, at } of rows)
      halts.take({ type, data: upcast(type, schema, JSON.parse(data)).data, at: Number(at) });
    const readTo = Number(rows.at(-1)?.position ?? 0);
    take = (event) => halts.take(event);
    for (const event of meanwhile) if (event.position > readTo) halts.take(event);
    return halts;
  }

  /** Other events change nothing. */
  take(event: Pick<RecordedEvent, 'type' | 'data' | 'at'>): void {
    if (!isFact(event)) return;
    const { type, data, at } = event;
    const { symbol } = data;
    const known = this.known.get(symbol) ?? [];
    const last = known.at(-1);
    if (type === 'TradingHalted')
      this.known.set(symbol, [...known, { reason: data.publicReason, from: at, to: null, settlementPrice: null }]);
    if (last === undefined) return;
    if (type === 'TradingResumed') this.known.set(symbol, [...known.slice(0, -1), { ...last, to: at }]);
    if (type === 'SettlementApproved')
      this.known.set(symbol, [...known.slice(0, -1), { ...last, settlementPrice: data.price }]);
  }

  /** Whether nobody may trade a contract at an instant, or might not. */
  halts(symbol: string, at: Instant): boolean {
    return this.at(symbol, at) !== undefined;
  }

  /** Why no order is taken; `undefined` where it is traded. */
  refusal(symbol: string, at: Instant): Refusal | undefined {
    const halt = this.at(symbol, at);
    if (halt === undefined) return undefined;
    return refuse(halt.settlementPrice === null ? 'halt.trading-halted' : 'halt.contract-settled', { symbol });
  }

  view(symbol: string, at: Instant): ContractHaltView | null {
    const halt = this.at(symbol, at);
    if (halt === undefined) return null;
    return { reason: halt.reason, haltedAt: halt.from, settlementPrice: halt.settlementPrice };
  }

  /** From when on a contract was halted that was settled then. */
  settledFrom(symbol: string): Instant | undefined {
    return this.known.get(symbol)?.find(({ settlementPrice }) => settlementPrice !== null)?.from;
  }

  /** Those whose positions are closed for good. */
  settled(): SettledContract[] {
    return [...this.known].flatMap(([symbol, halts]) => {
      const price = halts.at(-1)?.settlementPrice ?? null;
      return price === null ? [] : [{ symbol, price }];
    });
  }

  private at(symbol: string, at: Instant): Halt | undefined {
    return this.known.get(symbol)?.find(({ from, to }) => at >= from && (to === null || at < to));
  }
}

const TYPES: readonly string[] = ['TradingHalted', 'TradingResumed', 'SettlementApproved'];
const isFact = (event: Pick<RecordedEvent, 'type' | 'data' | 'at'>): event is Fact => TYPES.includes(event.type);
