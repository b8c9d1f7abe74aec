import type { KeyboardEvent, RefObject } from 'react';
import { isHeld, type HeldLine } from './chart-types';
import { useDrawing } from './drawings/drawing-store';
import type { LineStore } from './line-store';
import type { PriceChart } from './price-chart';
import { steppedPrice, walkedPrice, type PriceGrid } from './price-steps';

const REACH_PX = 5;
const DRAGGED_PX = 3;

interface Press {
  readonly line: HeldLine;
  readonly pointerId: number;
  readonly fromY: number;
  /** How far the pointer went down from the line itself. */
  readonly offset: number;
  /** Whether it has moved far enough to mean it. */
  moved: boolean;
}

interface DragOptions {
  readonly store: LineStore;
  readonly gridOf: (line: HeldLine) => PriceGrid;
  /** Settles once the line may show its own price again, wherever that is by then. */
  readonly onMoved: (line: HeldLine, price: string) => Promise<unknown>;
}

/**
 * Moves lines to other prices: a mouse or a pen takes the line itself, a finger its tag, because on the chart it pans; and keys walk
 * it from the tag. A drawing that lies on a line is in front of it.
 */
export class LineDrag {
  private press: Press | null = null;
  private readonly waiting = new Set<string>();
  private readonly ending = new AbortController();
  private readonly around: HTMLElement;

  constructor(
    private readonly element: HTMLElement,
    private readonly chart: RefObject<PriceChart | null>,
    private readonly options: DragOptions,
  ) {
    this.around = element.parentElement ?? element;
    const { signal } = this.ending;
    const capture = { capture: true, signal };
    element.addEventListener('pointerdown', (event) => this.pressed(event), capture);
    this.around.addEventListener('pointermove', (event) => this.moved(event), capture);
    this.around.addEventListener('pointerup', (event) => this.released(event), capture);
    this.around.addEventListener('pointercancel', () => this.letGo(), capture);
    // Before whatever else Escape would close.
    window.addEventListener('keydown', (event) => this.escaped(event), capture);
  }

  destroy(): void {
    this.ending.abort();
  }

  /** A pointer went down on a line or on its tag. */
  take(line: HeldLine, event: Pick<PointerEvent, 'button' | 'pointerId' | 'clientY'>, target: HTMLElement): void {
    const { handle, price } = line;
    if (event.button !== 0 || this.press !== null || handle.drag === 'none' || this.waiting.has(handle.id)) return;
    const fromY = this.heightOf(event);
    const lineY = this.chart.current?.main.priceToCoordinate(Number(price)) ?? fromY;
    const isInSight = lineY >= 0 && lineY <= (this.chart.current?.chart.paneSize(0).height ?? 0);
    const offset = isInSight ? fromY - lineY : 0;
    this.press = { line, pointerId: event.pointerId, fromY, offset, moved: false };
    this.hold(true);
    target.setPointerCapture(event.pointerId);
  }

  /** A key on the tag of a line; answers whether it was one of ours. */
  key(line: HeldLine, event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
    const { id, drag } = line.handle;
    if (drag === 'none' || this.waiting.has(id)) return false;
    const now = this.options.store.getState().prices.get(id);
    const walked = walkedPrice(now ?? line.price, event, this.options.gridOf(line));
    if (walked !== undefined) this.show(id, walked);
    else if (event.key === 'Enter' && now !== undefined) this.commit(line);
    else if (event.key === 'Escape' && now !== undefined) this.putBack(id);
    else return false;
    return true;
  }

  /** The focus has left a tag: what was not confirmed goes back. */
  leave(line: HeldLine): void {
    if (this.press === null && !this.waiting.has(line.handle.id)) this.putBack(line.handle.id);
  }

  private pressed(event: PointerEvent): void {
    const line = this.lineAt(event);
    if (line !== undefined) this.take(line, event, this.element);
  }

  private moved(event: PointerEvent): void {
    const { press } = this;
    if (press === null) {
      this.element.classList.toggle('over-line', this.lineAt(event) !== undefined);
      return;
    }
    if (event.pointerId !== press.pointerId) return;
    const height = this.chart.current?.chart.paneSize(0).height ?? 0;
    const y = this.heightOf(event);
    if (!press.moved && Math.abs(y - press.fromY) < DRAGGED_PX) return;
    const at = Math.min(Math.max(y - press.offset, 0), height);
    const read = this.chart.current?.main.coordinateToPrice(at) ?? Number.NaN;
    const price = steppedPrice(read, this.options.gridOf(press.line));
    if (price === undefined) return;
    press.moved = true;
    this.show(press.line.handle.id, price);
  }

  private released({ pointerId }: PointerEvent): void {
    const { press } = this;
    if (press?.pointerId !== pointerId) return;
    this.press = null;
    this.hold(false);
    if (press.moved) this.commit(press.line);
  }

  private escaped(event: globalThis.KeyboardEvent): void {
    if (event.key !== 'Escape' || this.press === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.letGo();
  }

  private letGo(): void {
    const { press } = this;
    this.press = null;
    if (press === null) return;
    this.hold(false);
    this.putBack(press.line.handle.id);
  }

  private show(id: string, price: string): void {
    const { prices } = this.options.store.getState();
    this.options.store.setState({ dragged: id, prices: new Map(prices).set(id, price) });
    this.chart.current?.own.moveLine(id, price);
  }

  /** Only one answer at a time: until it has come the line cannot be taken again. */
  private commit(line: HeldLine): void {
    const { id } = line.handle;
    const price = this.options.store.getState().prices.get(id);
    this.options.store.setState({ dragged: null });
    if (price === undefined || Number(price) === Number(line.price)) return this.putBack(id);
    this.waiting.add(id);
    void this.options.onMoved(line, price).finally(() => {
      this.waiting.delete(id);
      this.putBack(id);
    });
  }

  private putBack(id: string): void {
    const { prices, dragged } = this.options.store.getState();
    if (!prices.has(id)) return;
    const left = new Map(prices);
    left.delete(id);
    this.options.store.setState({ prices: left, dragged: dragged === id ? null : dragged });
    this.chart.current?.own.moveLine(id, null);
  }

  private lineAt(event: PointerEvent): HeldLine | undefined {
    const chart = this.chart.current;
    if (chart === null || event.pointerType === 'touch' || !this.element.contains(event.target as Node))
      return undefined;
    const box = this.element.getBoundingClientRect();
    const point = { x: event.clientX - box.left, y: this.heightOf(event) };
    const { width, height } = chart.chart.paneSize(0);
    if (point.x < 0 || point.x > width || point.y < 0 || point.y > height) return undefined;
    if (useDrawing.getState().tool !== null || chart.drawings.hit(point, REACH_PX) !== null) return undefined;
    const line = chart.own.lineAt(point.y, REACH_PX);
    return line !== undefined && isHeld(line) ? line : undefined;
  }

  private heightOf(event: Pick<PointerEvent, 'clientY'>): number {
    return event.clientY - this.element.getBoundingClientRect().top;
  }

  /** The chart stands still under a line that is dragged. */
  private hold(still: boolean): void {
    this.chart.current?.chart.applyOptions({ handleScroll: !still, handleScale: !still });
  }
}
