import type { Side } from '../../../contracts/order.contract';
import type { PriceGrid } from './price-steps';

/** An order that the form can be filled with, as a menu names it. */
export interface Offer {
  key: string;
  side: Side;
  label: string;
  /** Fills the form. It never sends anything. */
  take: () => void;
}

/** What the terminal around a chart does with lines and prices. A chart without one only shows. */
export interface ChartTrading {
  grid: PriceGrid;
  /** The last price, by which distances are told; `null` before the first. */
  last: () => string | null;
  /** What a line would bring at a price, in a few words; `null` where nothing is known. */
  estimate: (id: string, price: string) => string | null;
  /** Answers whether the line has the price now: else it goes back. Whoever answers no has said why. */
  move: (id: string, price: string) => Promise<boolean>;
  close: (id: string) => Promise<void>;
  /** What can be ordered at a price. */
  offers: (price: string) => readonly Offer[];
}
