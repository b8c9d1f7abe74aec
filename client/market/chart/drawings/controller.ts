import type { Anchor, Drawing } from '../layout';
import { layoutNow, useChartStore } from '../layout-store';
import type { PriceChart } from '../price-chart';
import { changeDrawing, draw, redo, removeDrawing, undo, useDrawing } from './drawing-store';
import type { Point } from './geometry';
import { anchorsOf, type ToolId } from './tools';

const MOUSE_REACH = 6;
const TOUCH_REACH = 16;
const DRAGGED_PX = 6;

interface Drag {
  drawing: Drawing;
  /** `null` moves all of it. */
  anchor: number | null;
  from: Anchor;
  moved: Drawing;
}

/** Turns pointer and keys into drawings: placing, selecting, moving, deleting. */
export class DrawingController {
  private draft: Drawing | null = null;
  private pressedAt: Point | null = null;
  private drag: Drag | null = null;
  /** Whether the pointer went down with a tool in hand. */
  private placing = false;
  private readonly ending = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly host: PriceChart,
    private readonly symbol: string,
  ) {
    const { signal } = this.ending;
    const capture = { capture: true, signal };
    element.addEventListener('pointerdown', (event) => this.pressed(event), capture);
    element.addEventListener('pointermove', (event) => this.moved(event), capture);
    element.addEventListener('pointerup', (event) => this.released(event), capture);
    element.addEventListener('pointercancel', () => this.stopDrag(), capture);
    for (const name of ['mousedown', 'touchstart'])
      element.addEventListener(name, (event) => this.kept(event), capture);
    // The page must not scroll away under a finger that draws.
    element.addEventListener('touchmove', (event) => this.busy && event.preventDefault(), { passive: false, signal });
    const stop = useDrawing.subscribe((now, before) => {
      if (now.tool !== before.tool) this.draft = null;
      this.refresh();
    });
    signal.addEventListener('abort', stop);
    signal.addEventListener(
      'abort',
      useChartStore.subscribe(() => this.refresh()),
    );
    this.refresh();
  }

  destroy(): void {
    this.ending.abort();
  }

  /** Keys while the chart has the focus; answers whether it was one of ours. */
  key(event: { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): boolean {
    const { tool, selected, locked, set } = useDrawing.getState();
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === 'z') (event.shiftKey ? redo : undo)(this.symbol);
    else if (command && event.key.toLowerCase() === 'y') redo(this.symbol);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && selected !== null && !locked)
      removeDrawing(this.symbol, selected);
    else if (event.key === 'Escape' && (tool !== null || selected !== null)) set({ tool: null, selected: null });
    else return false;
    return true;
  }

  /** Places the next anchor where the crosshair stands: drawing without a pointer. */
  placeAtCrosshair(price: number): void {
    const bar = this.host.bars[this.host.pointed ?? -1];
    const { tool } = useDrawing.getState();
    if (bar !== undefined && tool !== null) this.place(tool, { at: bar.at, price });
  }

  /** The place that is not pinned yet goes where the arrow keys went. */
  followCrosshair(): void {
    const bar = this.host.bars[this.host.pointed ?? -1];
    if (bar !== undefined && this.draft !== null) this.loosely({ at: bar.at, price: bar.close });
  }

  private get busy(): boolean {
    return this.drag !== null || useDrawing.getState().tool !== null;
  }

  private pressed(event: PointerEvent): void {
    const point = this.pointIn(event);
    if (point === null || event.button !== 0) return;
    const { tool, locked, set } = useDrawing.getState();
    this.pressedAt = point;
    this.placing = tool !== null;
    if (tool !== null) {
      this.element.focus({ preventScroll: true });
      const anchor = this.anchorAt(point);
      if (anchor !== null) this.place(tool, anchor);
      this.hold(true);
      return;
    }
    const hit = this.host.drawings.hit(point, event.pointerType === 'touch' ? TOUCH_REACH : MOUSE_REACH);
    const drawing = layoutNow(this.symbol).drawings.find((each) => each.key === hit?.key);
    if (hit === null || drawing === undefined) return void (useDrawing.getState().selected && set({ selected: null }));
    set({ selected: drawing.key });
    const from = this.host.drawings.anchorAt(point, false);
    if (locked || from === null) return;
    this.drag = { drawing, anchor: hit.anchor, from, moved: drawing };
    this.hold(true);
    this.element.setPointerCapture(event.pointerId);
  }

  /** The library lets go of the focus on every press; a note that was just placed has it, to be written in. */
  private kept(event: Event): void {
    if (!this.placing) return;
    event.stopPropagation();
    if (event.type === 'mousedown') event.preventDefault();
  }

  private moved(event: PointerEvent): void {
    const point = this.pointIn(event);
    if (point === null) return;
    if (this.drag !== null) return this.dragTo(this.drag, point);
    if (this.draft !== null) return this.loosely(this.anchorAt(point));
    if (event.pointerType === 'touch') return;
    const over = useDrawing.getState().tool === null && this.host.drawings.hit(point, MOUSE_REACH) !== null;
    this.element.classList.toggle('over-drawing', over);
  }

  private loosely(anchor: Anchor | null): void {
    if (anchor !== null && this.draft !== null)
      this.draft = { ...this.draft, anchors: [...this.draft.anchors.slice(0, -1), anchor] };
    this.refresh();
  }

  private released(event: PointerEvent): void {
    const point = this.pointIn(event);
    const { tool } = useDrawing.getState();
    if (this.drag !== null) this.stopDrag();
    // Press, drag, release places two anchors; click, move, click does as well.
    else if (tool !== null && this.draft !== null && point !== null && this.pressedAt !== null) {
      const far = Math.hypot(point.x - this.pressedAt.x, point.y - this.pressedAt.y) > DRAGGED_PX;
      const anchor = far ? this.anchorAt(point) : null;
      if (anchor !== null) this.place(tool, anchor);
    }
    this.pressedAt = null;
    this.hold(false);
  }

  private dragTo(drag: Drag, point: Point): void {
    const free = this.host.drawings.anchorAt(point, false);
    const to = drag.anchor === null ? free : this.anchorAt(point);
    if (to === null) return;
    const shift = { at: to.at - drag.from.at, price: to.price - drag.from.price };
    const anchors = drag.drawing.anchors.map((anchor, at) => {
      if (drag.anchor === null) return { at: anchor.at + shift.at, price: anchor.price + shift.price };
      return at === drag.anchor ? to : anchor;
    });
    drag.moved = { ...drag.drawing, anchors };
    this.refresh();
  }

  private stopDrag(): void {
    const { drag } = this;
    this.drag = null;
    if (drag !== null && drag.moved !== drag.drawing) draw(this.symbol, changeDrawing(this.symbol, drag.moved));
    this.hold(false);
  }

  private place(tool: ToolId, anchor: Anchor): void {
    const { colour, set } = useDrawing.getState();
    const wanted = anchorsOf(tool);
    const placed = this.draft === null ? [anchor] : [...this.draft.anchors.slice(0, -1), anchor];
    const drawing: Drawing = { key: this.draft?.key ?? crypto.randomUUID(), tool, anchors: placed, colour, text: '' };
    if (placed.length < wanted) {
      this.draft = { ...drawing, anchors: [...placed, anchor] };
      return this.refresh();
    }
    this.draft = null;
    draw(this.symbol, [...layoutNow(this.symbol).drawings, drawing]);
    set({ tool: null, selected: drawing.key });
  }

  private anchorAt(point: Point): Anchor | null {
    return this.host.drawings.anchorAt(point, useChartStore.getState().magnet);
  }

  /** While something is drawn or dragged the chart itself stands still. */
  private hold(still: boolean): void {
    const free = !still;
    this.host.chart.applyOptions({ handleScroll: free, handleScale: free });
  }

  /** Where the pointer is on the price pane; `null` on the axes and the panes below. */
  private pointIn(event: PointerEvent): Point | null {
    const box = this.element.getBoundingClientRect();
    const point = { x: event.clientX - box.left, y: event.clientY - box.top };
    const { width, height } = this.host.chart.paneSize(0);
    const inside = point.x >= 0 && point.x <= width && point.y >= 0 && point.y <= height;
    return inside || this.drag !== null ? point : null;
  }

  private refresh(): void {
    const { selected, hidden } = useDrawing.getState();
    const { drawings } = layoutNow(this.symbol);
    const shown = this.drag === null ? drawings : changeDrawing(this.symbol, this.drag.moved);
    this.host.drawings.show(shown, selected, hidden, this.draft);
  }
}
