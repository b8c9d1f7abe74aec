import { create, type StoreApi, type UseBoundStore } from 'zustand';

/** Prices of lines that are dragged, or wait for an answer, by the ids of the lines. */
export interface LineMoves {
  dragged: string | null;
  prices: ReadonlyMap<string, string>;
}

export type LineStore = UseBoundStore<StoreApi<LineMoves>>;

/** One chart's own: a drag redraws its tags and nothing else of the terminal. */
export const lineStore = (): LineStore => create<LineMoves>(() => ({ dragged: null, prices: new Map() }));
