import { levelsText, WHOLE_SHARE, writtenLevels, type WrittenLevel } from '../../../shared/attached.js';
import { format, fromSteps } from '../../../shared/money.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { isReducing, type Attached, type AttachedLevel, type AttachedPrice, type Order } from '../matching/book.js';
import type { OrderTerms, PlaceOrder } from './order.commands.js';
import { priceRefusal, priceTicks, type Sizes } from './order.rules.js';
import { protectedTicks, type Judging } from './protection.rules.js';

const field = 'attached';

/** Attached levels as their owner wrote them, and the size of a lot that shares are counted in. */
export interface AttachedTerms {
  readonly levels: string;
  readonly lotSize: string;
}

/** The order that levels are attached to, without them, and the price that it may be filled at. */
interface Attaching extends Judging {
  readonly order: Order;
  readonly entryTicks: number;
  readonly sizes: Sizes;
}

type Asked = OrderTerms & Pick<PlaceOrder, 'attached' | 'attachedTrigger'>;

/** `null`: nothing is attached, or something stands against it and is among the problems. */
export function attachedFrom(asked: Asked, attaching: Attaching, problems: Refusal[]): Attached | null {
  const { attached: text, attachedTrigger } = asked;
  const { order, admission } = attaching;
  if (text === undefined) return null;
  const written = writtenLevels(text);
  const share = written.reduce((sum, level) => sum + level.share, 0);
  const problem = orderProblem(order) ?? formProblem(written, share);
  if (problem !== undefined) {
    problems.push(problem);
    return null;
  }
  const bound = admission?.openedTicks(order) ?? null;
  const levels: AttachedLevel[] = [];
  for (const [index, level] of written.entries()) {
    const takeProfit = priced(level.takeProfit, 'take-profit', { ...attaching, asked, bound });
    const stopLoss = priced(level.stopLoss, 'stop-loss', { ...attaching, asked, bound });
    const refused = [takeProfit, stopLoss].filter(isRefusal);
    problems.push(...refused);
    if (!isRefusal(takeProfit) && !isRefusal(stopLoss))
      levels.push({ number: index + 1, share: level.share, takeProfit, stopLoss });
  }
  const trigger = attachedTrigger ?? (admission === undefined ? 'last' : 'mark');
  return levels.length < written.length ? null : { trigger, levels };
}

function orderProblem(order: Order): Refusal | undefined {
  const opens = order.positionSide === undefined ? order.side === 'buy' : !isReducing(order);
  if (!opens) return refuse('order.attached-not-for-closing', { field });
  // After the cut-off it stands whatever becomes of its owner, and what came with its fill would be left over.
  return order.timeInForce === 'ATC' ? refuse('order.attached-not-at-close', { field }) : undefined;
}

function formProblem(levels: readonly WrittenLevel[], share: number): Refusal | undefined {
  if (levels.some(({ takeProfit, stopLoss }) => takeProfit === null && stopLoss === null))
    return refuse('order.attached-level-empty', { field });
  return share > WHOLE_SHARE ? refuse('order.attached-share-above-whole', { field, share }) : undefined;
}

interface Pricing extends Attaching {
  readonly asked: OrderTerms;
  readonly bound: number | null;
}

function priced(
  text: string | null,
  kind: 'take-profit' | 'stop-loss',
  pricing: Pricing,
): AttachedPrice | Refusal | null {
  if (text === null) return null;
  const { sizes, order, entryTicks, market, asked } = pricing;
  const stopTicks = priceTicks(text, sizes, field);
  if (isRefusal(stopTicks)) return stopTicks;
  const wrong = wrongSide(order.side, kind, stopTicks, entryTicks, sizes);
  const refusal = wrong ?? priceRefusal(stopTicks, field, market, asked);
  return refusal ?? { stopTicks, priceTicks: worstTicks(stopTicks, pricing) };
}

/** A take-profit lies on the gaining side of the price that the order may be filled at, a stop-loss on the other. */
function wrongSide(
  side: Order['side'],
  kind: 'take-profit' | 'stop-loss',
  stopTicks: number,
  entryTicks: number,
  { tick }: Sizes,
): Refusal | undefined {
  const isAbove = (side === 'buy') === (kind === 'take-profit');
  if (isAbove ? stopTicks > entryTicks : stopTicks < entryTicks) return undefined;
  const price = format(fromSteps(stopTicks, tick));
  const entry = format(fromSteps(entryTicks, tick));
  return kind === 'take-profit'
    ? refuse('order.attached-take-profit-on-wrong-side', { field, price, entry })
    : refuse('order.attached-stop-loss-on-wrong-side', { field, price, entry });
}

/** Within the band, and not beyond what the margin of the order pays for. */
function worstTicks(stopTicks: number, { order, asked, bound, market, admission }: Pricing): number {
  const closing = { side: order.side === 'buy' ? 'sell' : 'buy', positionSide: order.positionSide } as const;
  const worst = protectedTicks(closing, stopTicks, { market, admission, policy: asked.policy });
  if (bound === null) return worst;
  return closing.side === 'buy' ? Math.min(worst, bound) : Math.max(worst, bound);
}

/** What stands against levels once their order may be filled at another price. */
export function movedEntryRefusal(order: Order, entryTicks: number, sizes: Sizes): Refusal | undefined {
  for (const { takeProfit, stopLoss } of order.attached?.levels ?? []) {
    const [gain, loss] = [takeProfit?.stopTicks, stopLoss?.stopTicks];
    const refusal =
      (gain === undefined ? undefined : wrongSide(order.side, 'take-profit', gain, entryTicks, sizes)) ??
      (loss === undefined ? undefined : wrongSide(order.side, 'stop-loss', loss, entryTicks, sizes));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** As they are written. */
export function attachedTerms({ levels }: Attached, { tick, lot }: Sizes): AttachedTerms {
  const text = (price: AttachedPrice | null) => price && format(fromSteps(price.stopTicks, tick));
  const written = levels.map(({ share, takeProfit, stopLoss }) => ({
    share,
    takeProfit: text(takeProfit),
    stopLoss: text(stopLoss),
  }));
  return { levels: levelsText(written), lotSize: format(lot) };
}
