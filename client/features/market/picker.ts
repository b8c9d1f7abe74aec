import { INSTRUMENT_CLASSES, type CurrencyView } from '../../../contracts/market.contract';
import { searchable } from './market-list';

/** One line of the picker: an instrument, or an asset of its own. */
export interface Pickable {
  /** What is handed over when it is chosen: a symbol or an asset. */
  id: string;
  base: string;
  /** Behind the base, where pairs are chosen. */
  quote: string | null;
  name: string;
  class: CurrencyView['class'];
  /** Whose price is shown; `null` for an asset that is priced in nothing else. */
  symbol: string | null;
  /** Of that price; `null` until the instrument is known. */
  decimals: number | null;
  /** What is held of it, worded. */
  held?: string | undefined;
}

/** `own`: what is starred, or what is held; the picker is told which. */
export const PICKER_TABS = ['own', 'all', ...INSTRUMENT_CLASSES] as const;
export type PickerTab = (typeof PICKER_TABS)[number];

/** How many lines exist at once: more than anybody reads, and few enough to be there within a frame. */
export const LINES_MAX = 60;

interface Wanted<Of> {
  tab: PickerTab;
  own: ReadonlySet<string>;
  typed: string;
  /** The normalised text by which a line is found. */
  textOf: (one: Of) => string;
}

/** The lines of a tab that match: the typed code itself first, then codes that begin with it, then the rest as they were. */
export function pickable<Of extends Pickable>(all: readonly Of[], { tab, own, typed, textOf }: Wanted<Of>): Of[] {
  const wanted = searchable(typed);
  const found = all.filter((one) => inTab(one, tab, own) && (wanted === '' || textOf(one).includes(wanted)));
  return wanted === '' ? found : found.sort((a, b) => nearness(a, wanted) - nearness(b, wanted));
}

function inTab(one: Pickable, tab: PickerTab, own: ReadonlySet<string>): boolean {
  if (tab === 'own') return own.has(one.id);
  // Stablecoins are the only assets beyond the classes of instruments, and a person looks for them among coins.
  return tab === 'all' || one.class === tab || (tab === 'crypto' && one.class === 'stablecoin');
}

function nearness({ base, quote }: Pickable, wanted: string): number {
  const code = searchable(base);
  if (code === wanted || searchable(`${base}${quote ?? ''}`) === wanted) return 0;
  return code.startsWith(wanted) ? 1 : 2;
}
