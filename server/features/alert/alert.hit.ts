import { format, fromSteps, type Amount } from '../../../shared/money.js';
import { changeOf } from './alert.rules.js';
import type { Hit } from './alert.watch.js';

/** What the watcher found, as an event has it. */
export function foundOf({ direction, ticks, at: reachedAt, fromTicks }: Hit, tick: Amount) {
  const price = fromSteps(ticks, tick);
  const before = fromTicks === null ? null : fromSteps(fromTicks, tick);
  return {
    direction,
    price: format(price),
    reachedAt,
    from: before === null ? null : format(before),
    change: before === null ? null : format(changeOf(price, before)),
  };
}
