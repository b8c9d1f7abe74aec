import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { OpenOffers } from './OfferMenu';
import { steppedPrice } from './price-steps';
import type { ChartTrading } from './trading';
import type { PriceChartView } from './use-price-chart';

type Asking = KeyboardEvent<HTMLElement> | MouseEvent<HTMLElement>;

/**
 * The menu of orders at a price of the chart: by a right click at the pointer's price, by the menu key or Shift+F10 at the close of
 * the candle under the crosshair. A long press by finger leaves the crosshair to the chart.
 */
export function useOffers({ chart }: PriceChartView, trading: ChartTrading | undefined) {
  const [open, setOpen] = useState<OpenOffers | null>(null);
  const offerAt = (price: string, at: OpenOffers['at'], opener: HTMLElement) => {
    const offers = trading?.offers(price) ?? [];
    if (offers.length > 0) setOpen({ offers, at, opener });
  };
  /** Answers whether it was about orders. */
  const offer = (event: Asking): boolean => {
    const made = chart.current;
    if (made === null || trading === undefined || event.target === null) return false;
    const isKey = event.type === 'keydown';
    if (isKey && !isMenuKey(event as KeyboardEvent)) return false;
    event.preventDefault();
    if (!isKey && isByFinger(event.nativeEvent)) return true;
    const box = event.currentTarget.getBoundingClientRect();
    const bar = made.bars[made.pointed ?? made.bars.length - 1];
    const pressed = event as MouseEvent<HTMLElement>;
    const read = isKey ? bar?.close : made.main.coordinateToPrice(pressed.clientY - box.top);
    const price = steppedPrice(read ?? Number.NaN, trading.grid);
    const y = isKey ? box.top + (made.main.priceToCoordinate(bar?.close ?? 0) ?? 0) : pressed.clientY;
    if (price !== undefined)
      offerAt(price, { x: isKey ? box.left + box.width / 2 : pressed.clientX, y }, event.currentTarget);
    return true;
  };
  return { open, offer, offerAt, close: () => setOpen(null) };
}

export const isMenuKey = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

const isByFinger = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === 'touch';
