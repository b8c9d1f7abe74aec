import type { RefObject } from 'react';
import type { PriceChart } from './price-chart';
import { useDrawing } from './drawings/drawing-store';

const REACH = 5;
const DRAGGED_PX = 3;

interface Drag {
  readonly alertId: string;
  readonly pointerId: number;
  readonly fromY: number;
  /** The price under the pointer; `undefined` until it has moved far enough to mean it. */
  price: string | undefined;
  readonly startedAt: string;
}

interface DragOptions {
  /** A price read off the chart, on the instrument's grid. */
  readonly step: (price: number) => string | undefined;
  /** Answers whether the alert has the price now: else its line goes back. */
  readonly onMoved: (alertId: string, price: string) => Promise<boolean>;
}

/**
 * Drags the lines of price alerts, by mouse or pen: a finger pans the chart, and would move an alert by accident. A drawing that lies on a
 * line is in front of it.
 */
export class AlertDrag {
  private drag: Drag | null = null;
  private readonly ending = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly chart: RefObject<PriceChart | null>,
    private readonly options: DragOptions,
  ) {
    const { signal } = this.ending;
    const capture = { capture: true, signal };
    element.addEventListener('pointerdown', (event) => this.pressed(event), capture);
    element.addEventListener('pointermove', (event) => this.moved(event), capture);
    element.addEventListener('pointerup', (event) => this.released(event), capture);
    element.addEventListener('pointercancel', () => this.cancel(), capture);
    element.addEventListener('keydown', (event) => event.key === 'Escape' && this.cancel(), capture);
  }

  destroy(): void {
    this.ending.abort();
  }

  private pressed(event: PointerEvent): void {
    const line = event.button === 0 && this.drag === null ? this.lineAt(event) : undefined;
    if (line?.alertId === undefined) return;
    const { alertId, price: startedAt } = line;
    const { pointerId } = event;
    this.drag = { alertId, pointerId, fromY: this.heightOf(event), price: undefined, startedAt };
    this.hold(true);
    this.element.setPointerCapture(event.pointerId);
  }

  private moved(event: PointerEvent): void {
    const { drag } = this;
    if (drag === null) {
      this.element.classList.toggle('over-alert', this.lineAt(event) !== undefined);
      return;
    }
    if (event.pointerId !== drag.pointerId) return;
    const y = this.heightOf(event);
    if (drag.price === undefined && Math.abs(y - drag.fromY) < DRAGGED_PX) return;
    const price = this.options.step(this.chart.current?.main.coordinateToPrice(y) ?? Number.NaN);
    if (price === undefined) return;
    drag.price = price;
    this.chart.current?.own.moveAlert(drag.alertId, price);
  }

  private released({ pointerId }: PointerEvent): void {
    const { drag } = this;
    if (drag?.pointerId !== pointerId) return;
    this.drag = null;
    this.hold(false);
    if (drag.price === undefined || drag.price === drag.startedAt) return;
    void this.options.onMoved(drag.alertId, drag.price).then((moved) => {
      if (!moved) this.chart.current?.own.moveAlert(drag.alertId, drag.startedAt);
    });
  }

  private cancel(): void {
    const { drag } = this;
    this.drag = null;
    if (drag === null) return;
    this.hold(false);
    this.chart.current?.own.moveAlert(drag.alertId, drag.startedAt);
  }

  private lineAt(event: PointerEvent) {
    const chart = this.chart.current;
    if (chart === null || event.pointerType === 'touch') return undefined;
    const box = this.element.getBoundingClientRect();
    const point = { x: event.clientX - box.left, y: this.heightOf(event) };
    const { width, height } = chart.chart.paneSize(0);
    if (point.x < 0 || point.x > width || point.y < 0 || point.y > height) return undefined;
    if (useDrawing.getState().tool !== null || chart.drawings.hit(point, REACH) !== null) return undefined;
    return chart.own.alertAt(point.y, REACH);
  }

  private heightOf(event: PointerEvent): number {
    return event.clientY - this.element.getBoundingClientRect().top;
  }

  /** The chart stands still under a line that is dragged. */
  private hold(still: boolean): void {
    this.chart.current?.chart.applyOptions({ handleScroll: !still, handleScale: !still });
  }
}
