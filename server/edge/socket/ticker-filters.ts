import type { TickerView } from '../../../contracts/market.contract.js';

/** The symbols of such rooms, all together. */
export function symbolsOf(rooms: readonly string[]): Set<string> {
  return new Set(rooms.flatMap((room) => room.slice(room.indexOf('?') + 1).split(',')));
}

/**
 * Sockets that want some tickers only share a room with those that want the same ones; each room's part of a message is made
 * once, however many sockets are in it.
 */
export class TickerFilters {
  private readonly filters = new Map<string, { base: string; symbols: ReadonlySet<string>; sockets: number }>();

  /** The room for these symbols below a realm's ticker room. */
  join(base: string, symbols: readonly string[]): string {
    const room = `${base}?${[...new Set(symbols)].sort().join(',')}`;
    const filter = this.filters.get(room);
    if (filter) filter.sockets += 1;
    else this.filters.set(room, { base, symbols: new Set(symbols), sockets: 1 });
    return room;
  }

  leave(room: string): void {
    const filter = this.filters.get(room);
    if (filter === undefined) return;
    filter.sockets -= 1;
    if (filter.sockets === 0) this.filters.delete(room);
  }

  /** Each room below `base` with what of the message it wants; rooms that want nothing of it are left out. */
  parts(base: string, tickers: readonly TickerView[]): [room: string, tickers: TickerView[]][] {
    const parts: [string, TickerView[]][] = [];
    for (const [room, filter] of this.filters) {
      if (filter.base !== base) continue;
      const wanted = tickers.filter((ticker) => filter.symbols.has(ticker.symbol));
      if (wanted.length > 0) parts.push([room, wanted]);
    }
    return parts;
  }
}
