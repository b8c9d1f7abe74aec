const CONTRACT = /^([A-Z0-9]{1,12}USDT)-(PERP|(\d\d)(\d\d)(\d\d))$/;

/** A contract by its symbol: `BTCUSDT-PERP` never delivers, `BTCUSDT-261204` delivers on that day. */
export interface ContractName {
  readonly symbol: string;
  readonly underlying: string;
  /** `null`: a perpetual contract. */
  readonly deliversAt: number | null;
}

/** What a book is on: an instrument itself, or a contract on one. */
export type SymbolKind = 'instrument' | 'perpetual' | 'delivery';

export function symbolKind(symbol: string): SymbolKind {
  if (!symbol.includes('-')) return 'instrument';
  return symbol.endsWith('-PERP') ? 'perpetual' : 'delivery';
}

/** `undefined`: it names no contract. Whether its underlying and its delivery exist is for the market to say. */
export function contractNamed(symbol: string): ContractName | undefined {
  const [, underlying, term, year, month, day] = CONTRACT.exec(symbol) ?? [];
  if (underlying === undefined || term === undefined) return undefined;
  if (term === 'PERP') return { symbol, underlying, deliversAt: null };
  const deliversAt = Date.parse(`20${year}-${month}-${day}T08:00:00Z`);
  // The thirtieth of February is no day, or another day's name.
  if (Number.isNaN(deliversAt)) return undefined;
  return deliveryOf(underlying, deliversAt) === symbol ? { symbol, underlying, deliversAt } : undefined;
}

/** The instrument that a book's symbol is about: a contract's underlying, else the symbol itself. */
export function underlyingOf(symbol: string): string {
  return contractNamed(symbol)?.underlying ?? symbol;
}

export function perpetualOf(underlying: string): string {
  return `${underlying}-PERP`;
}

export function deliveryOf(underlying: string, deliversAt: number): string {
  const [date] = new Date(deliversAt).toISOString().slice(2).split('T') as [string];
  return `${underlying}-${date.replaceAll('-', '')}`;
}
