import { pathOf } from '../../app/routes';
import type { Column, Tab } from './market-list';

/** The columns between the name and the way onward: all that can be sorted by, and the day's curve. */
export type Cell = Exclude<Column, 'name'> | 'curve';

const SPOT: readonly Cell[] = ['price', 'change', 'curve', 'range', 'volume', 'session'];

export const CELLS: Record<Tab, readonly Cell[]> = {
  favourites: SPOT,
  coins: SPOT,
  contracts: ['price', 'change', 'curve', 'volume', 'leverage', 'session'],
  options: SPOT,
};

/** On a phone the styles hide all but these; a cell that is not there costs nothing while the list is scrolled. */
export const PHONE_CELLS: readonly Cell[] = ['price', 'change'];

/** Where an instrument's page is. */
export const pageOf = (symbol: string): string => `/market?symbol=${encodeURIComponent(symbol)}`;
/** The screen on which it is traded: the spot terminal, or that of contracts and options. */
export const screenOf = (tab: Tab): string => (tab === 'contracts' || tab === 'options' ? 'contracts' : 'spot');
export const tradeOf = (symbol: string, tab: Tab): string =>
  `${pathOf(screenOf(tab))}?symbol=${encodeURIComponent(symbol)}`;
