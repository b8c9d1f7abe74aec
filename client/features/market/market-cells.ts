import type { WatchlistColumn } from '../../market/watchlists';
import { pathOf } from '../../app/routes';
import type { Tab } from './market-list';

/** Of the perpetual contract on an instrument. */
const CONTRACT_CELLS = ['contractPrice', 'contractChange', 'funding', 'openInterest'] as const;
export type ContractCell = (typeof CONTRACT_CELLS)[number];
export const isContractCell = (cell: string): cell is ContractCell => CONTRACT_CELLS.some((each) => each === cell);

/** The columns between the name and the way onward. */
export type Cell = WatchlistColumn | ContractCell;

const SPOT: readonly Cell[] = ['price', 'change', 'curve', 'range', 'turnover', 'session'];

/** What each tab shows; the lists under the first one have columns of their own. */
export const CELLS: Record<Exclude<Tab, 'favourites'>, readonly Cell[]> = {
  coins: SPOT,
  contracts: [...CONTRACT_CELLS, 'leverage', 'session'],
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
  funding: 'minmax(0, 1.35fr)',
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
/** The screen on which it is traded. */
const screenOf = (tab: Tab): string => (tab === 'options' || tab === 'contracts' ? tab : 'spot');
export const tradeOf = (symbol: string, tab: Tab): string =>
  `${pathOf(screenOf(tab))}?symbol=${encodeURIComponent(symbol)}`;
