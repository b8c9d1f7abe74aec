import { create } from 'zustand';
import { layoutNow, useChartStore } from '../layout-store';
import { LIMITS, type Drawing } from '../layout';
import { noHistory, noted, redone, undone, type History } from './history';
import type { ToolId } from './tools';

interface DrawingStore {
  tool: ToolId | null;
  colour: number;
  selected: string | null;
  hidden: boolean;
  locked: boolean;
  histories: Record<string, History<readonly Drawing[]>>;
  set: (change: Partial<Pick<DrawingStore, 'tool' | 'colour' | 'selected' | 'hidden' | 'locked'>>) => void;
}

/** What is being drawn now; the drawings themselves are part of the instrument's layout. */
export const useDrawing = create<DrawingStore>()((set) => ({
  tool: null,
  colour: 0,
  selected: null,
  hidden: false,
  locked: false,
  histories: {},
  set: (change) => set(change),
}));

const historyOf = (symbol: string) => useDrawing.getState().histories[symbol] ?? noHistory<readonly Drawing[]>();

function keep(symbol: string, drawings: readonly Drawing[], history: History<readonly Drawing[]>): void {
  useDrawing.setState(({ histories, selected }) => ({
    histories: { ...histories, [symbol]: history },
    selected: drawings.some((each) => each.key === selected) ? selected : null,
  }));
  useChartStore.getState().change(symbol, { drawings: [...drawings] });
}

/** Replaces an instrument's drawings, so that it can be undone; beyond the limit the oldest goes. */
export function draw(symbol: string, drawings: readonly Drawing[]): void {
  keep(symbol, drawings.slice(-LIMITS.drawings), noted(historyOf(symbol), layoutNow(symbol).drawings));
}

/** A drawing while it is dragged: the step that undo goes back is the whole drag, so it is noted once, by `draw`. */
export const changeDrawing = (symbol: string, drawing: Drawing): readonly Drawing[] =>
  layoutNow(symbol).drawings.map((each) => (each.key === drawing.key ? drawing : each));

export function removeDrawing(symbol: string, key: string): void {
  draw(
    symbol,
    layoutNow(symbol).drawings.filter((each) => each.key !== key),
  );
}

export function undo(symbol: string): void {
  const step = undone(historyOf(symbol), layoutNow(symbol).drawings);
  if (step !== null) keep(symbol, step.state, step.history);
}

export function redo(symbol: string): void {
  const step = redone(historyOf(symbol), layoutNow(symbol).drawings);
  if (step !== null) keep(symbol, step.state, step.history);
}
