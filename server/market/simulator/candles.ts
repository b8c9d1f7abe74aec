import type { Instant } from '../../core/clock.js';

/** One candle. Prices are whole ticks, volume whole lots; `openAt` is in milliseconds, UTC. */
export interface Candle {
  openAt: Instant;
  openTicks: number;
  highTicks: number;
  lowTicks: number;
  closeTicks: number;
  volumeLots: number;
  trades: number;
}
