import { useEffect, useState, type KeyboardEvent, type PointerEvent } from 'react';

/** How near the window's edge a dragged row scrolls the page, and how far at each move. */
const EDGE_PX = 72;
const STEP_PX = 14;

interface Moving {
  symbol: string;
  index: number;
}

/**
 * Moves rows by dragging and by keys. While a row is dragged it stands where it would be put; `onMove` hears of it once it is let
 * go, or at each key.
 */
export function useMoving(
  shown: readonly string[],
  rowHeight: number,
  onMove: (symbol: string, index: number) => void,
) {
  const [moving, setMoving] = useState<(Moving & { from: number; startY: number }) | null>(null);
  const last = shown.length - 1;
  useEffect(() => {
    if (moving === null) return;
    const { symbol, from, startY } = moving;
    const follow = ({ clientY, pageY }: globalThis.PointerEvent) => {
      const index = Math.min(last, Math.max(0, from + Math.round((pageY - startY) / rowHeight)));
      if (index !== moving.index) setMoving({ ...moving, index });
      if (clientY < EDGE_PX) scrollBy(0, -STEP_PX);
      if (clientY > innerHeight - EDGE_PX) scrollBy(0, STEP_PX);
    };
    const drop = () => {
      setMoving(null);
      if (moving.index !== from) onMove(symbol, moving.index);
    };
    const leave = () => setMoving(null);
    const onKey = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && leave();
    addEventListener('pointermove', follow);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', leave);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', leave);
      removeEventListener('keydown', onKey);
    };
  }, [moving, last, rowHeight, onMove]);
  /** What the handle of a row listens to. */
  const handle = (symbol: string) => {
    const from = shown.indexOf(symbol);
    return {
      onPointerDown: ({ pageY, button }: PointerEvent) => {
        if (button === 0) setMoving({ symbol, index: from, from, startY: pageY });
      },
      onKeyDown: (event: KeyboardEvent) => {
        const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: last }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        if (to >= 0 && to <= last && to !== from) onMove(symbol, to);
      },
    };
  };
  return { moving, handle };
}
