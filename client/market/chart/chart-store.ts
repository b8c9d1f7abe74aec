import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Period } from '../../../contracts/market.contract';
import type { ChartLook } from './price-chart';

interface ChartChoices {
  period: Period;
  look: ChartLook;
  view: 'price' | 'depth';
  set: (change: Partial<Omit<ChartChoices, 'set'>>) => void;
}

/** How the chart was left, kept in this browser. */
export const useChartChoices = create<ChartChoices>()(
  persist((set) => ({ period: '15m', look: 'candles', view: 'price', set: (change) => set(change) }), {
    name: 'glassbook.chart',
    version: 1,
    partialize: ({ period, look }) => ({ period, look }),
  }),
);
