import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { DISPLAY_CURRENCIES, type DisplayCurrency } from '../../../contracts/asset.contract';

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

const DECIMALS: Partial<Record<DisplayCurrency, number>> = { BTC: 8, ETH: 6, JPY: 0, KRW: 0 };

/** As many decimals as amounts of the currency are written with. */
export const decimalsOf = (currency: DisplayCurrency): number => DECIMALS[currency] ?? 2;
