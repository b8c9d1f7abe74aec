import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { InstrumentView } from '../../../contracts/market.contract';
import type { Resting } from '../../market/book';
import type { ChartAction } from '../../market/chart/action-marks';
import type { ChartLine } from '../../market/chart/chart-types';
import type { ChartTrading } from '../../market/chart/trading';

export const BOOK_VIEWS = ['both', 'asks', 'bids'] as const;
export const FORM_PLACES = ['right', 'left', 'bottom'] as const;

/** What each panel may measure, in CSS pixels; the chart takes what is left. */
export const PANEL_LIMITS = {
  bookWidth: { least: 220, most: 520 },
  formWidth: { least: 270, most: 480 },
  ordersHeight: { least: 160, most: 640 },
} as const;
export type PanelName = keyof typeof PANEL_LIMITS;

/** What every arrangement of the terminal shows. */
export interface TerminalProps {
  instrument: InstrumentView;
  /** The user's open orders and price alerts of this pair, as lines on the chart. */
  lines: readonly ChartLine[];
  own: readonly Resting[];
  /** Corporate actions of the instrument, as letters on the chart. */
  actions: readonly ChartAction[];
  trading: ChartTrading;
}

interface Terminal {
  bookView: (typeof BOOK_VIEWS)[number];
  formPlace: (typeof FORM_PLACES)[number];
  /** Chosen by the reader; `null` leaves it to the screen's own measure. */
  sizes: Record<PanelName, number | null>;
  shortcuts: boolean;
  set: (change: Partial<Omit<Terminal, 'set' | 'resize'>>) => void;
  resize: (panel: PanelName, pixels: number | null) => void;
}

export const OWN_SIZES: Record<PanelName, number | null> = { bookWidth: null, formWidth: null, ordersHeight: null };

/** How the reader arranged the terminal, kept in this browser. */
export const useTerminal = create<Terminal>()(
  persist(
    (set) => ({
      bookView: 'both',
      formPlace: 'right',
      sizes: OWN_SIZES,
      shortcuts: true,
      set: (change) => set(change),
      resize: (panel, pixels) => set(({ sizes }) => ({ sizes: { ...sizes, [panel]: withinLimits(panel, pixels) } })),
    }),
    {
      name: 'glassbook.terminal',
      version: 1,
      partialize: ({ bookView, formPlace, sizes, shortcuts }) => ({ bookView, formPlace, sizes, shortcuts }),
    },
  ),
);

function withinLimits(panel: PanelName, pixels: number | null): number | null {
  if (pixels === null) return null;
  const { least, most } = PANEL_LIMITS[panel];
  return Math.round(Math.max(least, Math.min(most, pixels)));
}
