/** How an image lies in its frame: moved in pixels of the screen, enlarged, turned by quarters clockwise. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  readonly quarters: 0 | 1 | 2 | 3;
}

export const FITTED: Frame = { x: 0, y: 0, zoom: 1, quarters: 0 };
const ZOOM_MAX = 8;
export const ZOOM_STEP = 1.25;

/** Enlarged around a point, which stays where it is; the point counts from the middle of the frame. */
export function zoomed(frame: Frame, factor: number, at: { x: number; y: number } = { x: 0, y: 0 }): Frame {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, frame.zoom * factor));
  const grown = zoom / frame.zoom;
  // Fitted again, it also stands in the middle again.
  if (zoom === 1) return { ...frame, x: 0, y: 0, zoom };
  return { ...frame, zoom, x: at.x - (at.x - frame.x) * grown, y: at.y - (at.y - frame.y) * grown };
}

/** Moved, but never so far that less than half of it is left in sight. */
export function moved(frame: Frame, by: { x: number; y: number }, size: { width: number; height: number }): Frame {
  const within = (value: number, length: number): number => {
    const most = (length * frame.zoom) / 2;
    return Math.min(most, Math.max(-most, value));
  };
  return { ...frame, x: within(frame.x + by.x, size.width), y: within(frame.y + by.y, size.height) };
}

export function turned(frame: Frame): Frame {
  return { ...frame, x: 0, y: 0, quarters: ((frame.quarters + 1) % 4) as Frame['quarters'] };
}

export function transformOf({ x, y, zoom, quarters }: Frame): string {
  return `translate(${x}px, ${y}px) rotate(${quarters * 90}deg) scale(${zoom})`;
}
