import { format, fromSteps, ONE, stepsOf, tryAmount, type Amount } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { trailedTicks } from '../../../shared/trailing.js';
import { watchedTicks, type Trail } from '../matching/book.js';
import type { OrderTerms, PlaceOrder } from './order.commands.js';
import type { MarketNow } from './order.decider.js';
import { priceRefusal, priceTicks, validInto, type Sizes } from './order.rules.js';

/** How a trailing stop follows its price, as its owner wrote it. */
export interface TrailingTerms {
  /** `1.5%` of the best price, or `150` in the quote asset. */
  readonly callback: string;
  readonly activationPrice: string | null;
}

/** What a trigger waits for when it is placed. */
interface Triggering {
  /** The trigger price, or that of activation. */
  readonly stopTicks: number;
  /** Where its protection band begins. */
  readonly bandedFrom: number;
  readonly trail: Trail;
}

/** In hundredths of a percent. Closer than 0.1% the next trade would trigger it; beyond 10% it protects little. */
const [LEAST, MOST] = [10, 1_000];
const BPS = 10_000;
/** A hundredth of a percent, as it is written. */
const BP = ONE / 100n;

type Asked = OrderTerms & Pick<PlaceOrder, 'side' | 'callback' | 'activationPrice' | 'trigger'>;

/** `null`: something stands against it, and is among the problems. */
export function trailingFrom(asked: Asked, sizes: Sizes, market: MarketNow, problems: Refusal[]): Triggering | null {
  const { side, callback, activationPrice, trigger } = asked;
  if (callback === undefined) return null;
  const valid = validInto(problems);
  const known = problems.length;
  const activationTicks = valid(
    activationPrice === undefined ? undefined : priceTicks(activationPrice, sizes, 'activationPrice'),
  );
  if (activationTicks !== null) valid(priceRefusal(activationTicks, 'activationPrice', market, asked));
  const best = activationTicks ?? watchedTicks(trigger ?? 'last', market);
  const measured = valid(callbackOf(callback, best, sizes, asked.spec.quote));
  if (problems.length > known || measured === null) return null;
  const trail: Trail = { ...measured, activationTicks, isActive: activationTicks === null };
  const bandedFrom = trailedTicks(side, trail, best);
  return { stopTicks: activationTicks ?? bandedFrom, bandedFrom, trail };
}

/** A share, or a distance in whole ticks; both within the same shares of the price that it trails from. */
function callbackOf(
  text: string,
  best: number,
  { tick }: Sizes,
  quote: string,
): Pick<Trail, 'unit' | 'size'> | Refusal {
  const field = 'callback';
  const isShare = text.endsWith('%');
  const value = tryAmount(isShare ? text.slice(0, -1) : text);
  if (value === undefined) return refuse('order.callback-required', { field });
  const step = isShare ? BP : tick;
  const words = (steps: number): string => `${format(fromSteps(steps, step))}${isShare ? '%' : ` ${quote}`}`;
  const size = stepsOf(value, step);
  if (size === undefined) return refuse('order.callback-over-precise', { field, step: words(1) });
  const lowest = isShare ? LEAST : Math.max(1, Math.ceil((best * LEAST) / BPS));
  const highest = isShare ? MOST : Math.floor((best * MOST) / BPS);
  if (size >= lowest && size <= highest) return { unit: isShare ? 'bps' : 'ticks', size };
  return refuse('order.callback-out-of-range', { field, lowest: words(lowest), highest: words(highest) });
}

/** The terms as they are written. */
export function trailingTerms({ unit, size, activationTicks }: Trail, tick: Amount): TrailingTerms {
  return {
    callback: unit === 'bps' ? `${format(fromSteps(size, BP))}%` : format(fromSteps(size, tick)),
    activationPrice: activationTicks === null ? null : format(fromSteps(activationTicks, tick)),
  };
}
