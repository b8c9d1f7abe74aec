import { levelsText, WHOLE_SHARE, writtenLevels, type WrittenLevel } from '../../../shared/attached.js';
import { format, fromSteps } from '../../../shared/money.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { isReducing, type Attached, type AttachedLevel, type AttachedPrice, type Order } from '../matching/book.js';
import type { OrderTerms, PlaceOrder } from './order.commands.js';
import { priceRefusal, priceTicks, worstTicks, type Sizes } from './order.rules.js';
import type { Judging } from './protection.rules.js';

const field = 'attached';

/** Attached levels as their owner wrote them, and the size of a lot that shares are counted in. */
export interface AttachedTerms {
  readonly levels: string;
  readonly lotSize: string;
  /** Of levels in place of others: the number of the first, and what was filled before they came. */
  readonly first?: number;
  readonly filledBefore?: string;
}

/** The order that levels are attached to, without them, and the price that it may be filled at. */
interface Attaching extends Judging {
  readonly order: Order;
  readonly entryTicks: number;
  readonly sizes: Sizes;
  /** Of an order that is amended. */
  readonly after?: EarlierLevels;
}

/** What an order has behind it when it gets levels. */
interface EarlierLevels {
  /** The number of the first new one. */
  readonly first: number;
  readonly fromLots: number;
  /** The levels stay those that they were: a price that was taken once is not held against the market again. */
  readonly areKept: boolean;
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
  const { first = 1, fromLots = 0 } = attaching.after ?? {};
  const levels: AttachedLevel[] = [];
  for (const [index, level] of written.entries()) {
    const takeProfit = priced(level.takeProfit, 'take-profit', { ...attaching, asked, bound });
    const stopLoss = priced(level.stopLoss, 'stop-loss', { ...attaching, asked, bound });
    const refused = [takeProfit, stopLoss].filter(isRefusal);
    problems.push(...refused);
    if (!isRefusal(takeProfit) && !isRefusal(stopLoss))
      levels.push({ number: first + index, share: level.share, takeProfit, stopLoss });
  }
  const trigger = attachedTrigger ?? (admission === undefined ? 'last' : 'mark');
  return levels.length < written.length ? null : { trigger, ...(fromLots > 0 && { fromLots }), levels };
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
  const { sizes, order, entryTicks, market, asked, after } = pricing;
  const stopTicks = priceTicks(text, sizes, field);
  if (isRefusal(stopTicks)) return stopTicks;
  const wrong = wrongSide(order.side, kind, stopTicks, entryTicks, sizes);
  const refusal = wrong ?? (after?.areKept ? undefined : priceRefusal(stopTicks, field, market, asked));
  return refusal ?? { stopTicks, priceTicks: worstOf(stopTicks, pricing) };
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

/** Within the band, and not beyond what the margin of the order pays for, with what else is open and may open on its side. */
function worstOf(stopTicks: number, { order, asked, bound, market }: Pricing): number {
  const side = order.side === 'buy' ? 'sell' : 'buy';
  const worst = worstTicks(side, stopTicks, { market, policy: asked.policy });
  if (bound === null) return worst;
  return side === 'buy' ? Math.min(worst, bound) : Math.max(worst, bound);
}

/** An order as it is amended, and how far it is filled. */
interface Amending extends Omit<Attaching, 'after'> {
  readonly before: Order;
  readonly filledLots: number;
  /** How many levels were ever attached to it. */
  readonly known: number;
}

/**
 * What becomes of the levels of an order that is amended; `undefined` where they stay, `null` where they are taken off. Levels that nobody
 * changes have their worst prices reckoned anew, for their order may now be filled at another price.
 */
export function attachedAmended(asked: Asked, amending: Amending, problems: Refusal[]): Attached | null | undefined {
  const { before, filledLots, sizes } = amending;
  const { attached: text, attachedTrigger } = asked;
  const known = before.attached;
  if (text === '') return known === undefined ? undefined : null;
  if (text === undefined && known === undefined) return undefined;
  const trigger = attachedTrigger ?? known?.trigger;
  const isKept = text === undefined && known !== undefined;
  const first = isKept ? known.levels[0]!.number : amending.known + 1;
  const fromLots = isKept ? (known.fromLots ?? 0) : filledLots;
  const levels = text ?? (known === undefined ? '' : attachedTerms(known, sizes).levels);
  const terms = { ...asked, attached: levels, ...(trigger !== undefined && { attachedTrigger: trigger }) };
  const after = { first, fromLots, areKept: isKept };
  const attached = attachedFrom(terms, { ...amending, after }, problems);
  return attached === null || JSON.stringify(attached) === JSON.stringify(known) ? undefined : attached;
}

/** As they are written. */
export function attachedTerms({ levels, fromLots = 0 }: Attached, { tick, lot }: Sizes): AttachedTerms {
  const text = (price: AttachedPrice | null) => price && format(fromSteps(price.stopTicks, tick));
  const written = levels.map(({ share, takeProfit, stopLoss }) => ({
    share,
    takeProfit: text(takeProfit),
    stopLoss: text(stopLoss),
  }));
  const first = levels[0]?.number ?? 1;
  return {
    levels: levelsText(written),
    lotSize: format(lot),
    ...(first > 1 && { first }),
    ...(fromLots > 0 && { filledBefore: format(fromSteps(fromLots, lot)) }),
  };
}
