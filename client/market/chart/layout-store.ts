import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { CONTRACT_PRICES, type ContractPrice } from '../../../contracts/contract-candle.calls';
import { hasMarkCandles, type Period } from '../../../contracts/market.contract';
import {
  FRESH,
  LIMITS,
  readLayout,
  readNamed,
  readSetup,
  setupOf,
  withLayout,
  type ChartLayout,
  type NamedLayout,
  type Setup,
} from './layout';

interface ChartStore {
  /** By symbol, the last used last. */
  layouts: Record<string, ChartLayout>;
  /** What an instrument without a layout of its own starts with: the last set-up used, without drawings. */
  fresh: ChartLayout;
  named: NamedLayout[];
  favourites: string[];
  /** An IANA time zone, or `local`. */
  zone: string;
  magnet: boolean;
  view: 'price' | 'depth';
  /** What charts of contracts draw. */
  contractPrice: ContractPrice;
  change: (symbol: string, change: Partial<ChartLayout>) => void;
  reset: (symbol: string) => void;
  saveNamed: (name: string, setup: Setup) => void;
  removeNamed: (name: string) => void;
  toggleFavourite: (id: string) => void;
  set: (change: Partial<Pick<ChartStore, 'zone' | 'magnet' | 'view' | 'contractPrice'>>) => void;
}

/** Charts as they were left, kept in this browser under a version and within limits. */
export const useChartStore = create<ChartStore>()(
  persist(
    (set) => ({
      layouts: {},
      fresh: FRESH,
      named: [],
      favourites: [],
      zone: 'local',
      magnet: true,
      view: 'price',
      contractPrice: 'last',
      change: (symbol, change) =>
        set(({ layouts, fresh }) => {
          const layout = { ...(layouts[symbol] ?? fresh), ...change };
          return {
            layouts: withLayout(layouts, symbol, layout),
            fresh: { ...setupOf(layout), compared: [], drawings: [] },
          };
        }),
      reset: (symbol) => set(({ layouts }) => ({ layouts: withLayout(layouts, symbol, FRESH), fresh: FRESH })),
      saveNamed: (name, setup) =>
        set(({ named }) => {
          const kept = name.trim().slice(0, LIMITS.nameLength);
          if (kept === '') return {};
          const others = named.filter((each) => each.name !== kept);
          return { named: [...others, { name: kept, setup: setupOf(setup) }].slice(-LIMITS.named) };
        }),
      removeNamed: (name) => set(({ named }) => ({ named: named.filter((each) => each.name !== name) })),
      toggleFavourite: (id) =>
        set(({ favourites }) => ({
          favourites: favourites.includes(id)
            ? favourites.filter((each) => each !== id)
            : [...favourites, id].slice(-LIMITS.favourites),
        })),
      set: (change) => set(change),
    }),
    {
      name: 'glassbook.chart',
      version: 2,
      partialize: ({ layouts, fresh, named, favourites, zone, magnet, contractPrice }) => ({
        layouts,
        fresh,
        named,
        favourites,
        zone,
        magnet,
        contractPrice,
      }),
      // The first version kept one period and look for all instruments.
      migrate: (kept, version) => (version === 1 ? { fresh: { ...FRESH, ...readSetup(kept) } } : kept),
      merge: (kept, now) => ({ ...now, ...readStore(kept as Partial<ChartStore> | undefined) }),
    },
  ),
);

/** What is charted: the last price in periods that the mark price has no candles of. */
export const chartedPrice = (price: ContractPrice, period: Period): ContractPrice =>
  price === 'mark' && !hasMarkCandles(period) ? 'last' : price;

function readStore(kept: Partial<ChartStore> = {}): Partial<ChartStore> {
  const layouts = Object.entries(kept.layouts ?? {}).slice(-LIMITS.instruments);
  return {
    layouts: Object.fromEntries(layouts.map(([symbol, layout]) => [symbol, readLayout(layout)])),
    fresh: { ...readLayout(kept.fresh), drawings: [], compared: [] },
    named: readNamed(kept.named),
    favourites: Array.isArray(kept.favourites) ? kept.favourites.slice(0, LIMITS.favourites).map(String) : [],
    zone: typeof kept.zone === 'string' && isZone(kept.zone) ? kept.zone : 'local',
    magnet: kept.magnet !== false,
    contractPrice: CONTRACT_PRICES.find((each) => each === kept.contractPrice) ?? 'last',
  };
}

function isZone(zone: string): boolean {
  if (zone === 'local') return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

/** The layout of an instrument and how to change it. */
export function useLayout(symbol: string): [ChartLayout, (change: Partial<ChartLayout>) => void] {
  const layout = useChartStore((state) => state.layouts[symbol] ?? state.fresh);
  const change = useChartStore((state) => state.change);
  return [layout, (next) => change(symbol, next)];
}

export const layoutNow = (symbol: string): ChartLayout => {
  const { layouts, fresh } = useChartStore.getState();
  return layouts[symbol] ?? fresh;
};
