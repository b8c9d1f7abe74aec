import type { WatchlistColumn } from '../../market/watchlists';
import { pathOf } from '../../app/routes';
import type { Tab } from './market-list';

/** The columns between the name and the way onward. */
export type Cell = WatchlistColumn;

const SPOT: readonly Cell[] = ['price', 'change', 'curve', 'range', 'turnover', 'session'];

/** What each tab shows; the lists under the first one have columns of their own. */
export const CELLS: Record<Exclude<Tab, 'favourites'>, readonly Cell[]> = {
  coins: SPOT,
  contracts: ['price', 'change', 'curve', 'turnover', 'leverage', 'session'],
  options: SPOT,
};

export type Width = 'phone' | 'narrow' | 'desktop';

/** How many columns there is room for. */
const ROOM: Record<Width, number> = { phone: 2, narrow: 5, desktop: 8 };

/** The columns that fit, from the left. A cell that is not there costs nothing while the list is scrolled. */
export function fitting(cells: readonly Cell[], width: Width): readonly Cell[] {
  // Where there is little room, the widest one goes first.
  const some = width === 'narrow' && cells.length > ROOM.narrow ? cells.filter((cell) => cell !== 'range') : cells;
  return some.slice(0, ROOM[width]);
}

const WIDTHS: Partial<Record<Cell, string>> = {
  curve: '116px',
  range: 'minmax(0, 1.6fr)',
  session: 'minmax(0, 1.25fr)',
};

/** The columns of the grid: star, name, cells, and the way onward or what moves a row. */
export function gridOf(cells: readonly Cell[], width: Width, moves: boolean): string {
  const phone = width === 'phone';
  const last = phone ? (moves ? ['48px'] : []) : ['136px'];
  const tracks = cells.map((cell) => (phone ? 'minmax(0, 1fr)' : (WIDTHS[cell] ?? 'minmax(0, 1fr)')));
  return ['44px', `minmax(0, ${phone ? '1.35' : '1.75'}fr)`, ...tracks, ...last].join(' ');
}

/** Where an instrument's page is. */
export const pageOf = (symbol: string): string => `/market?symbol=${encodeURIComponent(symbol)}`;
/** The screen on which it is traded; that of contracts is still to come. */
export const screenOf = (tab: Tab): string => (tab === 'options' || tab === 'contracts' ? tab : 'spot');
/** Contracts will share the terminal of options. */
export const tradeOf = (symbol: string, tab: Tab): string =>
  `${pathOf(tab === 'contracts' ? 'options' : screenOf(tab))}?symbol=${encodeURIComponent(symbol)}`;
