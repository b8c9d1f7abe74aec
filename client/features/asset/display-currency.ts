import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { DISPLAY_CURRENCIES, type DisplayCurrency } from './asset-value';

/** In which currency the reader wants totals, kept in this browser. */
export const useDisplayCurrency = create<{ currency: DisplayCurrency; choose: (text: string) => void }>()(
  persist(
    (set) => ({
      currency: 'USDT',
      choose: (text) => set({ currency: DISPLAY_CURRENCIES.find((each) => each === text) ?? 'USDT' }),
    }),
    { name: 'glassbook.display-currency', version: 1, partialize: ({ currency }) => ({ currency }) },
  ),
);
